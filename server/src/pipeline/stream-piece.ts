import type { StreamedChannel } from '../sources/kit/source.ts';

/** Beyond either of these a piece is full. */
const MAX_LINES = 500;
const MAX_BYTES = 1 << 20;

/** Lines of a stream that are stored together. */
export class StreamPiece {
  readonly #stream: StreamedChannel;
  readonly #lines: Buffer[] = [];
  #byteSize = 0;
  #first: string | null = null;
  #last: string | null = null;
  #startedAtMs = 0;

  constructor(stream: StreamedChannel) {
    this.#stream = stream;
  }

  add(line: Buffer): void {
    if (this.#lines.length === 0) this.#startedAtMs = performance.now();
    this.#lines.push(line);
    this.#byteSize += line.length + 1;
    const position = this.#stream.positionOf(line.toString('utf8'));
    this.#first ??= position;
    this.#last = position ?? this.#last;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get isFull(): boolean {
    return this.#lines.length >= MAX_LINES || this.#byteSize >= MAX_BYTES;
  }

  /** Position of the first line that says one; null where none does. */
  get first(): string | null {
    return this.#first;
  }

  get last(): string | null {
    return this.#last;
  }

  get startedAtMs(): number {
    return this.#startedAtMs;
  }

  /** The lines as they came, an LF after each. */
  bytes(): Buffer {
    const newline = Buffer.from('\n');
    return Buffer.concat(this.#lines.flatMap(line => [line, newline]));
  }
}
