import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { writtenDays } from '../written-days.ts';

const PLAN = /10b5\s?[-\u2010-\u2015]?\s?1/i;
const NO_PLAN = /\bnot\b[^.;]{0,80}10b5\s?[-\u2010-\u2015]?\s?1/i;
const ADOPTED = /\b(?:adopted|entered\s+into|established|dated)\b((?:(?!\.\s+[A-Z])[^;]){1,150})/gi;
const NUMERIC_DAY = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/;

const AVERAGE_PRICE =
  /weighted[\s-]+average|average\s+(?:sales?|purchase|execution|trading)?\s*price|prices?\s+rang(?:ing|ed|es?)|range\s+of\s+prices|multiple\s+(?:trades|transactions)/i;

/** True if a note states that a trade was made under a Rule 10b5-1 plan. */
export function namesPlan(note: string): boolean {
  return PLAN.test(note) && !NO_PLAN.test(note);
}

/** The day of a plan's adoption in a note; null if it states none. */
export function planAdoptionDate(note: string): IsoDate | null {
  if (!namesPlan(note)) return null;
  for (const [, after = ''] of note.matchAll(ADOPTED)) {
    const day = writtenDays(after)[0] ?? numericDay(after);
    if (day !== null) return day;
  }
  return null;
}

/** True if a note states that the price is an average, or that there were several. */
export function tellsAveragePrice(note: string): boolean {
  return AVERAGE_PRICE.test(note);
}

/** `5/13/2019`, month first. */
function numericDay(text: string): IsoDate | null {
  const [, month = '', day = '', year = ''] = NUMERIC_DAY.exec(text) ?? [];
  return dateOrNull(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
