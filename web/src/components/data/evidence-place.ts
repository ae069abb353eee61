import type { Evidence } from '@asfiled/client';
import type { FilingPlace } from './filing-link.tsx';

type Stated = Pick<Evidence, 'section_key' | 'quote' | 'char_start' | 'char_end'>;

/** Words at the beginning of a quotation that find it in its section. */
const SEARCHED_WORDS = 6;

/** The place of a quotation in the text of a section; undefined if only its filing is known. */
export function placeOf({ section_key, quote, char_start, char_end }: Stated): FilingPlace | undefined {
  if (section_key === null || quote === null) return undefined;
  return { sectionKey: section_key, find: firstWords(quote), at: char_start ?? 0, to: char_end ?? undefined };
}

/** The first evidence whose words have a place, else the first one. */
export function clearest<T extends Stated>(evidence: readonly T[]): T | undefined {
  return evidence.find(one => placeOf(one) !== undefined) ?? evidence[0];
}

function firstWords(quote: string): string {
  return quote.trim().split(/\s+/).slice(0, SEARCHED_WORDS).join(' ');
}
