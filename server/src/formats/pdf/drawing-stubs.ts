/**
 * pdf.js expects drawing classes of a browser when it is loaded, and scales a DOMMatrix while preparing Type 3 fonts.
 * Nothing is drawn here, so a constant matrix is enough. Must be loaded before pdf.js, in its thread only.
 */
class MatrixStub {
  scaleSelf(): this {
    return this;
  }

  translateSelf(): this {
    return this;
  }
}

class PathStub {}

Object.assign(globalThis, { DOMMatrix: MatrixStub, Path2D: PathStub });
