import type { Day } from '../../../../../kernel/dates.ts';
import type { FaceRow, FactSeries, FactSet } from '../../../../filings/facts/model/facts.ts';
import { CONCEPT_NAMES, conceptNumber } from '../checks/chart.ts';
import { coreConcepts } from '../concepts/core-concepts.ts';
import { EXTENSION_MAP } from '../concepts/extension-map.ts';
import { filingGrains } from '../periods/filing-grains.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';
import { closingGroups, NetResultBasis } from './net-result-basis.ts';
import { classifyUnit } from './units.ts';

/** The value of the start column for instants. */
export const NO_START = -0x80000000;

/** Observations that the rules read, in columns of equal length; `filing` is an index into the visible filings. */
export interface Observations {
  readonly count: number;
  readonly concept: Int32Array;
  readonly unit: Int16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly filing: Int16Array;
  readonly value: Float64Array;
  /** 1 if the source rounds its dates. */
  readonly rounded: Uint8Array;
  readonly decimals: ReadonlyMap<number, number | 'INF'>;
  readonly exact: ReadonlyMap<number, string>;
  readonly units: readonly string[];
  /** 1 for units that are a currency. */
  readonly isAmount: Uint8Array;
  /** Half the unit to which each filing rounds its amounts. */
  readonly grains: Float64Array;
  /** Names of the numbers in `concept`. */
  readonly conceptNames: readonly string[];
  /** 1 for filings whose figures are the company's own: they tag none, or hardly any, of a group. */
  readonly isStandAlone: Uint8Array;
  /** Facts with dimensions, of the few concepts for which a rule reads them. */
  readonly dimensional: readonly DimensionalFact[];
}

export interface DimensionalFact {
  readonly concept: number;
  readonly unit: string;
  readonly dimensions: string;
  readonly start: Day | null;
  readonly end: Day;
  readonly filing: number;
  readonly value: number;
}

/**
 * A single qualifier that means the whole registrant: the parent among several registrants of a report, all segments
 * together, or the operating segments if there is nothing else.
 */
const SOLE_MEMBER =
  /^[^=;]*(LegalEntity[^=;]*=[^=;]*ParentCompany|BusinessSegments[^=;]*=[^=;]*SegmentConsolidated|ConsolidationItems[^=;]*=[^=;]*OperatingSegments)(Member)?(;coregistrant=ParentCompany)?$/;

/** Presentation rows of one filing, by accession. */
export type Faces = ReadonlyMap<string, readonly FaceRow[]>;

const DIMENSIONAL_CONCEPTS = new Set([
  'dei:EntityCommonStockSharesOutstanding',
  'us-gaap:CommonStockSharesOutstanding',
  'us-gaap:EarningsPerShareBasic',
  'us-gaap:EarningsPerShareDiluted',
]);

/** Collects from all sets the facts that rules read or that a visible filing's statements show. */
export function gatherObservations(
  sets: readonly FactSet[],
  filings: readonly SeenFiling[],
  faces: Faces,
): Observations {
  const ranks = new Map(filings.map((filing, rank) => [filing.accession, rank]));
  const names = new ConceptNames(faces);
  const isStandAlone = standAloneFilings(sets, ranks, filings.length);
  const ofGroupDays = daysOfGroup(sets, ranks, isStandAlone);
  const results = hasStandAlone(sets) ? new NetResultBasis(sets, ranks, isStandAlone, STAND_ALONE) : null;
  let room = 0;
  for (const set of sets)
    for (const series of set.series) if (names.of(series.concept) !== -1) room += series.ends.length;
  const columns = new Columns(room);
  const qualified: { series: FactSeries; concept: number; rankOf: Int16Array; isRounded: boolean }[] = [];
  for (const set of sets) {
    const rankOf = Int16Array.from(set.filings, filing => ranks.get(filing.accession) ?? -1);
    const ofGroup = rankOf.map(rank => (rank >= 0 && isStandAlone[rank] ? -1 : rank));
    const ofCompany = rankOf.map(rank => (rank >= 0 && isStandAlone[rank] ? rank : -1));
    for (const series of set.series) {
      const concept = names.of(series.concept);
      if (concept === -1) continue;
      const isGroup = series.dimensions === '';
      if (isGroup || series.dimensions === STAND_ALONE) {
        const withoutDays = isGroup ? NO_DAYS : ofGroupDays;
        if (results === null) columns.add(series, concept, ofGroup, set.datesRounded, withoutDays);
        else {
          const isMoved = (rank: number, at: number) =>
            results.isMoved(concept, rank, series.starts[at], series.ends[at]);
          const [own, other] = isGroup ? [ofGroup, ofCompany] : [ofCompany, ofGroup];
          columns.add(series, concept, own, set.datesRounded, withoutDays, (rank, at) => !isMoved(rank, at));
          columns.add(series, concept, other, set.datesRounded, NO_DAYS, isMoved);
        }
      } else if (SOLE_MEMBER.test(series.dimensions))
        qualified.push({ series, concept, rankOf, isRounded: set.datesRounded });
      else if (DIMENSIONAL_CONCEPTS.has(series.concept)) columns.addDimensional(series, concept, rankOf);
    }
  }
  if (qualified.length > 0) {
    // A filing that states its statements under one member for the whole has no facts without dimensions.
    const isBare = columns.filingsWithout(filings.length, coreConcepts().bits);
    for (const { series, concept, rankOf, isRounded } of qualified) {
      columns.add(
        series,
        concept,
        rankOf.map(rank => (rank >= 0 && isBare[rank] ? rank : -1)),
        isRounded,
      );
    }
  }
  return columns.finish(names.all, isStandAlone);
}

function hasStandAlone(sets: readonly FactSet[]): boolean {
  return sets.some(set => set.series.some(series => series.dimensions === STAND_ALONE));
}

/** How connectors qualify the figures of a company alone beside those of its group. */
const STAND_ALONE = 'basis=non_consolidated';
/** Minimum share of tags relative to the company's own for a group that tags its statements. */
const MIN_SHARE = 0.25;

/**
 * 1 for filings that state the company alone. Some also print the group's statements and tag a line or two of them:
 * these lines are omitted, because the two must never be mixed. Statements of the group that close count, even if more lines of
 * the company alone are tagged.
 */
function standAloneFilings(
  sets: readonly FactSet[],
  ranks: ReadonlyMap<string, number>,
  filingsCount: number,
): Uint8Array {
  const isStandAlone = new Uint8Array(filingsCount);
  if (!hasStandAlone(sets)) return isStandAlone;
  const { bits } = coreConcepts();
  const [group, company] = [new Int32Array(filingsCount), new Int32Array(filingsCount)];
  for (const { filings, series } of sets) {
    for (const { concept, dimensions, filings: stated } of series) {
      const tally = dimensions === '' ? group : dimensions === STAND_ALONE ? company : null;
      if (tally === null || !bits[conceptNumber(concept) ?? -1]) continue;
      for (const filing of stated) {
        const rank = ranks.get(filings[filing]?.accession ?? '');
        if (rank !== undefined) tally[rank] = (tally[rank] ?? 0) + 1;
      }
    }
  }
  const hasFew = (rank: number) => (group[rank] ?? 0) < MIN_SHARE * (company[rank] ?? 0);
  if (!group.some((count, rank) => count > 0 && hasFew(rank)))
    return isStandAlone.map((_, rank) => Number(hasFew(rank)));
  const closing = closingGroups(sets, ranks);
  return isStandAlone.map((_, rank) => Number(hasFew(rank) && !closing.has(rank)));
}

/** Fewer lines of a day are incidental to a statement of another day, such as a balance brought forward. */
const MIN_LINES = 3;

/**
 * Ends of periods for which filings of the group state figures. Values of the company alone for these ends are omitted,
 * whenever they were filed: a group that was sold or adopted standards without tags has no other history.
 */
function daysOfGroup(
  sets: readonly FactSet[],
  ranks: ReadonlyMap<string, number>,
  isStandAlone: Uint8Array,
): ReadonlySet<Day> {
  if (!isStandAlone.includes(1)) return NO_DAYS;
  const { bits } = coreConcepts();
  const lines = new Map<Day, Set<string>>();
  for (const { filings, series } of sets) {
    const isOfGroup = filings.map(filing => isStandAlone[ranks.get(filing.accession) ?? -1] === 0);
    for (const { concept, dimensions, ends, filings: stated, values } of series) {
      if (dimensions !== '' || !bits[conceptNumber(concept) ?? -1]) continue;
      for (const [at, end] of ends.entries()) {
        if (!isOfGroup[stated[at] ?? -1] || values[at] == null) continue;
        const known = lines.get(end);
        if (known === undefined) lines.set(end, new Set([concept]));
        else known.add(concept);
      }
    }
  }
  return new Set([...lines].filter(([, concepts]) => concepts.size >= MIN_LINES).map(([day]) => day));
}

const NO_DAYS: ReadonlySet<Day> = new Set();

/** Concept numbers: those of the chart, then extension concepts on a statement of this issuer. */
class ConceptNames {
  readonly all: string[] = [...CONCEPT_NAMES];
  readonly #added = new Map<string, number>();

  constructor(faces: Faces) {
    for (const rows of faces.values()) {
      for (const row of rows) {
        if (conceptNumber(row.concept) !== undefined || this.#added.has(row.concept)) continue;
        this.#added.set(row.concept, this.all.length);
        this.all.push(row.concept);
      }
    }
  }

  of(concept: string): number {
    const known = conceptNumber(concept) ?? this.#added.get(concept);
    if (known !== undefined) return known;
    const number = mappedNumber(concept);
    // A value names the concept as its filer does.
    if (this.all[number]?.startsWith('filer:')) this.all[number] = concept;
    return number;
  }
}

function mappedNumber(concept: string): number {
  if (STANDARD.test(concept)) return -1;
  const name = concept.slice(concept.indexOf(':') + 1);
  return MAPPED.get(name) ?? (FILERS_OWN.test(concept) ? (conceptNumber(`filer:${name}`) ?? -1) : -1);
}

/**
 * A filer's own concept at EDINET, named after its report and itself (`jpcrp030000-asr_E99999-000:`). If the taxonomy
 * lacks a line, EDINET's rules prescribe the name; concept maps use the prefix `filer:`.
 */
const FILERS_OWN = /^jp[a-z]{2,4}\d{6}-[a-z0-9]+_[A-Z]\d{5}-\d{3}:/;

const STANDARD = /^(us-gaap|dei|srt|ifrs-full|invest|ecd|cyd|country|currency):/;

/** Filers' own concepts in the reviewed map, whatever prefix a source uses. */
const MAPPED = new Map(EXTENSION_MAP.map(row => [row.concept, conceptNumber(`ext:${row.concept}`) ?? -1]));

class Columns {
  readonly #concept: Int32Array;
  readonly #unit: Int16Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #filing: Int16Array;
  readonly #value: Float64Array;
  readonly #rounded: Uint8Array;
  readonly #decimals = new Map<number, number | 'INF'>();
  readonly #exact = new Map<number, string>();
  readonly #dimensional: DimensionalFact[] = [];
  readonly #units = new Map<string, number>([['pure', 0]]);
  #count = 0;

  constructor(room: number) {
    this.#concept = new Int32Array(room);
    this.#unit = new Int16Array(room);
    this.#start = new Int32Array(room);
    this.#end = new Int32Array(room);
    this.#filing = new Int16Array(room);
    this.#value = new Float64Array(room);
    this.#rounded = new Uint8Array(room);
  }

  add(
    series: FactSeries,
    concept: number,
    rankOf: Int16Array,
    isRounded: boolean,
    without: ReadonlySet<Day> = NO_DAYS,
    isTaken: (rank: number, at: number) => boolean = () => true,
  ): void {
    const unit = this.#unitNumber(series.unit);
    for (let at = 0; at < series.ends.length; at++) {
      const rank = rankOf[series.filings[at] ?? -1] ?? -1;
      const value = series.values[at];
      if (without.has(series.ends[at] ?? 0)) continue;
      if (rank < 0 || value === null || value === undefined || !Number.isFinite(value) || !isTaken(rank, at)) continue;
      const to = this.#count++;
      this.#concept[to] = concept;
      this.#unit[to] = unit;
      this.#start[to] = series.starts[at] ?? NO_START;
      this.#end[to] = series.ends[at] ?? 0;
      this.#filing[to] = rank;
      this.#value[to] = value;
      if (isRounded) this.#rounded[to] = 1;
      const decimals = series.decimals?.[at];
      if (decimals !== undefined && decimals !== null) this.#decimals.set(to, decimals);
      const exact = series.exact?.[at];
      if (exact !== undefined) this.#exact.set(to, exact);
    }
  }

  /** 1 for filings without an added core line. */
  filingsWithout(filingsCount: number, bits: Uint8Array): boolean[] {
    const isBare = new Array<boolean>(filingsCount).fill(true);
    for (let at = 0; at < this.#count; at++) {
      if (bits[this.#concept[at] ?? 0]) isBare[this.#filing[at] ?? 0] = false;
    }
    return isBare;
  }

  addDimensional(series: FactSeries, concept: number, rankOf: Int16Array): void {
    for (let at = 0; at < series.ends.length; at++) {
      const filing = rankOf[series.filings[at] ?? -1] ?? -1;
      const value = series.values[at];
      if (filing < 0 || value === null || value === undefined) continue;
      const { unit, dimensions } = series;
      this.#dimensional.push({
        concept,
        unit,
        dimensions,
        start: series.starts[at] ?? null,
        end: series.ends[at] ?? 0,
        filing,
        value,
      });
    }
  }

  finish(conceptNames: readonly string[], isStandAlone: Uint8Array): Observations {
    const count = this.#count;
    const units = [...this.#units.keys()];
    const isAmount = Uint8Array.from(units, unit => (classifyUnit(unit).unitClass === 'currency' ? 1 : 0));
    const isCore = coreConcepts().bits;
    const columns = { count, filing: this.#filing, value: this.#value };
    return {
      count,
      isAmount,
      grains: filingGrains(
        columns,
        isStandAlone.length,
        at => isCore[this.#concept[at] ?? -1] !== 0 && isAmount[this.#unit[at] ?? -1] === 1,
      ),
      concept: this.#concept.subarray(0, count),
      unit: this.#unit.subarray(0, count),
      start: this.#start.subarray(0, count),
      end: this.#end.subarray(0, count),
      filing: this.#filing.subarray(0, count),
      value: this.#value.subarray(0, count),
      rounded: this.#rounded.subarray(0, count),
      decimals: this.#decimals,
      exact: this.#exact,
      units,
      conceptNames,
      isStandAlone,
      dimensional: this.#dimensional,
    };
  }

  #unitNumber(unit: string): number {
    const known = this.#units.get(unit);
    if (known !== undefined) return known;
    this.#units.set(unit, this.#units.size);
    return this.#units.size - 1;
  }
}
