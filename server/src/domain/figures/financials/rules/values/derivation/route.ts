import { BEFORE_ALL_DAYS, type Day } from '../../../../../../kernel/dates.ts';
import { minOf } from '../../../../../../kernel/lists.ts';
import { type ChartRow, codeNumber } from '../../checks/chart.ts';
import { entriesOf, matchVintages, type Version, versionFrom } from '../../checks/vintages.ts';
import { conceptRule } from '../../concepts/concept-rules.ts';
import { Cell, type PeriodSource } from '../cell.ts';
import { exactSum } from '../precision.ts';
import { roundingOf } from '../rounding.ts';
import type { DerivationContext } from './context.ts';
import { historiesOf, history } from './histories.ts';

/** One way to compute a line of a period: the weighted sum of one concept in other periods. */
export interface Route extends PeriodSource {
  /** The versions of its operands, of all filings. */
  readonly histories: readonly (readonly Version[])[];
  /** Cells of its operands, if those that are differences count beside what filings state; null if they do not. */
  readonly parts: readonly Cell[] | null;
  /** The operand whose unit and basis the result has. */
  readonly model: Cell;
  /** Position of the operand whose filing the result has. */
  readonly newest: number;
  readonly concept: number;
  readonly formula: string;
  readonly bounds: { readonly start: Day; readonly end: Day };
}

/** Flags values of the company alone if a group's values are expected. */
const STAND_ALONE = 'non_consolidated';
/** Changes of balances may have either sign, whatever sign their code prefers. */
const EITHER_SIGN = new Set(['change_in_receivables', 'change_in_inventory', 'taxes_paid'].map(codeNumber));

/**
 * The value of a route on the newest basis that the context sees. `mixed` if the operands are on different bases; null
 * if one is not stated, or if they mix the group and the company alone.
 */
export function followRoute(route: Route, row: ChartRow, context: DerivationContext): Cell | 'mixed' | null {
  const histories = context.day === null ? route.histories : routeHistories(route, row, context);
  const match = matchVintages(histories);
  if (match === null || match === 'mixed') return match;
  const cell = combine(row, route, match, histories, context);
  if (cell === null || route.parts === null) return cell;
  cell.method = 'summed';
  if (match.some(version => version.isOlder)) markOlder(cell);
  return cell;
}

function routeHistories(
  { runs, parts }: Route,
  row: ChartRow,
  context: DerivationContext,
): readonly (readonly Version[])[] {
  return parts === null ? historiesOf(runs, row, context) : partHistories(runs, parts, row, context);
}

/** The versions of operands of which some are differences: what filings state, and the differences. */
export function partHistories(
  runs: readonly number[],
  parts: readonly Cell[],
  row: ChartRow,
  context: DerivationContext,
): readonly (readonly Version[])[] {
  return parts.map((part, at) => {
    const stated = history(runs[at] ?? -1, row, context);
    const derived = versionOfDifference(part, row, context);
    return derived === null ? stated : [...stated, derived].sort((a, b) => a.firstDay - b.firstDay);
  });
}

/** The value of a difference as a version of its own, from the filings that the context sees; null if it has none. */
function versionOfDifference(cell: Cell, row: ChartRow, context: DerivationContext): Version | null {
  if (cell.source === null) return null;
  const known = context.ofDifferences.get(cell);
  if (known !== undefined) return known;
  const version = deriveVersion(cell.source, row, context);
  context.ofDifferences.set(cell, version);
  return version;
}

/** Versions have the sign of the filings: {@link combine} turns it. */
function deriveVersion({ runs, weights }: PeriodSource, row: ChartRow, context: DerivationContext): Version | null {
  const histories = historiesOf(runs, row, context);
  const match = matchVintages(histories);
  if (match === null || match === 'mixed') return null;
  const isOlder = match.some((version, at) => version !== histories[at]?.at(-1));
  return { ...versionFrom(match, weights, sumOf(match, weights)), isOlder };
}

/** The weighted sum of versions of one basis; null if they mix the group and the company alone. */
export function combine(
  row: ChartRow,
  { weights, model, newest, concept, formula, bounds }: Route,
  versions: readonly Version[],
  histories: readonly (readonly Version[])[],
  context: DerivationContext,
): Cell | null {
  const { observations } = context.placed;
  const entries = entriesBehind(versions);
  let alone = 0;
  for (const entry of entries) alone += observations.isStandAlone[observations.filing[entry] ?? -1] ?? 0;
  if (alone > 0 && alone < entries.length) return null;
  const filing = observations.filing[versions[newest]?.entry ?? 0] ?? 0;
  const value = sumOf(versions, weights);
  const cell = new Cell(value, 'derived', concept, filing, model.unit, bounds.start, bounds.end);
  markVintage(cell, versions, histories);
  cell.formula = formula;
  cell.operands = { kind: 'sum', terms: versions, weights };
  cell.basis = model.basis;
  for (const entry of entries) cell.half += roundingOf(observations, entry);
  if (observations.decimals.size > 0) {
    cell.decimals = coarsest(entries.map(entry => observations.decimals.get(entry) ?? null));
  }
  if (conceptRule(row.number, concept)?.isNegated) {
    cell.value = 0 - value;
    cell.flag('negated');
  }
  if (alone > 0) cell.flag(STAND_ALONE);
  if (cell.value === 0) cell.flag('suspect_zero');
  return cell;
}

function entriesBehind(versions: readonly Version[]): readonly number[] {
  const entries = new Array<number>(versions.length);
  for (let at = 0; at < versions.length; at++) {
    const version = versions[at];
    if (version?.parts !== undefined) return versions.flatMap(entriesOf);
    entries[at] = version?.entry ?? -1;
  }
  return entries;
}

function markVintage(cell: Cell, versions: readonly Version[], histories: readonly (readonly Version[])[]): void {
  for (let at = 0; at < versions.length; at++) {
    const version = versions[at];
    const history = histories[at];
    if (version === undefined || version !== history?.[history.length - 1]) {
      markOlder(cell);
      return;
    }
    cell.lastDay = Math.min(cell.lastDay, version.lastDay);
    if (version.ordinal === 0) continue;
    cell.vintage = 'newest';
    cell.changedOn = Math.max(cell.changedOn, version.firstDay);
  }
}

/** Marks a value of a basis that a later filing restated. */
function markOlder(cell: Cell): void {
  cell.vintage = 'older';
  cell.changedOn = BEFORE_ALL_DAYS;
  cell.flag('older_vintage');
}

/** The weighted sum of versions. */
export function sumOf(versions: readonly Version[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < versions.length; at++) {
    const value = versions[at]?.value ?? 0;
    if (!Number.isSafeInteger(value))
      return exactSum(
        versions.map(version => version.value),
        weights,
      );
    sum += value * (weights[at] ?? 1);
  }
  return sum;
}

function coarsest(decimals: readonly (number | 'INF' | null)[]): number | 'INF' | null {
  if (decimals.includes(null)) return null;
  const numbers = decimals.filter(value => typeof value === 'number');
  return numbers.length === 0 ? 'INF' : minOf(numbers);
}

/** Whether an amount that is positive by definition was derived as negative. */
export function isWrongSign(row: ChartRow, cell: Cell): boolean {
  const { sign } = row.item;
  return (sign === 'pos' || sign === 'outflow') && cell.value < 0 && !EITHER_SIGN.has(row.number);
}
