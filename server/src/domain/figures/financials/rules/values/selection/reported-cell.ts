import { type ChartRow, CONCEPT_NAMES } from '../../checks/chart.ts';
import { conceptRule } from '../../concepts/concept-rules.ts';
import { Cell, type StatedDates } from '../cell.ts';
import { NO_START, type Observations } from '../observations.ts';
import { agree, roundingOf } from '../rounding.ts';
import type { SelectionContext } from './selection-context.ts';
import type { PartsSum } from './summed-parts.ts';

const COVER = Uint8Array.from(CONCEPT_NAMES, name => (name.startsWith('dei:') ? 1 : 0));

/** The concept chosen for a code, and how. */
export interface Choice {
  readonly concept: number;
  /** The filing in which it was chosen. */
  readonly filing: number;
  readonly isOffFace: boolean;
  readonly isLabelled: boolean;
  /** The value of a sum of parts; null if the concept is used alone. */
  readonly sum: PartsSum | null;
}

/** Whether a concept is on the cover page, whose facts keep their own date. */
export function isCover(concept: number): boolean {
  return COVER[concept] === 1;
}

/** The cell of a chosen concept with the value of the newest accepted filing. */
export function chosenCell(row: ChartRow, choice: Choice, context: SelectionContext): Cell | undefined {
  const { reader, guard } = context;
  const { concept } = choice;
  if (choice.sum !== null) return summedCell(row, choice, choice.sum, context);
  const run = reader.runOf(concept);
  if (run === -1) return undefined;
  let entry = -1;
  if (reader.onlyFiling !== null) entry = reader.statedBy(concept, choice.filing);
  else if (isCover(concept)) entry = guard.soundEntries(run)[0] ?? -1;
  else entry = guard.newestSound(run);
  if (entry === -1) return undefined;
  const cell = cellOf(row, entry, concept, context);
  if (context.contradicted.size > 0 && context.contradicted.has(entry)) cell.flag('inconsistent_duplicate');
  if (choice.isOffFace) cell.flag('off_face');
  if (choice.isLabelled) cell.flag('label_match');
  if (!isCover(concept) && !guard.isUnchanged(run)) {
    const newest = reader.newest(concept);
    if (newest !== entry && !agree(reader.observations, newest, entry)) cell.flag('newest_refused');
  }
  return cell;
}

/** The cell of a chosen concept with the value of the filing in which it was chosen. */
export function choiceIn(row: ChartRow, choice: Choice, context: SelectionContext): Cell {
  if (choice.sum !== null) return summedCell(row, choice, choice.sum, context);
  return cellOf(row, context.reader.statedBy(choice.concept, choice.filing), choice.concept, context);
}

function summedCell(row: ChartRow, choice: Choice, sum: PartsSum, context: SelectionContext): Cell {
  const entry = context.reader.statedBy(choice.concept, choice.filing);
  const cell = cellOf(row, entry, choice.concept, context);
  const terms = sum.parts.map(part => ({ entry: context.reader.statedBy(part, choice.filing) }));
  cell.operands = { kind: 'sum', terms, weights: terms.map(() => 1) };
  cell.value = sum.value;
  cell.formula = sum.formula;
  cell.exact = null;
  cell.method = 'summed';
  cell.half *= 2;
  return cell;
}

/** The dates of an observation that is placed in a period with other dates; null if it has the same, or if its source rounds dates. */
function statedDates(period: StatedDates, entry: number, observations: Observations): StatedDates | null {
  const start = observations.start[entry] ?? NO_START;
  const end = observations.end[entry] ?? 0;
  const isSame = start === period.start && end === period.end;
  return isSame || observations.rounded[entry] === 1 ? null : { start, end };
}

/** A cell with the value and source of one observation and the dates of its period. */
export function cellOf(row: ChartRow, entry: number, concept: number, context: SelectionContext): Cell {
  const { reader } = context;
  const { observations } = reader;
  const filed = observations.value[entry] ?? 0;
  const filing = observations.filing[entry] ?? 0;
  const unit = observations.unit[entry] ?? 0;
  // A fact may miss its period's dates by a day; a cover page's facts keep theirs.
  const bounds = isCover(concept) ? null : reader.bounds;
  const start = bounds ? bounds.start : (observations.start[entry] ?? 0);
  const end = bounds ? bounds.end : (observations.end[entry] ?? 0);
  const cell = new Cell(filed, 'reported', concept, filing, unit, start, end);
  cell.stated = statedDates(cell, entry, observations);
  cell.half = roundingOf(observations, entry);
  if (observations.decimals.size > 0) cell.decimals = observations.decimals.get(entry) ?? null;
  if (observations.exact.size > 0) cell.exact = observations.exact.get(entry) ?? null;
  if (observations.isStandAlone[filing] === 1) cell.flag('non_consolidated');
  const rule = conceptRule(row.number, concept);
  if (rule === undefined) return cell;
  cell.basis = rule.basis;
  if (rule.isNegated || (rule.isMagnitude && filed < 0)) {
    cell.value = 0 - filed;
    if (cell.exact !== null) cell.exact = cell.exact.startsWith('-') ? cell.exact.slice(1) : `-${cell.exact}`;
    cell.flag('negated');
  }
  return cell;
}
