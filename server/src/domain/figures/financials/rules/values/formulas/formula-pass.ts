import { BEFORE_ALL_DAYS, type Day } from '../../../../../../kernel/dates.ts';
import { maxOf, minOf } from '../../../../../../kernel/lists.ts';
import { type Chart, type ChartRow, type CompiledFormula, codeNumber } from '../../checks/chart.ts';
import { Cell, type Cells } from '../cell.ts';
import { compareWithOldest, valueOn } from '../first-reported.ts';
import { exactSum, isSameWithin } from '../precision.ts';
import { cellOf } from '../selection/reported-cell.ts';
import type { SelectionContext } from '../selection/selection-context.ts';
import { dateStatements, isOfOneVintage, takeVintage } from '../vintage.ts';
import { formulaGuard, type GuardInput } from './formula-guards.ts';

const MAX_PASSES = 10;
const FREE_CASH_FLOW = codeNumber('free_cash_flow');
/** Code whose sign decides that of free cash flow. */
export const CAPITAL_EXPENDITURE = codeNumber('capital_expenditure');

/**
 * Computes codes that no filing states by formulas, first formula first, until nothing changes. Codes whose operands
 * are of two vintages are added to `mixed`. Unit and dates come from the inputs.
 */
export function applyFormulas(
  chart: Chart,
  cells: Cells,
  periodType: 'instant' | 'duration',
  context: SelectionContext,
  bounds: { start: number; end: number },
  mixed: Set<number>,
): void {
  const open: ChartRow[] = [];
  for (const row of chart.formulated[periodType]) {
    const stated = cells[row.number];
    if (stated) precede(stated, row, cells, context, null);
    else open.push(row);
  }
  complete(open, cells, context, chart, bounds, mixed);
}

function complete(
  rows: readonly ChartRow[],
  cells: Cells,
  context: SelectionContext,
  chart: Chart,
  bounds: { start: number; end: number },
  mixed: Set<number>,
): void {
  let open = rows;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = open.length;
    open = open.filter(row => {
      const cell = firstFormula(row, cells, context, chart, bounds, mixed);
      if (cell) cells[row.number] = cell;
      return !cell;
    });
    if (open.length === before) return;
  }
}

function firstFormula(
  row: ChartRow,
  cells: Cells,
  context: SelectionContext,
  chart: Chart,
  bounds: { start: number; end: number },
  mixed: Set<number>,
): Cell | null {
  for (const formula of row.formulas) {
    if (mixed.size > 0 && hasMixed(formula, cells, mixed)) {
      mixed.add(row.number);
      return null;
    }
    if (!hasNeeded(formula, cells, context)) continue;
    const terms = operands(row, formula, cells, context);
    if (terms === null) continue;
    const isWhole = !terms.includes(null);
    const used = isWhole ? (terms as Cell[]) : terms.filter(term => term !== null);
    if (!isOfOneVintage(used)) {
      mixed.add(row.number);
      // A later formula may be a part of the sum that this one gives.
      return null;
    }
    const [first] = used;
    if (!first || used.some(term => term.unit !== first.unit)) continue;
    const isFlipped = used.some(term => term.has('sign_flip'));
    if (isFlipped && !mayTurn(row, context)) continue;
    let weights = formula.weights;
    if (!isWhole) weights = weights.filter((_, at) => terms[at] !== null);
    if (isFlipped) weights = weights.map((weight, at) => (used[at]?.has('sign_flip') ? -weight : weight));
    const value = exactSum(
      used.map(term => term.value),
      weights,
    );
    const input: GuardInput = { row, formula: formula.text, value, cells, chart, context };
    if (!formulaGuard(input)) continue;
    const cell = toDerived(row, formula, used, value, bounds);
    const signed = (weight: number, at: number) => (terms[at]?.has('sign_flip') ? -weight : weight);
    cell.operands = { kind: 'sum', terms, weights: isFlipped ? formula.weights.map(signed) : formula.weights };
    setFirst(cell, row, formula, terms, weights);
    precede(cell, row, cells, context, formula);
    if (isFlipped) {
      cell.formula = 'operating_cash_flow + capital_expenditure';
      cell.flag('sign_assumed');
    }
    return cell;
  }
  return null;
}

/**
 * A negative term that should be positive is not used in formulas; only the capital expenditure of a filer that states
 * it as an outflow in other periods counts as an outflow here too, with its magnitude.
 */
function mayTurn(row: ChartRow, context: SelectionContext): boolean {
  return row.number === FREE_CASH_FLOW && context.statesOutflows();
}

/** Whether an operand has no value because its own operands are of two vintages: a formula without it would be a part. */
function hasMixed({ codes }: CompiledFormula, cells: Cells, mixed: ReadonlySet<number>): boolean {
  return codes.some(code => code >= 0 && cells[code] === undefined && mixed.has(code));
}

/** A fast check: most formulas lack an operand and are tried in every pass. */
function hasNeeded(formula: CompiledFormula, cells: Cells, context: SelectionContext): boolean {
  const { neededCodes, neededConcepts } = formula;
  for (let at = 0; at < neededCodes.length; at++) if (cells[neededCodes[at] ?? 0] === undefined) return false;
  for (let at = 0; at < neededConcepts.length; at++) if (!context.reader.has(neededConcepts[at] ?? 0)) return false;
  return true;
}

/**
 * Cells of all terms, null for optional terms without a value. Returns null if a required term has no value, or if the
 * terms mix the group and the company alone.
 */
function operands(
  row: ChartRow,
  formula: CompiledFormula,
  cells: Cells,
  context: SelectionContext,
): (Cell | null)[] | null {
  const terms = new Array<Cell | null>(formula.codes.length);
  for (let at = 0; at < terms.length; at++) {
    const code = formula.codes[at] ?? -1;
    const cell = code >= 0 ? cells[code] : rawCell(row, formula.concepts[at] ?? -1, context);
    if (!cell && formula.optional[at] !== 1) return null;
    terms[at] = cell ?? null;
  }
  return isOfOneBasis(terms) ? terms : null;
}

function isOfOneBasis(terms: readonly (Cell | null)[]): boolean {
  let isAlone: boolean | null = null;
  for (const cell of terms) {
    if (cell === null) continue;
    const own = cell.has('non_consolidated');
    if (isAlone !== null && own !== isAlone) return false;
    isAlone = own;
  }
  return true;
}

function rawCell(row: ChartRow, concept: number, context: SelectionContext): Cell | undefined {
  const { reader, guard } = context;
  if (reader.slot === -1 || !reader.has(concept)) return undefined;
  const entry = reader.onlyFiling === null ? guard.newestSound(reader.runOf(concept)) : reader.newest(concept);
  if (entry === -1) return undefined;
  const cell = cellOf(row, entry, concept, context);
  if (reader.onlyFiling === null) {
    compareWithOldest(cell, row, context);
    dateStatements(cell, context);
  }
  // Flags of a concept that represents the code alone do not apply to a sum.
  cell.basis = null;
  return cell;
}

function toDerived(
  row: ChartRow,
  formula: CompiledFormula,
  used: readonly Cell[],
  value: number,
  bounds: { start: number; end: number },
): Cell {
  const [first] = used;
  const { isAlias, isSumOfConcepts } = formula;
  let newest = 0;
  for (const { filing } of used) newest = Math.max(newest, filing);
  const cell = new Cell(
    value,
    isSumOfConcepts && used.length > 1 ? 'summed' : 'derived',
    isAlias || isSumOfConcepts ? (first?.concept ?? -1) : -1,
    newest,
    first?.unit ?? 0,
    row.item.periodType === 'instant' ? (first?.start ?? bounds.start) : bounds.start,
    row.item.periodType === 'instant' ? (first?.end ?? bounds.end) : bounds.end,
  );
  cell.formula = formula.text;
  cell.decimals = coarsest(used);
  cell.isByFormula = true;
  if (isAlias && first) cell.exact = first.exact;
  if (value === 0) cell.flag('suspect_zero');
  for (const operand of used) {
    cell.basis ??= operand.basis;
    cell.half += operand.half;
    if (operand.has('non_consolidated')) cell.flag('non_consolidated');
  }
  takeVintage(cell, used);
  return cell;
}

/** Dates a formula by the first day on which its operands were known, and compares with its value on that day. */
function setFirst(
  cell: Cell,
  row: ChartRow,
  formula: CompiledFormula,
  terms: readonly (Cell | null)[],
  weights: ArrayLike<number>,
): void {
  cell.since = knownSince(formula, terms);
  // A part represents the line alone until a filing states the others.
  const part = terms.find(term => term !== null && term.since < cell.since && row.chain.includes(term.concept));
  if (part) cell.since = part.since;
  const day = cell.since;
  if (terms.every(term => term === null || (term.since <= day && (term.first === null || term.first.until <= day))))
    return;
  const used = terms.filter(term => term !== null);
  const changes = used.flatMap(({ first, since }) => {
    if (since > cell.since) return [since];
    return first !== null && first.until > cell.since ? [first.until] : [];
  });
  const value = exactSum(
    used.map(operand => (operand.since > cell.since ? 0 : valueOn(operand, cell.since))),
    weights,
  );
  if (isSameWithin(value, cell.value, cell.half)) return;
  const stated = used.filter(({ since }) => since <= cell.since);
  const first = stated.flatMap(operand => operand.first ?? []).sort((a, b) => b.filing - a.filing)[0];
  const filing = first?.filing ?? maxOf(stated.map(operand => operand.filing));
  cell.first = { value, filing, restatement: first?.restatement ?? 'recast', until: minOf(changes) };
}

/** The day on which all required operands of a formula were known. */
function knownSince({ optional }: CompiledFormula, terms: readonly (Cell | null)[]): Day {
  let [since, sinceAny] = [BEFORE_ALL_DAYS, BEFORE_ALL_DAYS];
  let isNeeded = false;
  for (let at = 0; at < terms.length; at++) {
    const day = terms[at]?.since ?? BEFORE_ALL_DAYS;
    if (optional[at] !== 1) {
      isNeeded = true;
      since = Math.max(since, day);
    }
    sinceAny = Math.max(sinceAny, day);
  }
  return isNeeded ? since : sinceAny;
}

/** A line that another formula gave before a filing stated it, or before the operands of `used` were known. */
function precede(
  cell: Cell,
  row: ChartRow,
  cells: Cells,
  context: SelectionContext,
  used: CompiledFormula | null,
): void {
  for (const formula of row.formulas) {
    if (formula === used || !isKnownBefore(cell.since, formula, cells) || !hasNeeded(formula, cells, context)) continue;
    const terms = operands(row, formula, cells, context);
    if (terms === null) continue;
    const since = knownSince(formula, terms);
    if (since >= cell.since) continue;
    const known = terms.map(term => (term !== null && term.since <= since ? term : null));
    const value = exactSum(
      known.map(term => (term === null ? 0 : valueOn(term, since))),
      formula.weights,
    );
    const width = known.reduce((sum, term) => sum + (term?.half ?? 0), cell.half);
    const filing = maxOf(known.map(term => term?.first?.filing ?? term?.filing ?? -1));
    cell.first = isSameWithin(value, cell.value, width)
      ? null
      : { value, filing, restatement: 'recast', until: cell.since };
    cell.since = since;
    return;
  }
}

/** A fast check: most lines of a period are known from one day on. */
function isKnownBefore(day: Day, { neededCodes }: CompiledFormula, cells: Cells): boolean {
  for (let at = 0; at < neededCodes.length; at++) {
    const cell = cells[neededCodes[at] ?? 0];
    if (cell === undefined || cell.since >= day) return false;
  }
  return true;
}

/** The coarsest accuracy of cells, null if that of one is unknown. */
function coarsest(cells: readonly Cell[]): number | 'INF' | null {
  let least: number | 'INF' = 'INF';
  for (const { decimals } of cells) {
    if (decimals === null) return null;
    if (decimals !== 'INF') least = least === 'INF' ? decimals : Math.min(least, decimals);
  }
  return least;
}
