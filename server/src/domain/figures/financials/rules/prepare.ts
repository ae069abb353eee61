import type { Day, Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { FactSet } from '../../../filings/facts/model/facts.ts';
import { CONCEPT_NAMES, codeNumber } from './checks/chart.ts';
import { type ConceptMap, mapOf } from './concepts/concept-maps.ts';
import { coreConcepts } from './concepts/core-concepts.ts';
import { type FaceIndex, gatherFaces } from './concepts/faces.ts';
import { buildCalendar, type FiscalYear, type OwnPeriod } from './periods/calendar.ts';
import { type ForeignStatements, keepOwnRecasts } from './periods/own-recasts.ts';
import { alignRoundedStarts, snapRoundedDates } from './periods/snap-dates.ts';
import { gatherSpans } from './periods/spans.ts';
import { type SeenFiling, seeFilings } from './periods/visible-filings.ts';
import { dropMisplacedTotals } from './values/checks/equity-totals.ts';
import { gatherObservations, NO_START, type Observations } from './values/observations.ts';
import { type Duplicate, placeObservations, type RunIndex } from './values/placed.ts';
import { agree } from './values/rounding.ts';
import { Guard } from './values/selection/guards.ts';
import { buildSlots, type SlotTable } from './values/slots.ts';
import { classifyUnit } from './values/units.ts';

/** The ordered facts of an issuer: filings by time, observations by the periods of its own calendar. */
export interface Prepared {
  readonly filings: readonly SeenFiling[];
  readonly faces: FaceIndex;
  readonly observations: Observations;
  readonly currencies: readonly (string | null)[];
  readonly years: readonly FiscalYear[];
  readonly slots: SlotTable;
  readonly own: readonly OwnPeriod[];
  /** Ends of the durations that a filing names even if it shows no flows of them. */
  readonly named: ReadonlySet<Day>;
  readonly placed: RunIndex;
  readonly guard: Guard;
  readonly duplicates: readonly Duplicate[];
  /** Observations that their own filing contradicts beyond rounding. */
  readonly contradicted: ReadonlySet<number>;
  /** Filings left out because their figures are another company's. */
  readonly foreign: readonly ForeignStatements[];
  /** Totals of equity left out because the parent's equity is larger. */
  readonly misplaced: readonly number[];
  /** Number of the unit `pure`, the unit of ratios. */
  readonly pureUnit: number;
}

export interface PrepareInput {
  readonly sets: readonly FactSet[];
  readonly knownAt: Readonly<Record<string, Instant>>;
  readonly voidSince?: Readonly<Record<string, Instant>> | undefined;
  readonly asOf: IsoDate | null;
}

/** Sorts the visible facts into periods; null if no visible filing states a fact of a statement. */
export function prepareFacts(
  input: PrepareInput,
  filings = seeFilings(input.sets, input.knownAt, input.asOf, input.voidSince),
): Prepared | null {
  const faces = gatherFaces(input.sets, filings);
  const observations = gatherObservations(input.sets, filings, faces.rows);
  if (observations.count === 0) return null;
  const currencies = reportingCurrencies(observations, filings.length);
  const kept = keepReportingCurrency(observations, currencies);
  keepOneStandard(observations, kept);
  const misplaced = dropMisplacedTotals(observations, kept);
  if (observations.rounded.includes(1)) {
    snapRoundedDates(observations, kept);
    alignRoundedStarts(observations, coreConcepts().bits, filings.length);
  }
  const foreign = keepOwnRecasts(observations, filings, kept);
  const { spans, own, named } = gatherSpans(observations, filings, kept);
  const years = buildCalendar(spans, own);
  if (years.length === 0) return null;
  const slots = buildSlots(years);
  const slotOf = slotObservations(observations, slots, kept, own, filings);
  keepOneCurrency(observations, slotOf, slots.count, currencies);
  const { placed, duplicates } = placeObservations(observations, slots, slotOf, filings.length);
  return {
    filings,
    faces,
    observations,
    currencies,
    years,
    slots,
    own,
    named,
    placed,
    guard: new Guard(placed, filings),
    duplicates,
    contradicted: contradictedEntries(observations, duplicates),
    foreign,
    misplaced,
    pureUnit: observations.units.indexOf('pure'),
  };
}

/**
 * The currency of each filing's statements: that of most of their core lines. A convenience translation covers only one
 * of several periods, so it loses; in a tie the currency other than the dollar wins.
 */
function reportingCurrencies(observations: Observations, filingsCount: number): (string | null)[] {
  const currencies = observations.units.map(unit => {
    const { unitClass, currency } = classifyUnit(unit);
    return unitClass === 'currency' ? currency : null;
  });
  const known = [...new Set(currencies.filter(currency => currency !== null))];
  const [only = null] = known;
  if (known.length <= 1) return new Array<string | null>(filingsCount).fill(only);
  const counts = Array.from({ length: filingsCount }, () => new Map<string, number>());
  const core = coreConcepts();
  const anchor = new Set(['total_assets', 'equity', 'net_income', 'revenue', 'operating_cash_flow'].map(codeNumber));
  for (let at = 0; at < observations.count; at++) {
    const currency = currencies[observations.unit[at] ?? -1];
    const code = core.codeOf[observations.concept[at] ?? -1] ?? -1;
    if (!currency || !anchor.has(code)) continue;
    const tally = counts[observations.filing[at] ?? -1];
    tally?.set(currency, (tally.get(currency) ?? 0) + 1);
  }
  return fillGaps(counts.map(mostFrequent));
}

function mostFrequent(tally: Map<string, number>): string | null {
  let best: string | null = null;
  for (const [currency, count] of tally) {
    const lead = best === null ? 1 : count - (tally.get(best) ?? 0);
    if (lead > 0 || (lead === 0 && best === 'USD')) best = currency;
  }
  return best;
}

/** A filing without core lines (a cover page, a note) takes the currency of its neighbour in time. */
function fillGaps(found: (string | null)[]): (string | null)[] {
  const filled = [...found];
  for (let at = 1; at < filled.length; at++) filled[at] ??= filled[at - 1] ?? null;
  for (let at = filled.length - 2; at >= 0; at--) filled[at] ??= filled[at + 1] ?? null;
  return filled;
}

/** 1 for observations in the currency of their filing's statements, or in a unit without currency. */
function keepReportingCurrency(observations: Observations, currencies: readonly (string | null)[]): Uint8Array {
  const units = observations.units.map(classifyUnit);
  const kept = new Uint8Array(observations.count);
  for (let at = 0; at < observations.count; at++) {
    const unit = units[observations.unit[at] ?? -1];
    if (!unit || unit.unitClass === 'other') continue;
    if (unit.currency === null || unit.currency === currencies[observations.filing[at] ?? -1]) kept[at] = 1;
  }
  return kept;
}

const MAPS: readonly (ConceptMap | null)[] = CONCEPT_NAMES.map(mapOf);

/**
 * A report that changes its accounting standard may state a year in both. If one filing uses two concept maps for one
 * end of a period, the map with more core lines wins, and nothing of the other is mixed in.
 */
function keepOneStandard(observations: Observations, kept: Uint8Array): void {
  const { bits } = coreConcepts();
  const counts = new Map<string, Map<ConceptMap, number>>();
  const keyOf = (at: number) => `${observations.filing[at]} ${observations.end[at]}`;
  for (let at = 0; at < observations.count; at++) {
    const map = MAPS[observations.concept[at] ?? -1];
    if (!map || kept[at] === 0 || !bits[observations.concept[at] ?? 0]) continue;
    const tally = counts.get(keyOf(at)) ?? new Map<ConceptMap, number>();
    counts.set(keyOf(at), tally);
    tally.set(map, (tally.get(map) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  for (let at = 0; at < observations.count; at++) {
    const map = MAPS[observations.concept[at] ?? -1];
    const tally = map ? counts.get(keyOf(at)) : undefined;
    if (!map || !tally || tally.size < 2) continue;
    const own = tally.get(map) ?? 0;
    if ([...tally.values()].some(count => count > own)) kept[at] = 0;
  }
}

/**
 * The slot of each observation. Cover-page facts keep their own date and belong to the period that their filing
 * reports.
 */
function slotObservations(
  observations: Observations,
  slots: SlotTable,
  kept: Uint8Array,
  own: readonly OwnPeriod[],
  filings: readonly SeenFiling[],
): Int32Array {
  const isCover = observations.conceptNames.map(name => name.startsWith('dei:'));
  const coverSlot = new Int32Array(filings.length).fill(-1);
  for (const period of own) coverSlot[period.filing] = slots.placeInstant(period.end);
  const slotOf = new Int32Array(observations.count).fill(-1);
  for (let at = 0; at < observations.count; at++) {
    if (kept[at] === 0) continue;
    slotOf[at] = isCover[observations.concept[at] ?? 0]
      ? (coverSlot[observations.filing[at] ?? 0] ?? -1)
      : slots.place(observations.start[at] ?? NO_START, observations.end[at] ?? 0);
  }
  return slotOf;
}

/**
 * If a filer changed its reporting currency, a period uses the currency of the newest filing that shows it: amounts in
 * two currencies are not vintages of one figure.
 */
function keepOneCurrency(
  observations: Observations,
  slotOf: Int32Array,
  slotsCount: number,
  currencies: readonly (string | null)[],
): void {
  if (currencies.every(currency => currency === currencies[0])) return;
  const { bits } = coreConcepts();
  const newest = new Int32Array(slotsCount).fill(-1);
  for (let at = 0; at < observations.count; at++) {
    const slot = slotOf[at] ?? -1;
    const filing = observations.filing[at] ?? -1;
    if (slot >= 0 && bits[observations.concept[at] ?? 0] && filing > (newest[slot] ?? -1)) newest[slot] = filing;
  }
  const units = observations.units.map(unit => classifyUnit(unit).currency);
  for (let at = 0; at < observations.count; at++) {
    const slot = slotOf[at] ?? -1;
    const currency = units[observations.unit[at] ?? -1];
    if (slot < 0 || !currency) continue;
    if (currency !== currencies[newest[slot] ?? -1]) slotOf[at] = -1;
  }
}

function contradictedEntries(observations: Observations, duplicates: readonly Duplicate[]): Set<number> {
  const entries = new Set<number>();
  for (const { kept, dropped } of duplicates) {
    const isSameDates =
      observations.start[kept] === observations.start[dropped] && observations.end[kept] === observations.end[dropped];
    if (!isSameDates || observations.unit[kept] !== observations.unit[dropped]) continue;
    if (!agree(observations, kept, dropped)) entries.add(kept);
  }
  return entries;
}
