/** Receives what was captured between two positions, once all enclosing elements are closed. */
export type Deliver = (content: string) => void;

/** Parts are joined when they become many, so that they do not keep the pieces of the document alive. */
const MAX_PARTS = 512;

/**
 * Content of open elements, stored once at any nesting: the content of an inner element is a slice of the outermost
 * one's.
 */
export class Capture {
  #parts: string[] = [];
  #joined: string[] = [];
  #length = 0;
  #open = 0;
  readonly #waiting: { start: number; end: number; deliver: Deliver }[] = [];
  /** A stretch of the source that is taken unchanged and not copied yet. */
  #source = '';
  #base = -1;
  #runStart = 0;
  #runEnd = 0;

  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Starts an element; its position is passed to {@link close}. */
  open(): number {
    this.#open++;
    return this.#length;
  }

  push(text: string): void {
    if (text === '') return;
    this.#endRun();
    this.#parts.push(text);
    this.#length += text.length;
  }

  /**
   * Like {@link push}, for a stretch of the source at offset `base` of the document. Adjacent stretches are copied as
   * one.
   */
  take(source: string, base: number, start: number, end: number): void {
    if (base === this.#base && start === this.#runEnd) {
      this.#runEnd = end;
    } else {
      this.#endRun();
      this.#source = source;
      this.#base = base;
      this.#runStart = start;
      this.#runEnd = end;
    }
    this.#length += end - start;
  }

  close(start: number, deliver: Deliver): void {
    this.#open--;
    this.#waiting.push({ start, end: this.#length, deliver });
    if (this.#open > 0) return;
    this.#endRun();
    const content = this.#content();
    for (const { start, end, deliver } of this.#waiting) deliver(content.slice(start, end));
    this.#waiting.length = 0;
    this.#parts = [];
    this.#joined = [];
    this.#length = 0;
  }

  #content(): string {
    const [only, second] = this.#parts;
    if (this.#joined.length === 0 && second === undefined) return detached(only ?? '');
    return this.#joined.join('') + this.#parts.join('');
  }

  #endRun(): void {
    if (this.#base >= 0) this.#parts.push(this.#source.slice(this.#runStart, this.#runEnd));
    this.#base = -1;
    this.#source = '';
    if (this.#parts.length < MAX_PARTS) return;
    this.#joined.push(this.#parts.join(''));
    this.#parts = [];
  }
}

/** Copies a string so that it does not keep the large string alive that it was sliced from. */
export function detached(text: string): string {
  // V8 makes slices of 13 characters and more point into their source.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
