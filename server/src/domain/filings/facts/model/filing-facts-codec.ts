import { type Day, toIsoDate } from '../../../../kernel/dates.ts';
import { dayOf, dayOrNull, unpackInTurn } from '../../../../kernel/packed-json.ts';
import { truncate } from '../../../../kernel/text/surrogate-pairs.ts';
import type { ReportedFact } from '../../filings/model/filing-contents.ts';

/** Maximum length of stored text facts in characters; the archived document contains the full text. */
export const MAX_FACT_CHARS = 2000;

/**
 * Facts in columns of equal length: `concept`, `period`, `unit`, `dimensions` and `document` are indexes into the
 * dictionaries (-1 = no unit). Long texts are truncated, see {@link StoredFact.valueChars}.
 */
export interface FactColumns {
  concepts: string[];
  periods: [start: Day | null, end: Day][];
  units: string[];
  /** [axis, member, axis, member …]; the first set is always empty. */
  dimensionSets: string[][];
  documents: string[];
  /** The filer's labels of members that the dimensions name, [member, label]. */
  labels: [string, string][];
  /** Position of each fact in the report, from 0, ascending. */
  position: number[];
  concept: number[];
  period: number[];
  unit: number[];
  dimensions: number[];
  document: number[];
  value: (string | null | [excerpt: string, chars: number])[];
  decimals: (number | 'INF' | null)[];
  /** Null if the element has none. */
  elementId: (string | null)[];
  start: number[];
  length: number[];
}

/** A fact read from the store. */
export interface StoredFact extends ReportedFact {
  /** Position in the report, from 0 in document order. */
  position: number;
  /** Length of the full text if `value` is truncated; null otherwise. */
  valueChars: number | null;
}

interface StoredColumns {
  c: string[];
  p: [Day | null, Day][];
  u: string[];
  d: string[][];
  f: string[];
  g: [string, string][];
  /** Differences to the previous fact, as in `s`: small numbers compress well. */
  i: number[];
  k: number[];
  t: number[];
  n: number[];
  m: number[];
  o: number[];
  v: FactColumns['value'];
  x: FactColumns['decimals'];
  e: FactColumns['elementId'];
  s: number[];
  l: number[];
}

/** Collects facts in columns, in the order of the report. */
export class ColumnWriter {
  readonly #concepts = new Numbering<string>();
  readonly #periods = new Numbering<[Day | null, Day]>();
  readonly #units = new Numbering<string>();
  readonly #dimensions = new Numbering<string[]>();
  readonly #documents = new Numbering<string>();
  readonly #columns: Omit<StoredColumns, 'c' | 'p' | 'u' | 'd' | 'f' | 'g'> = {
    i: [],
    k: [],
    t: [],
    n: [],
    m: [],
    o: [],
    v: [],
    x: [],
    e: [],
    s: [],
    l: [],
  };
  #lastPosition = 0;
  #lastStart = 0;

  constructor() {
    this.#dimensions.of('', []);
  }

  add(fact: ReportedFact, position: number): void {
    const columns = this.#columns;
    columns.i.push(position - this.#lastPosition);
    columns.k.push(this.#concepts.of(fact.concept, fact.concept));
    columns.t.push(this.#period(fact));
    columns.n.push(fact.unit === null ? -1 : this.#units.of(fact.unit, fact.unit));
    columns.m.push(this.#dimensionSet(fact.dimensions));
    columns.o.push(this.#documents.of(fact.document, fact.document));
    columns.v.push(fact.unit === null ? storedText(fact.value) : fact.value);
    columns.x.push(fact.decimals);
    columns.e.push(fact.elementId === placeName(fact.start) ? null : fact.elementId);
    columns.s.push(fact.start - this.#lastStart);
    columns.l.push(fact.end - fact.start);
    this.#lastPosition = position;
    this.#lastStart = fact.start;
  }

  stored(labels: ReadonlyMap<string, string>): StoredColumns {
    return {
      c: this.#concepts.entries(),
      p: this.#periods.entries(),
      u: this.#units.entries(),
      d: this.#dimensions.entries(),
      f: this.#documents.entries(),
      g: this.#labelsOfMembers(labels),
      ...this.#columns,
    };
  }

  #labelsOfMembers(labels: ReadonlyMap<string, string>): [string, string][] {
    const members = this.#dimensions.entries().flatMap(pairs => pairs.filter((_, index) => index % 2 === 1));
    return [...new Set(members)].sort().flatMap((member): [string, string][] => {
      const label = labels.get(member);
      return label === undefined ? [] : [[member, label]];
    });
  }

  #period({ periodStart, periodEnd }: ReportedFact): number {
    const key = `${periodStart ?? ''}/${periodEnd}`;
    return this.#periods.known(key) ?? this.#periods.of(key, [dayOrNull(periodStart), dayOf(periodEnd)]);
  }

  #dimensionSet(dimensions: Record<string, string>): number {
    const axes = Object.keys(dimensions).sort();
    if (axes.length === 0) return 0;
    const pairs = axes.flatMap(axis => [axis, dimensions[axis] ?? '']);
    return this.#dimensions.of(JSON.stringify(pairs), pairs);
  }
}

/** Numbers entries in the order of first use. */
class Numbering<Entry> {
  readonly #numbers = new Map<string, number>();
  readonly #entries: Entry[] = [];

  known(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  of(key: string, entry: Entry): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#entries.length);
    return this.#entries.push(entry) - 1;
  }

  entries(): Entry[] {
    return this.#entries;
  }
}

function storedText(value: string | null): FactColumns['value'][number] {
  if (value === null) return null;
  // Unpaired surrogates would appear in JSON as escapes that some parsers reject.
  if (value.length <= MAX_FACT_CHARS) return value.toWellFormed();
  return [truncate(value, MAX_FACT_CHARS).toWellFormed(), value.length];
}

function placeName(start: number): string {
  return `@${start}`;
}

/** Unpacks the output of a {@link ColumnWriter}. Rejects if the bytes are invalid. */
export async function unpackFacts(packed: Uint8Array): Promise<FactColumns> {
  const stored = (await unpackInTurn(packed)) as StoredColumns;
  return {
    concepts: stored.c,
    periods: stored.p,
    units: stored.u,
    dimensionSets: stored.d,
    documents: stored.f,
    labels: stored.g,
    position: cumulate(stored.i),
    concept: stored.k,
    period: stored.t,
    unit: stored.n,
    dimensions: stored.m,
    document: stored.o,
    value: stored.v,
    decimals: stored.x,
    elementId: stored.e,
    start: cumulate(stored.s),
    length: stored.l,
  };
}

/** Replaces differences by sums, in place. */
function cumulate(differences: number[]): number[] {
  let sum = 0;
  for (let index = 0; index < differences.length; index++) {
    sum += differences[index] ?? 0;
    differences[index] = sum;
  }
  return differences;
}

/** One fact of the columns. Throws if the row does not exist. */
export function factAt(columns: FactColumns, row: number): StoredFact {
  const [start, end] = at(columns.periods, columns.period[row]);
  const unit = columns.unit[row] ?? -1;
  const value = columns.value[row] ?? null;
  const from = columns.start[row] ?? 0;
  return {
    position: columns.position[row] ?? 0,
    concept: at(columns.concepts, columns.concept[row]),
    periodStart: start === null ? null : toIsoDate(start),
    periodEnd: toIsoDate(end),
    unit: unit < 0 ? null : at(columns.units, unit),
    value: Array.isArray(value) ? value[0] : value,
    valueChars: Array.isArray(value) ? value[1] : null,
    decimals: columns.decimals[row] ?? null,
    dimensions: dimensionsOf(at(columns.dimensionSets, columns.dimensions[row])),
    document: at(columns.documents, columns.document[row]),
    elementId: columns.elementId[row] ?? placeName(from),
    start: from,
    end: from + (columns.length[row] ?? 0),
  };
}

/** Converts [axis, member, axis, member …] to a record. */
export function dimensionsOf(pairs: readonly string[]): Record<string, string> {
  const dimensions: [string, string][] = [];
  for (let index = 0; index < pairs.length; index += 2) dimensions.push([pairs[index] ?? '', pairs[index + 1] ?? '']);
  // Object.fromEntries, because assigning to a member called __proto__ would not create it.
  return Object.fromEntries(dimensions);
}

function at<T>(list: readonly T[], index: number | undefined): T {
  const member = list[index ?? -1];
  if (member === undefined) throw new Error(`Stored report refers to entry ${index} of ${list.length}.`);
  return member;
}
