/** Takes what was captured between two positions, once all that encloses it is closed. */
export type Deliver = (content: string) => void;

/** Parts are joined as they become many, so that they don't keep the pieces of the document alive. */
const MAX_PARTS = 512;

/**
 * Content of elements that are open, kept once however deep they nest: the content of an inner element is a slice of the
 * outermost one's.
 */
export class Capture {
  #parts: string[] = [];
  #joined: string[] = [];
  #length = 0;
  #open = 0;
  readonly #waiting: { start: number; end: number; deliver: Deliver }[] = [];
  /** A run of the source that is taken as it stands, not cut out yet. */
  #source = '';
  #base = -1;
  #runStart = 0;
  #runEnd = 0;

  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Begins an element; its position goes to {@link close}. */
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

  /** As {@link push}, for a stretch of the source at offset `base` of the document: stretches that meet are cut out as one. */
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

/** A copy that does not keep alive the large string which the text was cut out of. */
export function detached(text: string): string {
  // V8 makes slices of 13 characters and more point into their source.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
