/** A position in a response: indexes on the path down its largest collections. Empty = the beginning. */
export type Place = readonly number[];

/** A part of a response, and the position of the rest; `next` is null for the last part. */
export interface ResponsePart {
  part: object;
  next: Place | null;
}

/**
 * The part of a response from a position on, in at most `limit` characters of JSON. Splits only the largest collection;
 * the members beside it (an issuer, the dates of a period) are repeated, so that each part can be read on its own.
 */
export function splitResponse(answer: object, from: Place, limit: number): ResponsePart {
  const cut = cutValue(answer, from, limit);
  return { part: cut.value as object, next: cut.next };
}

interface Cut {
  value: unknown;
  length: number;
  next: Place | null;
}

function cutValue(value: unknown, from: Place, room: number): Cut {
  const length = lengthOf(value);
  if (length <= room && from.length === 0) return { value, length, next: null };
  if (typeof value === 'string') return cutText(value, from, room);
  if (Array.isArray(value)) {
    const entries = value.map((item, at): Entry => [String(at), item]);
    const cut = cutEntries(entries, from, room, 0);
    return { ...cut, value: cut.kept.map(([, item]) => item) };
  }
  if (typeof value !== 'object' || value === null) return { value, length, next: null };
  return cutObject(value as Record<string, unknown>, from, room);
}

/** Splits the largest member; an object with many members of similar size is split between them. */
function cutObject(value: Record<string, unknown>, from: Place, room: number): Cut {
  const members = Object.entries(value).map(([name, member]) => ({ name, member, length: lengthOf(member) }));
  const largest = members.reduce((most, member) => (member.length > most.length ? member : most));
  const others = lengthOf(value) - largest.length;
  if (others > room / 2) {
    const cut = cutEntries(Object.entries(value), from, room, 1);
    return { ...cut, value: Object.fromEntries(cut.kept) };
  }
  const cut = cutValue(largest.member, from, room - others);
  return { ...cut, value: { ...value, [largest.name]: cut.value }, length: others + cut.length };
}

type Entry = [name: string, item: unknown];

/** As many entries from a position on as fit, and at least a part of the first. */
function cutEntries(
  entries: readonly Entry[],
  [start = 0, ...inside]: Place,
  room: number,
  nameLength: 0 | 1,
): { kept: Entry[]; length: number; next: Place | null } {
  const kept: Entry[] = [];
  let length = 2;
  for (let at = start; at < entries.length; at++) {
    const [name, item] = entries[at] ?? ['', null];
    const around = 1 + nameLength * (name.length + 3);
    const isFirst = at === start;
    const place = isFirst ? inside : [];
    const left = room - length - around;
    if (!isFirst && lengthOf(item) > left) return { kept, length, next: [at] };
    const cut = cutValue(item, place, left);
    kept.push([name, cut.value]);
    length += around + cut.length;
    if (cut.next !== null) return { kept, length, next: [at, ...cut.next] };
  }
  return { kept, length, next: null };
}

const SHORTEST_TEXT = 200;

function cutText(text: string, [start = 0]: Place, room: number): Cut {
  let end = Math.min(text.length, start + Math.max(SHORTEST_TEXT, room));
  while (end > start + SHORTEST_TEXT && lengthOf(text.slice(start, end)) > room) end -= Math.ceil((end - start) / 10);
  // Never splits a surrogate pair.
  if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  const value = text.slice(start, end);
  return { value, length: lengthOf(value), next: end < text.length ? [end] : null };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
