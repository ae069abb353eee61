import { readStatedDates, type StatedSpan } from '../../../formats/prose/stated-dates.ts';

/** Days by the term that a document defines for them: `Effective Date` → 2024-06-03. */
export type DefinedDays = ReadonlyMap<string, StatedSpan>;

/** `June 3, 2024 (the “Effective Date”)`, `June 3, 2024 (such date, the “Separation Date”)` */
const DEFINITION =
  /\(\s*(?:(?:such|which|that)\s+date,?\s+(?:being\s+)?(?:referred\s+to\s+(?:herein\s+)?as\s+)?)?the\s+[“"]((?:[A-Z][\p{L}’'-]*\s+){1,4}Date)[”"]/gu;
const MAX_BEFORE = 60;
const MAX_TERMS = 50;

/** Reads the days for which paragraphs define a term. A term with two days is left out. */
export function readDefinedDays(paragraphs: readonly string[]): DefinedDays {
  const days = new Map<string, StatedSpan>();
  const unclear = new Set<string>();
  for (const text of paragraphs) {
    for (const { index, 1: term = '' } of text.matchAll(DEFINITION)) {
      const before = text.slice(Math.max(0, index - MAX_BEFORE), index).trimEnd();
      const date = readStatedDates(before).at(-1);
      if (date === undefined || date.end < before.length || date.first !== date.last) continue;
      const known = days.get(term);
      if (known !== undefined && known.first !== date.first) unclear.add(term);
      if (days.size < MAX_TERMS) days.set(term, date);
    }
  }
  for (const term of unclear) days.delete(term);
  return days;
}

/** The days that a sentence states by their terms, with the places of the terms. */
export function daysByTerm(quote: string, days: DefinedDays): StatedSpan[] {
  return [...days].flatMap(([term, date]) =>
    [...quote.matchAll(new RegExp(`\\b(?:the\\s+)?${term}\\b(?![”"])`, 'g'))].map(({ index, 0: found }) => ({
      ...date,
      start: index,
      end: index + found.length,
    })),
  );
}
