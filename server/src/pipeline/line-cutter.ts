const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Cuts bytes that come piece by piece into lines (LF or CRLF), in bounded memory: of a line longer than `maxBytes` its first
 * `maxBytes` are kept and the rest of it passes by. What stands behind the last line break is no line yet.
 */
export class LineCutter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in this piece, without their ends; blank ones are left out. */
  cut(piece: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      this.#hold(piece.subarray(from, at));
      const line = this.#take();
      if (line.length > 0) lines.push(line);
      from = at + 1;
    }
    // A copy: the piece that it is part of may be much larger.
    this.#hold(Buffer.from(piece.subarray(from)));
    return lines;
  }

  #hold(bytes: Buffer): void {
    const room = this.#maxBytes - this.#heldBytes;
    if (bytes.length === 0 || room <= 0) return;
    const kept = bytes.subarray(0, room);
    this.#held.push(kept);
    this.#heldBytes += kept.length;
  }

  #take(): Buffer {
    const line = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  }
}
