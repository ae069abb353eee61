import type { FactFiling, FactSeries, FactSet } from '../../../domain/filings/facts/model/facts.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type Day, parseDay, toIsoDate } from '../../../kernel/dates.ts';

/** Taxonomies of the registry's filings. Facts of other taxonomies are kept, and each taxonomy is reported once. */
const TAXONOMIES = new Set(
  (
    'us-gaap dei srt ifrs-full invest country currency exch naics sic stpr ecd cyd ffd rr cef vip oef spac sbs fnd ' +
    'rxp snj mef shr hrx'
  ).split(' '),
);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Facts outside these years are typing errors (year 0201, year 2999), without a valid period. */
const FIRST_DAY = parseDay('1900-01-01') ?? 0;
const LAST_DAY = parseDay('2150-12-31') ?? 0;

/** Undefined if the text is not a date of the years 1900 to 2150. */
export function dayOf(text: string): Day | undefined {
  const day = parseDay(text);
  return day === null || day < FIRST_DAY || day > LAST_DAY ? undefined : day;
}

/** Collects the facts of one companyfacts response in columns, and reports unusual ones. */
export class FactColumns {
  readonly #log: AnomalyLog;
  readonly #filings: FactFiling[] = [];
  readonly #series: FactSeries[] = [];
  readonly #unknownUnits = new Set<string>();
  /** Days by the date's digits as one number; a file has a few hundred dates and tens of thousands of facts. */
  readonly #days = new Map<number, Day | undefined>();
  #lastDate = 0;
  #lastDay: Day | undefined = undefined;

  constructor(log: AnomalyLog) {
    this.#log = log;
  }

  get filings(): readonly FactFiling[] {
    return this.#filings;
  }

  finish(): FactSet {
    return { source: 'companyfacts', datesRounded: false, filings: this.#filings, series: this.#series, faces: {} };
  }

  checkTaxonomy(taxonomy: string): void {
    if (!TAXONOMIES.has(taxonomy)) this.#log.add('unknown_taxonomy', `facts.${taxonomy}`, `taxonomy ${taxonomy}`);
  }

  /** A series to add to; `path` is the JSON path of its facts. */
  open(concept: string, unit: string, path: string): FactSeries {
    this.#checkUnit(unit, path);
    return { concept, unit, dimensions: '', starts: [], ends: [], values: [], filings: [] };
  }

  add(
    series: FactSeries,
    start: Day | null,
    end: Day,
    value: number | null,
    exact: string | null,
    filing: number,
  ): void {
    if (exact !== null) series.exact = { ...series.exact, [series.values.length]: exact };
    series.starts.push(start);
    series.ends.push(end);
    series.values.push(value);
    series.filings.push(filing);
  }

  /** Keeps a series that has facts. */
  close(series: FactSeries, path: string): void {
    if (series.ends.length === 0) return;
    reportContradictions(series, this.#filings, path, this.#log);
    this.#series.push(series);
  }

  /** Returns its index. */
  addFiling(filing: FactFiling): number {
    return this.#filings.push(filing) - 1;
  }

  /** The day of a date, undefined for no date of the years 1900 to 2150. */
  dayOf(year: number, month: number, day: number): Day | undefined {
    const date = (year * 100 + month) * 100 + day;
    if (date === this.#lastDate) return this.#lastDay;
    this.#lastDate = date;
    this.#lastDay = this.#days.get(date);
    if (this.#lastDay === undefined) {
      const [y, m, d] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
      this.#lastDay = dayOf(`${y}-${m}-${d}`);
      this.#days.set(date, this.#lastDay);
    }
    return this.#lastDay;
  }

  dateOf(day: Day): string {
    return toIsoDate(day);
  }

  /** Filers name units of their own (Store, Segment). Only an invalid currency code is reported. */
  #checkUnit(unit: string, path: string): void {
    const code = /^([A-Z]{3})(?:\/shares)?$/.exec(unit)?.[1];
    const isOdd = unit.trim() === '' || unit.length > 200 || (code !== undefined && !CURRENCIES.has(code));
    if (!isOdd || this.#unknownUnits.has(unit)) return;
    this.#unknownUnits.add(unit);
    this.#log.add('unknown_unit', path, JSON.stringify(unit));
  }
}

/**
 * Detects two values for one period in one filing. The registry sorts by end, so equal ends are adjacent. If they are not,
 * or if there are very many, every fact is looked up.
 */
function reportContradictions(series: FactSeries, filings: FactFiling[], path: string, log: AnomalyLog): void {
  const { starts, ends, values, filings: of } = series;
  let groupStart = 0;
  for (let i = 1; i < ends.length; i++) {
    const end = ends[i] ?? 0;
    const before = ends[i - 1] ?? 0;
    if (end < before || i - groupStart > 64) {
      reportContradictionsUnsorted(series, filings, path, log);
      return;
    }
    if (end !== before) {
      groupStart = i;
      continue;
    }
    for (let j = groupStart; j < i; j++) {
      if (of[j] !== of[i] || starts[j] !== starts[i]) continue;
      if (values[j] !== values[i]) reportContradiction(series, j, i, filings, path, log);
    }
  }
}

function reportContradictionsUnsorted(series: FactSeries, filings: FactFiling[], path: string, log: AnomalyLog): void {
  const seen = new Map<string, number>();
  for (let i = 0; i < series.ends.length; i++) {
    const key = `${series.filings[i]} ${series.starts[i]} ${series.ends[i]}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, i);
    else if (series.values[first] !== series.values[i]) reportContradiction(series, first, i, filings, path, log);
  }
}

function reportContradiction(
  series: FactSeries,
  first: number,
  second: number,
  filings: FactFiling[],
  path: string,
  log: AnomalyLog,
): void {
  const accession = filings[series.filings[first] ?? -1]?.accession ?? '';
  log.add(
    'inconsistent_duplicate',
    `${path}[${second}]`,
    `${accession} states ${series.values[first]} and ${series.values[second]} for one period`,
  );
}
