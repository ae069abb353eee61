import { readStatedDates } from '../../../../formats/prose/stated-dates.ts';
import { ANY_MONTH } from '../../../../kernel/months.ts';
import { type Period, readPeriods } from './stated-periods.ts';

/** A cell of a table; offsets in the text, end exclusive. */
export interface Cell {
  text: string;
  start: number;
  end: number;
}

/** What a column holds. `value` is one figure or range; `low` and `high` are its ends. */
type Role = 'low' | 'high' | 'value' | 'old' | 'old_low' | 'old_high' | 'none';

export interface Column {
  role: Role;
  period: Period | null;
  /** The column is of non-GAAP measures. */
  isAdjusted: boolean;
}

/** What the columns of a row with `count` filled cells hold, by the words above them. */
export function columnsOf(
  count: number,
  values: readonly Cell[],
  heads: readonly (readonly Cell[])[],
  reported: Period | null,
): Column[] {
  const filled = values.flatMap((value, at) => (value.text !== '' && !/^[—–-]$/.test(value.text) ? [at] : []));
  const titles = Array.from({ length: count }, (_, at) => titleOf(at, filled[at] ?? at, count, values.length, heads));
  const latest = latestDay(titles);
  // `Q4 2024 | Q1 2025 forecast`: columns beside those of a forecast are results.
  const hasForecast = heads.some(cells => cells.slice(1).some(cell => FORECAST.test(cell.text)));
  const isResult = (title: string) => hasForecast && !FORECAST.test(title) && readPeriods(title, reported).length > 0;
  const roles = titles.map(title => {
    const role = isResult(title) ? 'none' : roleOf(title);
    const isEarlier = latest !== null && dayOf(title) !== latest;
    return isEarlier && (role === 'low' || role === 'high' || role === 'value') ? OLD[role] : role;
  });
  const periods = titles.map(title => readPeriods(title, reported)[0]?.period ?? null);
  const whole = readPeriods(
    heads
      .flat()
      .map(cell => cell.text)
      .join(' | '),
    reported,
  ).flatMap(period => period.period ?? []);
  const distinct = [...new Map(whole.map(period => [`${period.fiscalYear} ${period.fiscalPeriod}`, period])).values()];
  return roles.map((role, at) => ({
    role,
    isAdjusted:
      /\b(?:non-GAAP|adjusted)\b/i.test(titles[at] ?? '') && !/(?<!non-)\bGAAP (?:and|&)\b/i.test(titles[at] ?? ''),
    period:
      periods[at] ??
      (distinct.length === 1
        ? (distinct[0] ?? null)
        : distinct.length * 2 === count
          ? (distinct[Math.floor(at / 2)] ?? null)
          : null),
  }));
}

const FORECAST = /\b(?:forecast|outlook|guidance|projected|estimated?|expected|target)s?\b|\b\d{2,4}E\b/i;

const OLD = { low: 'old_low', high: 'old_high', value: 'old' } as const;

/** `Guidance as of May 1, 2024 | as of August 1, 2024`: the last of several days; null if there are not several. */
function latestDay(titles: readonly string[]): string | null {
  const days = new Set(titles.flatMap(title => dayOf(title) ?? []));
  return days.size > 1 && titles.every(title => dayOf(title) !== null || roleOf(title) === 'none')
    ? ([...days].sort().at(-1) ?? null)
    : null;
}

/** `July 2023`, `July 20, 2023` and no more. */
const IS_DAY = new RegExp(`^(?:${ANY_MONTH})\\.? (?:\\d{1,2}, )?20\\d\\d(?: (?:guidance|outlook))?$`, 'i');

/** The day on which the guidance of a column was given. */
function dayOf(title: string): string | null {
  const isGiven = /\b(?:as of|issued|provided|given|updated|dated)\b/i.test(title) || IS_DAY.test(title);
  return isGiven ? (readStatedDates(title)[0]?.last ?? null) : null;
}

/** The words above a column: those of the header cells that are over it, be they one for each column or one for several. */
function titleOf(at: number, place: number, count: number, width: number, heads: readonly (readonly Cell[])[]): string {
  return heads
    .map(cells => {
      const own = cells.slice(1);
      // A row without values at its end has fewer cells than its header.
      const isLonger = own.length > width && own.every(cell => cell.text !== '');
      if (own.length === width || isLonger) return own[place]?.text ?? '';
      const filled = own.filter(cell => cell.text !== '');
      if (filled.length === count) return filled[at]?.text ?? '';
      if (filled.length === 1) return filled[0]?.text ?? '';
      return filled.length > 0 && count % filled.length === 0
        ? (filled[Math.floor(at / (count / filled.length))]?.text ?? '')
        : '';
    })
    .join(' ')
    .trim();
}

function roleOf(title: string): Role {
  const isOld =
    /\b(?:previous|prior|old|former|original|initial)\b(?! year| period)/i.test(title) &&
    !/\b(?:updated|current|new|revised)\b/i.test(title);
  if (
    /\b(?:actuals?|results|reported|YTD|year[- ]to[- ]date|midpoint|mid-point|change|variance|difference|growth|% |comment|prior year|consensus|ended)\b/i.test(
      title,
    )
  )
    return 'none';
  if (/\blow(?:er)?(?: end)?\b|\bminimum\b|\bfrom$/i.test(title)) return isOld ? 'old_low' : 'low';
  if (/\bhigh(?:er)?(?: end)?\b|\bmaximum\b|\bto$/i.test(title)) return isOld ? 'old_high' : 'high';
  return isOld ? 'old' : 'value';
}
