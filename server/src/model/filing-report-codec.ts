import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Day, type IsoDate, parseDay, toIsoDate } from '../kernel/dates.ts';
import type {
  AsFiledRow,
  AsFiledStatement,
  AsFiledStatementType,
  FilingReport,
  ReportedFact,
} from './filing-contents.ts';

/** Changes whenever stored reports have to be written anew to be read. */
export const REPORT_CODEC_VERSION = '1';

/** Text facts are kept up to this many characters; the whole text stands in the archived document. */
export const MAX_FACT_CHARS = 2000;

/** No stored part unpacks to more than this, so that damaged bytes can't take all memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** A report as the store keeps it: JSON of columns and dictionaries, packed with zstd. */
export interface PackedReport {
  /** Numbers and nils without dimensions: the facts that a canonical value can rest on. */
  plainFacts: Uint8Array;
  /** Texts, and whatever has dimensions. */
  otherFacts: Uint8Array;
  statements: Uint8Array;
}

/**
 * Facts in columns of equal length: `concept`, `period`, `unit`, `dimensions` and `document` point into the dictionaries
 * (-1 = no unit). Texts that are long are cut, see {@link StoredFact.valueChars}.
 */
export interface FactColumns {
  concepts: string[];
  periods: [start: Day | null, end: Day][];
  units: string[];
  /** [axis, member, axis, member …]; the first is always the empty one. */
  dimensionSets: string[][];
  documents: string[];
  /** The filer's words for members that the dimensions name, [member, label]. */
  labels: [string, string][];
  /** Place of each fact in the report, counted from 0, ascending. */
  position: number[];
  concept: number[];
  period: number[];
  unit: number[];
  dimensions: number[];
  document: number[];
  value: (string | null | [excerpt: string, chars: number])[];
  decimals: (number | 'INF' | null)[];
  /** Null where the element has none. */
  elementId: (string | null)[];
  start: number[];
  length: number[];
}

/** A fact read back from the store. */
export interface StoredFact extends ReportedFact {
  /** Place in the report, counted from 0 in document order. */
  position: number;
  /** Length of the whole text where `value` is only its beginning; null where `value` is whole. */
  valueChars: number | null;
}

/** Packs a report; the same report gives the same bytes. Throws where a date is none or a statement names a fact that is not there. */
export function packReport({ facts, statements, statementsReason, labels }: FilingReport): PackedReport {
  const plain = new ColumnWriter();
  const other = new ColumnWriter();
  for (const [position, fact] of facts.entries()) (isPlain(fact) ? plain : other).add(fact, position);
  return {
    plainFacts: pack(plain.stored(NO_LABELS)),
    otherFacts: pack(other.stored(labels ?? NO_LABELS)),
    statements: pack(
      statements.length === 0 ? (statementsReason ?? null) : statements.map(one => toStored(one, facts.length)),
    ),
  };
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();

function isPlain(fact: ReportedFact): boolean {
  return fact.unit !== null && Object.keys(fact.dimensions).length === 0;
}

interface StoredColumns {
  c: string[];
  p: [Day | null, Day][];
  u: string[];
  d: string[][];
  f: string[];
  g: [string, string][];
  /** Differences to the one before, as are those of `s`: small numbers pack well. */
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

class ColumnWriter {
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

/** Numbers entries in the order of their first use. */
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
  // Half characters would reach readers as escapes that not every JSON parser takes.
  if (value.length <= MAX_FACT_CHARS) return value.toWellFormed();
  return [beginningOf(value, MAX_FACT_CHARS).toWellFormed(), value.length];
}

/** At most so many UTF-16 units of a text, without half a character at the end. */
export function beginningOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}

function placeName(start: number): string {
  return `@${start}`;
}

/** Unpacks {@link PackedReport.plainFacts} or {@link PackedReport.otherFacts}. Throws where the bytes are not what was packed. */
export function unpackFacts(packed: Uint8Array): FactColumns {
  const stored = unpack(packed) as StoredColumns;
  return {
    concepts: stored.c,
    periods: stored.p,
    units: stored.u,
    dimensionSets: stored.d,
    documents: stored.f,
    labels: stored.g,
    position: running(stored.i),
    concept: stored.k,
    period: stored.t,
    unit: stored.n,
    dimensions: stored.m,
    document: stored.o,
    value: stored.v,
    decimals: stored.x,
    elementId: stored.e,
    start: running(stored.s),
    length: stored.l,
  };
}

/** Turns differences into sums, in place. */
function running(differences: number[]): number[] {
  let sum = 0;
  for (let index = 0; index < differences.length; index++) {
    sum += differences[index] ?? 0;
    differences[index] = sum;
  }
  return differences;
}

/** One fact of the columns. Throws where there is no such row. */
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

/** [axis, member, axis, member …] as a record. */
export function dimensionsOf(pairs: readonly string[]): Record<string, string> {
  const dimensions: [string, string][] = [];
  for (let index = 0; index < pairs.length; index += 2) dimensions.push([pairs[index] ?? '', pairs[index + 1] ?? '']);
  // Made from entries: assigning to a member called __proto__ would not make one.
  return Object.fromEntries(dimensions);
}

type StoredStatement = [
  type: AsFiledStatementType,
  role: string,
  title: string,
  columns: [label: string, start: Day | null, end: Day, dimensions?: string[]][],
  rows: StoredRow[],
];

type StoredRow = [
  concept: string,
  label: string,
  level: number,
  traits: number,
  cells: (number | null)[],
  dimensions?: string[],
];

const ABSTRACT = 1;
const TOTAL = 2;
const NEGATED = 4;

function toStored(statement: AsFiledStatement, factsCount: number): StoredStatement {
  return [
    statement.statementType,
    statement.role,
    statement.title,
    statement.columns.map(toStoredColumn),
    statement.rows.map(row => toStoredRow(row, factsCount)),
  ];
}

function toStoredColumn({
  label,
  periodStart,
  periodEnd,
  dimensions,
}: AsFiledStatement['columns'][number]): StoredStatement[3][number] {
  const pairs = Object.entries(dimensions ?? {}).flat();
  const column: StoredStatement[3][number] = [label, dayOrNull(periodStart), dayOf(periodEnd)];
  if (pairs.length > 0) column.push(pairs);
  return column;
}

function toStoredRow(row: AsFiledRow, factsCount: number): StoredRow {
  const lost = row.cells.find(cell => cell !== null && !(cell >= 0 && cell < factsCount));
  if (lost !== undefined) throw new Error(`a statement points at fact ${lost} of ${factsCount}`);
  const traits = (row.isAbstract ? ABSTRACT : 0) + (row.isTotal ? TOTAL : 0) + (row.isNegated ? NEGATED : 0);
  const stored: StoredRow = [row.concept, row.label, row.level, traits, row.cells];
  const pairs = Object.entries(row.dimensions).flat();
  if (pairs.length > 0) stored.push(pairs);
  return stored;
}

/** The statements of a report; where there are none, why, as far as that is known. */
export type StoredStatements = Required<Pick<FilingReport, 'statements' | 'statementsReason'>>;

/** Unpacks {@link PackedReport.statements}. Throws where the bytes are not what was packed. */
export function unpackStatements(packed: Uint8Array): StoredStatements {
  const stored = unpack(packed) as StoredStatement[] | string | null;
  if (!Array.isArray(stored)) return { statements: [], statementsReason: stored };
  return { statements: stored.map(toStatement), statementsReason: null };
}

function toStatement([statementType, role, title, columns, rows]: StoredStatement): AsFiledStatement {
  return {
    statementType,
    role,
    title,
    columns: columns.map(([label, start, end, dimensions]) => ({
      label,
      periodStart: start === null ? null : toIsoDate(start),
      periodEnd: toIsoDate(end),
      ...(dimensions === undefined ? {} : { dimensions: dimensionsOf(dimensions) }),
    })),
    rows: rows.map(([concept, label, level, traits, cells, dimensions]) => ({
      concept,
      label,
      level,
      isAbstract: (traits & ABSTRACT) !== 0,
      isTotal: (traits & TOTAL) !== 0,
      isNegated: (traits & NEGATED) !== 0,
      dimensions: dimensionsOf(dimensions ?? []),
      cells,
    })),
  };
}

function pack(json: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(json), { params: { [constants.ZSTD_c_compressionLevel]: 6 } });
}

function unpack(packed: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8'));
}

function dayOrNull(date: IsoDate | null): Day | null {
  return date === null ? null : dayOf(date);
}

function dayOf(date: IsoDate): Day {
  const day = parseDay(date);
  if (day === null) throw new Error(`not a date: ${date}`);
  return day;
}

function at<T>(list: readonly T[], index: number | undefined): T {
  const member = list[index ?? -1];
  if (member === undefined) throw new Error(`a stored report points at entry ${index} of ${list.length}`);
  return member;
}
