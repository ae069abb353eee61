import { readStatedDates } from '../../../formats/prose/stated-dates.ts';
import type { IsoDate } from '../../../kernel/dates.ts';

const EXACT_NAME = /exact name of (?:the )?(?:registrant|issuer|company)/i;
const LONGEST_NAME = 120;

/** The registrant's name on the cover: the line above `(Exact name of registrant …)`. */
export function nameOnCover(lines: readonly string[]): string[] {
  const at = lines.findIndex(line => EXACT_NAME.test(line.slice(0, 400)));
  const same =
    (lines[at] ?? '')
      .slice(0, 400)
      .split(/\(?\s*exact name of/i)[0]
      ?.trim() ?? '';
  const named = same.length > 2 ? same : (lines[at - 1] ?? '');
  return at < 0 || named.length > LONGEST_NAME ? [] : [named];
}

const DATE_OF_REPORT = /date of (?:the )?(?:earliest )?(?:event|report)/i;

/** The day that the cover of a current report states as that of the earliest event; null if none. */
export function eventDateOnCover(lines: readonly string[]): IsoDate | null {
  const at = lines.findIndex(line => DATE_OF_REPORT.test(line.slice(0, 400)));
  if (at < 0) return null;
  const near = [lines[at], lines[at - 1], lines[at + 1], lines[at + 2]];
  const days = near.flatMap(line =>
    readStatedDates((line ?? '').slice(0, 400)).filter(date => date.first === date.last),
  );
  return days[0]?.last ?? null;
}
