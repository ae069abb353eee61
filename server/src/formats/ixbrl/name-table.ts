import { detached } from './capture.ts';

const SLOTS = 1024;
/** Longer names are in no vocabulary and would only fill memory. */
const MAX_KEPT = 100;

/**
 * Cache of element and attribute names, which occur repeatedly: a string is sliced only for a name that was not seen
 * recently.
 */
export class NameTable {
  readonly #names: (string | undefined)[] = new Array<string | undefined>(SLOTS).fill(undefined);

  /** The cached name between two positions of `source`, if there is one. */
  find(source: string, start: number, end: number): string | undefined {
    const known = this.#names[slotOf(source, start, end)];
    return known !== undefined && known.length === end - start && matchesAt(source, start, known) ? known : undefined;
  }

  /** Adds the name between two positions of `source`, which {@link find} did not find. */
  add(source: string, start: number, end: number): string {
    const name = detached(source.slice(start, end));
    if (name.length <= MAX_KEPT) this.#names[slotOf(source, start, end)] = name;
    return name;
  }
}

function slotOf(source: string, start: number, end: number): number {
  const first = source.charCodeAt(start);
  const middle = source.charCodeAt((start + end) >> 1);
  const last = source.charCodeAt(end - 1);
  return (first * 31 + middle * 7 + last + (end - start) * 64) & (SLOTS - 1);
}

/** Like `startsWith`, but faster for the few letters of a name. */
export function matchesAt(source: string, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at++) if (source.charCodeAt(start + at) !== name.charCodeAt(at)) return false;
  return true;
}
