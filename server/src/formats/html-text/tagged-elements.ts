import { decodeEntities } from './fold-text.ts';
import type { Tag } from './html-tags.ts';
import type { TaggedElement } from './text-document.ts';

/** Elements that are open at once: what is nested deeper than this is no fact of a filer. */
const DEEPEST = 32;

/** Notes where a document tags its words as facts (inline XBRL), as the elements open and close. */
export class TaggedElements {
  readonly #open: { name: string; elementId: string; start: number }[] = [];
  readonly #closed: TaggedElement[] = [];

  open(tag: Tag, id: string | undefined, start: number): void {
    if (!isFact(tag) || this.#open.length >= DEEPEST) return;
    this.#open.push({
      name: tag.name,
      elementId: id === undefined || id === '' ? `@${start}` : decodeEntities(id),
      start,
    });
  }

  close(tag: Tag, end: number): void {
    if (!isFact(tag)) return;
    const last = this.#open.at(-1);
    if (last?.name !== tag.name) return;
    this.#open.pop();
    this.#closed.push({ elementId: last.elementId, start: last.start, end });
  }

  /** In document order, the outer before the inner. */
  list(): TaggedElement[] {
    return this.#closed.sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

function isFact({ name }: Tag): boolean {
  return name === 'ix:nonfraction' || name === 'ix:nonnumeric' || name === 'ix:fraction';
}
