import { compareText } from '../../../../kernel/compare-text.ts';
import type { Day, Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { FactSet } from '../../../filings/facts/model/facts.ts';
import type {
  AnnualAmounts,
  AnnualFigures,
  FiguresHistory,
  TrailingFigures,
  YearVersion,
} from '../model/financials.ts';
import { type FinancialsInput, knownFigures } from './financials.ts';
import { knownAtOf } from './periods/visible-filings.ts';

/** A day at whose end more, or other, facts were known than a day before. */
export interface KnownDay {
  readonly day: IsoDate;
  /** Digest of everything that was known by the end of the day. */
  readonly digest: string;
  /** When the newest filing known by the end of the day became known; null if none had. */
  readonly newest: Instant | null;
}

/** The days (UTC) on which filings of an issuer became known or void, oldest first. */
export function knownDays(input: FinancialsInput): KnownDay[] {
  const byDay = new Map<IsoDate, Change[]>();
  const note = (change: Change): void => {
    const day = new Date(change.at).toISOString().slice(0, 10);
    const noted = byDay.get(day);
    if (noted === undefined) byDay.set(day, [change]);
    else noted.push(change);
  };
  for (const set of input.sets) {
    const { source, datesRounded, isPartial, filings, faces } = set;
    const digests = digestFilings(set);
    for (const [at, filing] of filings.entries()) {
      const knownAt = knownAtOf(filing, input.knownAt);
      const face = faces[filing.accession] ?? [];
      const what = JSON.stringify([source, datesRounded, isPartial, filing, knownAt, face, digests[at]?.text()]);
      note({ at: knownAt, what, isFiling: true });
    }
  }
  for (const [accession, since] of Object.entries(input.voidSince ?? {})) {
    note({ at: since, what: `${accession} is void since ${since}`, isFiling: false });
  }
  const digest = new Digest();
  digest.addText(JSON.stringify([input.canonicalKey, input.sic]));
  let newest: Instant | null = null;
  return [...byDay]
    .sort(([a], [b]) => compareText(a, b))
    .map(([day, changes]) => {
      for (const { what } of changes.sort((a, b) => compareText(a.what, b.what))) digest.addText(what);
      for (const { at, isFiling } of changes) if (isFiling && (newest === null || at > newest)) newest = at;
      return { day, digest: digest.text(), newest };
    });
}

interface Change {
  at: Instant;
  what: string;
  isFiling: boolean;
}

/**
 * The first day on which two histories differ; null if they are equal. Everything before it needs no computation.
 */
export function firstChange(before: readonly KnownDay[], after: readonly KnownDay[]): IsoDate | null {
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [old, next] = [before[at], after[at]];
    if (old?.day === next?.day && old?.digest === next?.digest) continue;
    return [old?.day, next?.day].filter(day => day !== undefined).sort()[0] ?? null;
  }
  return null;
}

/**
 * The versions of an issuer's fiscal years and of its newest trailing year that were known on one of `days` or before, given the
 * versions that were known before the first of them. Yields after each day, which costs a whole computation, so that a caller can
 * do other work; returns the versions, those given included.
 */
export function* annualHistory(
  input: FinancialsInput,
  days: readonly IsoDate[],
  before: FiguresHistory,
): Generator<undefined, FiguresHistory, undefined> {
  const years = new Versions<AnnualFigures>(before.years, isSameYear);
  const trailing = new Versions<TrailingFigures>(
    before.trailing,
    (a, b) => isSameYear(a, b) && JSON.stringify(a.shares) === JSON.stringify(b.shares),
  );
  for (const day of days) {
    const known = knownFigures({ ...input, asOf: day });
    years.know(day, known.years);
    trailing.know(day, known.trailing === null ? [] : [known.trailing]);
    yield;
  }
  return { years: years.all, trailing: trailing.all };
}

type Presented<Figures> = Figures & Pick<AnnualAmounts, 'accession' | 'status'>;
type OpenVersion<Figures extends AnnualFigures> = {
  -readonly [Member in keyof YearVersion<Figures>]: Member extends 'presented'
    ? YearVersion<Figures>['presented'][number][]
    : YearVersion<Figures>[Member];
};

/** The versions of some years, by what is known of them on successive days. */
class Versions<Figures extends AnnualFigures> {
  readonly all: OpenVersion<Figures>[];
  readonly #isSame: (a: Figures, b: Presented<Figures>) => boolean;
  #open: Map<Day, OpenVersion<Figures>>;

  constructor(before: readonly YearVersion<Figures>[], isSame: (a: Figures, b: Presented<Figures>) => boolean) {
    this.all = before.map(version => ({ ...version, presented: [...version.presented] }));
    this.#open = new Map(this.all.map(version => [version.year.periodEnd, version]));
    this.#isSame = isSame;
  }

  /** Closes the versions that are no longer known at the end of a day, and opens new ones. */
  know(day: IsoDate, known: readonly Presented<Figures>[]): void {
    const next = new Map<Day, OpenVersion<Figures>>();
    for (const year of known) {
      const { accession, status, ...figures } = year;
      const version = this.#open.get(year.periodEnd);
      if (version !== undefined && this.#isSame(version.year, year)) {
        const last = version.presented.at(-1);
        if (last?.accession !== accession || last.status !== status) version.presented.push({ day, accession, status });
        this.#open.delete(year.periodEnd);
        next.set(year.periodEnd, version);
      } else {
        const presented = [{ day, accession, status }];
        const added = { year: figures as unknown as Figures, presented, knownFrom: day, knownTo: null };
        this.all.push(added);
        next.set(year.periodEnd, added);
      }
    }
    for (const version of this.#open.values()) version.knownTo = day;
    this.#open = next;
  }
}

function isSameYear(a: AnnualFigures, b: AnnualFigures): boolean {
  return (
    a.periodStart === b.periodStart &&
    a.fiscalYear === b.fiscalYear &&
    a.isNewest === b.isNewest &&
    a.isStandAlone === b.isStandAlone &&
    a.currency === b.currency &&
    a.layout === b.layout &&
    a.amounts.length === b.amounts.length &&
    a.amounts.every((amount, at) => amount === b.amounts[at])
  );
}

/** A digest of each filing's observations in a set, in the order of the set's series. */
function digestFilings({ filings, series }: FactSet): Digest[] {
  const digests = filings.map(() => new Digest());
  for (const { concept, unit, dimensions, starts, ends, values, filings: at, decimals, exact } of series) {
    const name = new Digest();
    name.addText(JSON.stringify([concept, unit, dimensions]));
    for (let entry = 0; entry < ends.length; entry++) {
      const digest = digests[at[entry] ?? -1];
      if (digest === undefined) continue;
      digest.addDigest(name);
      digest.add(starts[entry] ?? Number.NaN);
      digest.add(ends[entry] ?? Number.NaN);
      digest.add(values[entry] ?? Number.NaN);
      const accuracy = decimals?.[entry] ?? null;
      digest.add(accuracy === null ? Number.NaN : accuracy === 'INF' ? Number.POSITIVE_INFINITY : accuracy);
      digest.addText(exact?.[entry] ?? '');
    }
  }
  return digests;
}

const DOUBLE = new Float64Array(1);
const HALVES = new Uint32Array(DOUBLE.buffer);

/** A rolling digest of 64 bits of numbers and texts: it notices changes, it is not cryptographic. */
class Digest {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;

  add(value: number): void {
    DOUBLE[0] = value;
    this.#mix(HALVES[0] ?? 0);
    this.#mix(HALVES[1] ?? 0);
  }

  addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.#mix(text.charCodeAt(at));
    this.#mix(text.length);
  }

  addDigest(other: Digest): void {
    this.#mix(other.#a);
    this.#mix(other.#b);
  }

  text(): string {
    return [this.#a, this.#b].map(half => (half >>> 0).toString(36)).join('.');
  }

  #mix(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x01000193);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul((this.#b + word) | 0, 0x85ebca6b);
    this.#b ^= this.#b >>> 13;
  }
}
