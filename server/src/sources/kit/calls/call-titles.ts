import type { CallType } from '../../../domain/disclosures/transcripts/model.ts';
import type { FiscalPeriod } from '../../../domain/figures/financials/model/financials.ts';
import { nameKey } from '../../../kernel/identifiers/name-key.ts';

/** Titles of transcripts, of any publisher. */

const CALL_TYPES: readonly [CallType, RegExp][] = [
  ['investor_day', /\b(?:investor|analyst|capital markets) days?\b/i],
  ['shareholder_meeting', /\b(?:share|stock)holders?['’]? meeting\b|\bannual (?:general )?meeting\b/i],
  ['earnings_call', /\b(?:earnings|results|sales)(?: release)?(?: conference)? (?:call|presentation)\b/i],
  ['conference', /\b(?:conference|summit|forum|symposium|fireside chat)\b(?! call)/i],
];

/** The type of call in a title; `other` if it states none. */
export function callTypeOf(title: string): CallType {
  return CALL_TYPES.find(([, words]) => words.test(title))?.[0] ?? 'other';
}

const PERIODS = /\b(?:(Q[1-4])|(H[12])|(full[- ]year|half[- ]year)|(FY)) ?((?:19|20)\d\d)\b/i;

/** The fiscal period in a title (`Q3 2018 …`, `Half Year 2019 …`); nulls if it states none. */
export function periodOfTitle(title: string): { fiscalYear: number | null; fiscalPeriod: FiscalPeriod | null } {
  const [, quarter, half, words, short, year] = PERIODS.exec(title) ?? [];
  if (year === undefined) return { fiscalYear: null, fiscalPeriod: null };
  return { fiscalYear: Number(year), fiscalPeriod: periodOf(quarter ?? half, words ?? short) };
}

function periodOf(code: string | undefined, words: string | undefined): FiscalPeriod {
  if (code !== undefined) return FISCAL_CODES[code.toLowerCase()] ?? 'fy';
  return words?.toLowerCase().startsWith('half') ? 'h1' : 'fy';
}

const FISCAL_CODES: Readonly<Record<string, FiscalPeriod>> = {
  q1: 'q1',
  q2: 'q2',
  q3: 'q3',
  q4: 'q4',
  h1: 'h1',
  h2: 'h2',
};

const LONGEST_ID = 120;

/** Words as part of an id: lower case, joined by hyphens. */
export function idOf(...parts: readonly string[]): string {
  return parts
    .map(part => nameKey(part).replaceAll(' ', '-'))
    .filter(part => part !== '')
    .join('-')
    .slice(0, LONGEST_ID);
}
