/**
 * pdf.js looks for what draws in a browser when it is loaded, and scales a DOMMatrix where it makes the glyphs of a Type 3
 * font ready for drawing. Here nothing is drawn: a matrix that stays as it is serves. Loaded before pdf.js, in its thread
 * alone.
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
