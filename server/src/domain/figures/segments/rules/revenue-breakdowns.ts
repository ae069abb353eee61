import { decimalPlaces, toScaledInteger } from '../../../../kernel/exact-number.ts';
import { conceptLabel } from '../../../filings/facts/model/concept-words.ts';
import { accuracyOf, type ReportedFact } from '../../../filings/filings/model/filing-contents.ts';
import {
  type Breakdown,
  basisOf,
  breakdownOf,
  isConsolidationAxis,
  isOperatingSegments,
  isSubsegmentAxis,
  REVENUE_CONCEPTS,
} from './breakdown-axes.ts';
import { chooseMembers, isNear, type MemberAmount, sumOf } from './choose-members.ts';

/** Revenue of one period by the members of one axis. Amounts are exact decimals in `unit`. */
export interface RevenueBreakdown {
  breakdownBy: Breakdown;
  axis: string;
  concept: string;
  unit: string;
  rows: RevenueRow[];
  /** The same concept without dimensions. */
  total: string;
  /** Total less the sum of rows. */
  difference: string;
  /** Whether the difference is at most rounding. */
  isReconciled: boolean;
}

export interface RevenueRow {
  /** `aapl:IPhoneMember`; the member of the consolidation axis for eliminations and similar items. */
  member: string;
  label: string;
  value: string;
  /** Share of the total, 0 to 1; null if the total is zero. Eliminations are negative. */
  share: number | null;
}

export interface RevenuePeriod {
  periodStart: string;
  periodEnd: string;
}

/**
 * Computes revenue by segment, product, geography and customer from a filing's own dimensional facts of one period,
 * each reconciled to total revenue (ASC 280-10-50-30 and 606-10-50-5). Members that are sums of others are not counted
 * twice: the finest breakdown comes first, then the coarser one. Eliminations and unallocated amounts are rows of their
 * own. If the rows do not sum to the total, the difference is stated. Labels are the filer's, by member.
 */
export function revenueBreakdowns(
  facts: readonly ReportedFact[],
  period: RevenuePeriod,
  labels: ReadonlyMap<string, string> = new Map(),
): RevenueBreakdown[] {
  const revenue = ofOneBasis(facts.filter(fact => isRevenueOf(fact, period)));
  const scale = scaleOf(revenue.flatMap(fact => fact.value ?? []));
  const wholes = wholesOf(revenue, scale);
  const axes = new Set(revenue.flatMap(({ dimensions }) => Object.keys(dimensions)));
  return [...axes].sort().flatMap(axis => {
    const breakdownBy = breakdownOf(axis);
    if (breakdownBy === null) return [];
    const candidates = wholes.flatMap(whole => splits(revenue, axis, whole, scale));
    const best = candidates.sort(byQuality)[0];
    return best === undefined ? [] : toBreakdowns(best, breakdownBy, axis, scale, labels);
  });
}

function isRevenueOf({ concept, periodStart, periodEnd, unit, value }: ReportedFact, period: RevenuePeriod): boolean {
  if (unit === null || value === null || !/^-?\d{1,30}(?:\.\d{1,10})?$/.test(value)) return false;
  return RANKS.has(concept) && periodStart === period.periodStart && periodEnd === period.periodEnd;
}

/**
 * The facts of the group if any are marked as such, otherwise those without a basis, otherwise the company's own. Their
 * axis of basis, which divides nothing, is removed.
 */
function ofOneBasis(facts: readonly ReportedFact[]): ReportedFact[] {
  const reported = Map.groupBy(facts, ({ dimensions }) => {
    const bases = Object.entries(dimensions).flatMap(([axis, member]) => basisOf(axis, member) ?? []);
    return bases[0] ?? 'none';
  });
  const kept = reported.get('group') ?? reported.get('none');
  if (kept !== undefined && !reported.has('group')) return kept;
  return (kept ?? reported.get('own') ?? []).map(fact => ({ ...fact, dimensions: withoutBasis(fact.dimensions) }));
}

function withoutBasis(dimensions: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dimensions).filter(([axis, member]) => basisOf(axis, member) === null));
}

const RANKS: ReadonlyMap<string, number> = new Map(REVENUE_CONCEPTS.map((concept, rank) => [concept, rank]));

/** A revenue total to divide; `qualifier` contains the dimensions that total and rows share, if any. */
interface Whole {
  concept: string;
  unit: string;
  amount: bigint;
  halfPlace: bigint;
  qualifier: Record<string, string>;
}

/**
 * Totals without dimensions, and qualified totals with the same amount as one of these, for example if an axis
 * separates revenue from other income.
 */
function wholesOf(revenue: readonly ReportedFact[], scale: Scale): Whole[] {
  const all = finest(revenue).map((fact): Whole => {
    const { concept, dimensions, decimals } = fact;
    const amount = scale.toAmount(fact.value ?? '0');
    return { concept, unit: fact.unit ?? '', amount, halfPlace: scale.halfPlace(decimals), qualifier: dimensions };
  });
  const plain = all.filter(whole => axesOf(whole.qualifier).length === 0);
  const amounts = new Set(plain.map(({ unit, amount }) => `${amount} ${unit}`));
  const qualified = all.filter(
    ({ qualifier, amount, unit }) =>
      axesOf(qualifier).length === 1 && amount !== 0n && amounts.has(`${amount} ${unit}`) && !isConsolidated(qualifier),
  );
  return [...plain, ...qualified];
}

function axesOf(dimensions: Record<string, string>): string[] {
  return Object.keys(dimensions);
}

function isConsolidated(dimensions: Record<string, string>): boolean {
  return axesOf(dimensions).some(isConsolidationAxis);
}

/** One fact per concept, unit and dimensions: the most exact of duplicates. */
function finest(facts: readonly ReportedFact[]): ReportedFact[] {
  const kept = new Map<string, ReportedFact>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.concept, fact.unit, Object.entries(fact.dimensions).sort()]);
    const other = kept.get(key);
    if (other === undefined || accuracyOf(fact) > accuracyOf(other)) kept.set(key, fact);
  }
  return [...kept.values()];
}

/** One division of a total by an axis. */
interface Split {
  whole: Whole;
  finest: MemberAmount[];
  coarser: MemberAmount[] | null;
  isReconciled: boolean;
  difference: bigint;
}

function splits(revenue: readonly ReportedFact[], axis: string, whole: Whole, scale: Scale): Split[] {
  if (whole.qualifier[axis] !== undefined) return [];
  const same = finest(revenue.filter(({ concept, unit }) => concept === whole.concept && unit === whole.unit));
  const inside = same.flatMap(fact => placeOn(fact, axis, whole) ?? []);
  const members = new Map<string, bigint>();
  for (const kind of ['direct', 'operating', 'crossed'] as const) addMissing(members, inside, kind, scale);
  if (members.size === 0) return [];
  const rows = [...members].map(([member, amount]): MemberAmount => ({ member, amount }));
  const split = toSplit(rows, whole);
  if (split.isReconciled && split.finest.length === rows.length) return [split];
  const beside = reconcilingRows(same, axis, whole, scale).slice(0, MAX_RECONCILING);
  const reconciled = subsets(beside).map(items => toSplit([...rows, ...items], whole));
  return [split, ...reconciled.filter(({ isReconciled }) => isReconciled)];
}

/** Real filers have up to four; the number of choices doubles with each. */
const MAX_RECONCILING = 6;

/** All non-empty choices, small ones first. */
function subsets<Item>(items: readonly Item[]): Item[][] {
  const choices = Array.from({ length: 2 ** items.length - 1 }, (_, bits) =>
    items.filter((_item, place) => ((bits + 1) >> place) % 2 === 1),
  );
  return choices.sort((first, second) => first.length - second.length);
}

interface Placed {
  member: string;
  /** `crossed`: also divided by another breakdown, so the member is the sum over that one. */
  kind: 'direct' | 'operating' | 'crossed';
  otherAxis: string;
  fact: ReportedFact;
}

function placeOn(fact: ReportedFact, axis: string, { qualifier }: Whole): Placed | null {
  const member = fact.dimensions[axis];
  if (member === undefined) return null;
  for (const [common, value] of Object.entries(qualifier)) if (fact.dimensions[common] !== value) return null;
  const others = axesOf(fact.dimensions).filter(other => other !== axis && qualifier[other] === undefined);
  const consolidation = others.filter(isConsolidationAxis);
  if (consolidation.some(other => !isOperatingSegments(fact.dimensions[other] ?? ''))) return null;
  const within = others.find(isSubsegmentAxis);
  const breakdowns = others.filter(other => !isConsolidationAxis(other) && other !== within);
  const [otherAxis = ''] = breakdowns;
  if (breakdowns.length > 1 || (otherAxis !== '' && breakdownOf(otherAxis) === null)) return null;
  if (otherAxis !== '') return within === undefined ? { member, kind: 'crossed', otherAxis, fact } : null;
  // A part of a segment is a row of its own, and replaces the segment, which is the sum of its parts.
  const part = within === undefined ? undefined : fact.dimensions[within];
  return { member: part ?? member, kind: consolidation.length > 0 ? 'operating' : 'direct', otherAxis, fact };
}

/** Adds unknown members; crossed facts are summed over the other axis, the one with most of them. */
function addMissing(members: Map<string, bigint>, placed: readonly Placed[], kind: Placed['kind'], scale: Scale): void {
  const known = new Set(members.keys());
  const fitting = placed.filter(place => place.kind === kind && !known.has(place.member));
  const counts = Map.groupBy(fitting, place => place.otherAxis);
  const [commonest] = [...counts].sort(([, first], [, second]) => second.length - first.length);
  for (const { member, fact } of commonest?.[1] ?? []) {
    members.set(member, (members.get(member) ?? 0n) + scale.toAmount(fact.value ?? '0'));
  }
}

/** Eliminations, headquarters and other reconciling items, on the consolidation axis alone or by segment. */
function reconcilingRows(same: readonly ReportedFact[], axis: string, whole: Whole, scale: Scale): MemberAmount[] {
  const alone = new Map<string, bigint>();
  const bySegment = new Map<string, bigint>();
  for (const { dimensions, value } of same) {
    const consolidation = axesOf(dimensions).find(isConsolidationAxis);
    const member = consolidation === undefined ? undefined : dimensions[consolidation];
    if (member === undefined || isOperatingSegments(member)) continue;
    const others = axesOf(dimensions).filter(other => other !== consolidation && whole.qualifier[other] === undefined);
    const amount = scale.toAmount(value ?? '0');
    if (others.length === 0) alone.set(member, amount);
    else if (others.length === 1 && others[0] === axis) bySegment.set(member, (bySegment.get(member) ?? 0n) + amount);
  }
  const rows = new Map([...bySegment, ...alone]);
  return [...rows].filter(([, amount]) => amount !== 0n).map(([member, amount]) => ({ member, amount }));
}

function toSplit(rows: MemberAmount[], whole: Whole): Split {
  const tolerance = whole.halfPlace * BigInt(rows.length + 1);
  const chosen = chooseMembers(rows, whole.amount, tolerance);
  const finestRows = chosen?.finest ?? rows;
  const difference = whole.amount - sumOf(finestRows);
  const isReconciled = isNear(difference, 0n, tolerance);
  return { whole, finest: finestRows, coarser: chosen?.coarser ?? null, isReconciled, difference };
}

/** Reconciled totals first, most detailed first; then the nearest. Ties are decided by the usual concept. */
function byQuality(first: Split, second: Split): number {
  if (first.isReconciled !== second.isReconciled) return first.isReconciled ? -1 : 1;
  if (first.isReconciled && first.finest.length !== second.finest.length) {
    return second.finest.length - first.finest.length;
  }
  const gap = gapOf(first) - gapOf(second);
  return gap !== 0 ? gap : (RANKS.get(first.whole.concept) ?? 0) - (RANKS.get(second.whole.concept) ?? 0);
}

function gapOf({ difference, whole }: Split): number {
  if (difference === 0n) return 0;
  return whole.amount === 0n ? Number.MAX_VALUE : Math.abs(Number(difference) / Number(whole.amount));
}

function toBreakdowns(
  split: Split,
  breakdownBy: Breakdown,
  axis: string,
  scale: Scale,
  labels: ReadonlyMap<string, string>,
): RevenueBreakdown[] {
  const { whole, isReconciled } = split;
  // A single sum of all the others is the total again.
  const levels = [split.finest, ...(split.coarser !== null && split.coarser.length > 1 ? [split.coarser] : [])];
  return levels.map(rows => ({
    breakdownBy,
    axis,
    concept: whole.concept,
    unit: whole.unit,
    rows: rows.map(({ member, amount }) => ({
      member,
      label: labels.get(member) ?? memberInWords(member),
      value: scale.toValue(amount),
      share: whole.amount === 0n ? null : Math.round((Number(amount) / Number(whole.amount)) * 1e6) / 1e6,
    })),
    total: scale.toValue(whole.amount),
    difference: scale.toValue(whole.amount - sumOf(rows)),
    isReconciled,
  }));
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

function memberInWords(member: string): string {
  const country = /^country:([A-Z]{2})$/.exec(member)?.[1];
  return country === undefined ? conceptLabel(member) : (COUNTRIES.of(country) ?? country);
}

/** Amounts of one company as integers in its smallest decimal place, so that sums are exact. */
export interface Scale {
  toAmount(value: string): bigint;
  toValue(amount: bigint): string;
  /** Half of the last significant place of a fact filed with `decimals`; 0 if it is exact. */
  halfPlace(decimals: number | 'INF' | null): bigint;
}

/** The scale of amounts without an exponent: that of the one with the most decimals. */
export function scaleOf(values: readonly string[]): Scale {
  const places = values.reduce((most, value) => Math.max(most, decimalPlaces(value)), 1);
  return {
    toAmount: value => toScaledInteger(value, places),
    toValue: amount => shown(amount, places),
    halfPlace: decimals => {
      if (typeof decimals !== 'number' || decimals >= places || decimals < -MAX_PLACES) return 0n;
      return 10n ** BigInt(places - decimals) / 2n;
    },
  };
}

const MAX_PLACES = 30;

function shown(amount: bigint, places: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
