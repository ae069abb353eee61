/** A position in a response: indexes on the path down its largest collections. Empty = the beginning. */
export type Position = readonly number[];

/** A part of a response, and the position of the rest; `next` is null for the last part. */
export interface ResponsePart {
  part: object;
  next: Position | null;
}

/**
 * The part of a response from a position on, in at most `limit` characters of JSON. Splits only the largest collection;
 * the members beside it (an issuer, the dates of a period) are repeated, so that each part can be read on its own.
 */
export function splitResponse(response: object, from: Position, limit: number): ResponsePart {
  const split = splitValue(response, from, limit);
  return { part: split.value as object, next: split.next };
}

interface Split {
  value: unknown;
  length: number;
  next: Position | null;
}

function splitValue(value: unknown, from: Position, available: number): Split {
  const length = lengthOf(value);
  if (length <= available && from.length === 0) return { value, length, next: null };
  if (typeof value === 'string') return splitText(value, from, available);
  if (Array.isArray(value)) {
    const entries = value.map((item, at): Entry => [String(at), item]);
    const split = splitEntries(entries, from, available, 0);
    return { ...split, value: split.kept.map(([, item]) => item) };
  }
  if (typeof value !== 'object' || value === null) return { value, length, next: null };
  return splitObject(value as Record<string, unknown>, from, available);
}

/** Splits the largest member; an object with many members of similar size is split between them. */
function splitObject(value: Record<string, unknown>, from: Position, available: number): Split {
  const members = Object.entries(value).map(([name, member]) => ({ name, member, length: lengthOf(member) }));
  const largest = members.reduce((most, member) => (member.length > most.length ? member : most));
  const others = lengthOf(value) - largest.length;
  if (others > available / 2) {
    const split = splitEntries(Object.entries(value), from, available, 1);
    return { ...split, value: Object.fromEntries(split.kept) };
  }
  const split = splitValue(largest.member, from, available - others);
  return { ...split, value: { ...value, [largest.name]: split.value }, length: others + split.length };
}

type Entry = [name: string, item: unknown];

/** As many entries from a position on as fit, and at least a part of the first. */
function splitEntries(
  entries: readonly Entry[],
  [start = 0, ...inside]: Position,
  available: number,
  nameLength: 0 | 1,
): { kept: Entry[]; length: number; next: Position | null } {
  const kept: Entry[] = [];
  let length = 2;
  for (let at = start; at < entries.length; at++) {
    const [name, item] = entries[at] ?? ['', null];
    const around = 1 + nameLength * (name.length + 3);
    const isFirst = at === start;
    const position = isFirst ? inside : [];
    const left = available - length - around;
    // A large member begins in a part that has much room left; items of a list are kept whole.
    const begins = nameLength === 1 && length < available / 2;
    if (!isFirst && lengthOf(item) > left && !begins) return { kept, length, next: [at] };
    const split = splitValue(item, position, left);
    kept.push([name, split.value]);
    length += around + split.length;
    if (split.next !== null) return { kept, length, next: [at, ...split.next] };
  }
  return { kept, length, next: null };
}

const SHORTEST_TEXT = 200;

function splitText(text: string, [start = 0]: Position, available: number): Split {
  let end = Math.min(text.length, start + Math.max(SHORTEST_TEXT, available));
  while (end > start + SHORTEST_TEXT && lengthOf(text.slice(start, end)) > available)
    end -= Math.ceil((end - start) / 10);
  // Never splits a surrogate pair.
  if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  const value = text.slice(start, end);
  return { value, length: lengthOf(value), next: end < text.length ? [end] : null };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Lengths of the objects of responses in characters of JSON. They do not change while a response is split into parts. */
export const lengthsOfResponses = new WeakMap<object, number>();

function lengthOf(value: unknown): number {
  const isObject = typeof value === 'object' && value !== null;
  const known = isObject ? lengthsOfResponses.get(value) : undefined;
  if (known !== undefined) return known;
  const length = JSON.stringify(value)?.length ?? 0;
  if (isObject) lengthsOfResponses.set(value, length);
  return length;
}
