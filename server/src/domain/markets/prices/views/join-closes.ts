import type { Day } from '../../../../kernel/dates.ts';
import type { Closes, DaySpan } from './load-closes.ts';

/** A part of joined closes from one source. */
export interface ClosesPart {
  closes: Closes;
  /** Its first and last day, inclusive. */
  from: Day;
  until: Day;
}

/**
 * Closes of one share in a span, oldest part first. The source that covers most of the span is continued in both
 * directions with sources of the same currency that reach farther. The currency is that of the newest close, so that a
 * longer span never ends earlier.
 */
export function joinCloses(sources: readonly Closes[], { from, until }: DaySpan): ClosesPart[] {
  const known = sources.flatMap(closes => {
    const [first, last] = [closes.days[0], closes.days.at(-1)];
    return first === undefined || last === undefined || last < from || first > until ? [] : [{ closes, first, last }];
  });
  const newest = best(known, item => item.last);
  if (newest === null) return [];
  const same = known.filter(item => item.closes.currency === newest.closes.currency);
  const main = best(same, ({ first, last }) => Math.min(last, until) - Math.max(first, from)) ?? newest;
  const parts: ClosesPart[] = [{ closes: main.closes, from: main.first, until: main.last }];
  for (let end = main.last; end < until; ) {
    const next = best(
      same.filter(({ last }) => last > end),
      item => -Math.max(item.first, end),
    );
    const start = next?.closes.days.find(day => day > end);
    if (next === null || start === undefined) break;
    parts.push({ closes: next.closes, from: start, until: next.last });
    end = next.last;
  }
  for (let begin = main.first; begin > from; ) {
    const before = best(
      same.filter(({ first }) => first < begin),
      item => Math.min(item.last, begin),
    );
    const end = before?.closes.days.findLast(day => day < begin);
    if (before === null || end === undefined) break;
    parts.unshift({ closes: before.closes, from: before.first, until: end });
    begin = before.first;
  }
  return parts;
}

/** The first item with the highest rank. */
function best<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item | null {
  let found: { item: Item; rank: number } | null = null;
  for (const item of items) {
    const rank = rankOf(item);
    if (found === null || rank > found.rank) found = { item, rank };
  }
  return found?.item ?? null;
}
