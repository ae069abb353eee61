/**
 * pdf.js expects drawing classes of a browser when it is loaded, and scales a DOMMatrix while preparing Type 3 fonts.
 * Nothing is drawn here, so a constant matrix is enough. Must be loaded before pdf.js, in its thread only.
 */
class StandInMatrix {
  scaleSelf(): this {
    return this;
  }

  translateSelf(): this {
    return this;
  }
}

class StandInPath {}

Object.assign(globalThis, { DOMMatrix: StandInMatrix, Path2D: StandInPath });
