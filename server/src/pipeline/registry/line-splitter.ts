const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Splits chunks of bytes into lines (LF or CRLF) in bounded memory. A line longer than `maxBytes` is truncated. Bytes
 * after the last line break are held until their line ends.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the lines that end in this chunk, without line breaks and without blank lines. */
  split(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, at));
      const line = this.#take();
      if (line.length > 0) lines.push(line);
      from = at + 1;
    }
    // A copy, because the chunk that contains these bytes may be much larger.
    this.#hold(Buffer.from(chunk.subarray(from)));
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
