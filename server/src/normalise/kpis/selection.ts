import type { CompanyType } from '../../model/financials.ts';
import { isAdmitted } from './admission.ts';
import { arbitrate } from './arbitration.ts';
import { Cell } from './cell.ts';
import { type ChartRow, codeNumber } from './chart.ts';
import { type ConceptRule, conceptRule } from './concept-rules.ts';
import { BALANCE, CASHFLOW, INCOME } from './core-concepts.ts';
import { labelRule } from './face-labels.ts';
import { isSameWithinRounding } from './precision.ts';
import type { SelectionContext } from './selection-context.ts';

const STATEMENT_BITS = { income: INCOME, balance: BALANCE, cashflow: CASHFLOW, ratio: 0 } as const;
const FACE_STATEMENTS = {
  income: ['IS', 'CI', 'UN'],
  balance: ['BS', 'UN'],
  cashflow: ['CF', 'UN'],
  ratio: [],
} as const;

/** Company types whose statements rarely show operating income: it counts only where a face is known to show it. */
const FACE_ONLY = new Map<number, ReadonlySet<CompanyType>>([
  [codeNumber('operating_income'), new Set(['bank', 'insurer', 'investment_company'])],
]);

/**
 * The reported value of a code in the open slot: of the newest filing that shows the statement, the concept that its
 * face, its identities and the chain speak for; then what the newest filing says of that very concept.
 */
export function selectReported(row: ChartRow, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  let candidates: number[] = [];
  for (const concept of row.chain) if (reader.has(concept)) candidates.push(concept);
  // The cover's count comes first, whatever later balance sheets say of the closing day.
  const [first] = candidates;
  if (first !== undefined && isCover(first, context)) candidates = [first];
  const vintage = vintageOf(row, candidates, context);
  if (vintage === -1) return selectLabelled(row, context);
  const choice = selectIn(row, candidates, vintage, context);
  if (choice === null) return selectOlder(row, candidates, vintage, context);
  return toCell(row, choice, context);
}

interface Choice {
  readonly concept: number;
  readonly filing: number;
  readonly isOffFace: boolean;
  readonly isLabelled: boolean;
  readonly isContradicted: boolean;
}

/** Statement on which the codes of a row stand. */
function statementOf(row: ChartRow): 'income' | 'balance' | 'cashflow' | 'ratio' {
  const { statementType, periodType } = row.item;
  if (statementType !== 'shares') return statementType;
  return periodType === 'instant' ? 'balance' : 'income';
}

/** The newest filing that shows the statement and states a candidate; else the newest that states one. */
function vintageOf(row: ChartRow, candidates: readonly number[], context: SelectionContext): number {
  const { reader } = context;
  const bit = STATEMENT_BITS[statementOf(row)];
  let shown = -1;
  let any = -1;
  for (const concept of candidates) {
    const entries = reader.history(concept);
    for (let at = entries.length - 1; at >= 0; at--) {
      const filing = reader.observations.filing[entries[at] ?? 0] ?? -1;
      if (filing > any) any = filing;
      if (filing <= shown) break;
      if (reader.showsStatement(filing, bit)) {
        shown = filing;
        break;
      }
    }
  }
  return shown === -1 ? any : shown;
}

/** Chooses among the candidates that one filing states; null where none of them may stand for the code. */
function selectIn(
  row: ChartRow,
  candidates: readonly number[],
  filing: number,
  context: SelectionContext,
): Choice | null {
  const { reader } = context;
  let stated = candidates.filter(
    concept => reader.statedBy(concept, filing) !== -1 && mayStand(row, concept, filing, context),
  );
  const lines = reader.faces.of(filing);
  let isOffFace = false;
  if (lines !== null) {
    const onFace = stated.filter(concept => isOnFace(row, concept, filing, context));
    if (onFace.length > 0) stated = onFace;
    else {
      const labelled = labelledConcept(row, filing, context);
      if (labelled !== null) return choose(labelled, filing, false, true, false);
      isOffFace = true;
    }
  }
  if (FACE_ONLY.get(row.number)?.has(context.companyType) && (lines === null || isOffFace)) return null;
  const [first] = stated;
  if (first === undefined) return null;
  const value = reader.valueBy(first, filing) ?? 0;
  const isAgreed = stated.every(concept => isSameWithinRounding(reader.valueBy(concept, filing) ?? 0, value));
  if (isAgreed) return choose(first, filing, isOffFace, false, false);
  const verdict = arbitrate(row, stated, filing, context);
  return verdict === null ? null : choose(verdict.concept, filing, isOffFace, false, verdict.isContradicted);
}

function choose(
  concept: number,
  filing: number,
  isOffFace: boolean,
  isLabelled: boolean,
  isContradicted: boolean,
): Choice {
  return { concept, filing, isOffFace, isLabelled, isContradicted };
}

/** True where a filing's presentation has the concept on the statement of the code. */
export function isOnFace(row: ChartRow, concept: number, filing: number, context: SelectionContext): boolean {
  const { reader } = context;
  const name = reader.observations.conceptNames[concept] ?? '';
  if (name.startsWith('dei:') || row.item.statementType === 'shares') return true;
  return reader.faces.isOn(filing, name, FACE_STATEMENTS[statementOf(row)]) ?? true;
}

function mayStand(row: ChartRow, concept: number, filing: number, context: SelectionContext): boolean {
  if (!isAdmitted(row.number, concept, filing, context)) return false;
  const rule: ConceptRule | undefined = conceptRule(row.number, concept);
  if (!rule) return true;
  if (rule.companyTypes !== null && !rule.companyTypes.includes(context.companyType)) return false;
  if (rule.unlessFor !== null && !rule.unlessFor.includes(context.companyType)) return true;
  return !rule.unless.some(other => (context.reader.valueBy(other, filing) ?? 0) !== 0);
}

/** A code without any chain concept in the slot: a row of the newest face whose own label names the code. */
function selectLabelled(row: ChartRow, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  if (labelRule(row.number) === null) return undefined;
  for (let filing = reader.filings.length - 1; filing >= 0; filing--) {
    if (reader.onlyFiling !== null && filing !== reader.onlyFiling) continue;
    if (reader.faces.of(filing) === null) continue;
    const concept = labelledConcept(row, filing, context);
    if (concept !== null) return toCell(row, choose(concept, filing, false, true, false), context);
  }
  return undefined;
}

/** The one concept on a face whose label names the code and that the filing states for the slot; null if not one. */
function labelledConcept(row: ChartRow, filing: number, context: SelectionContext): number | null {
  const { reader } = context;
  const rule = labelRule(row.number);
  const lines = reader.faces.of(filing);
  if (rule === null || lines === null) return null;
  let found: number | null = null;
  for (const concept of reader.conceptsPresent) {
    const line = lines.get(reader.observations.conceptNames[concept] ?? '');
    if (!line?.statements.some(statement => rule.statements.includes(statement))) continue;
    if (!line.labels.some(rule.names) || reader.statedBy(concept, filing) === -1) continue;
    if (!mayStand(row, concept, filing, context)) continue;
    if (found !== null && reader.valueBy(found, filing) !== reader.valueBy(concept, filing)) return null;
    found ??= concept;
  }
  return found;
}

/** Where no candidate of the newest vintage may stand for the code, an older one may have stated it otherwise. */
function selectOlder(
  row: ChartRow,
  candidates: readonly number[],
  before: number,
  context: SelectionContext,
): Cell | undefined {
  const { reader } = context;
  const filings = new Set<number>();
  for (const concept of candidates) {
    for (const entry of reader.history(concept)) {
      const filing = reader.observations.filing[entry] ?? -1;
      if (filing < before) filings.add(filing);
    }
  }
  for (const filing of [...filings].sort((a, b) => b - a)) {
    const choice = selectIn(row, candidates, filing, context);
    if (choice === null) continue;
    const cell = toCell(row, choice, context);
    cell?.flag('vintage_fallback');
    return cell;
  }
  return undefined;
}

function toCell(row: ChartRow, choice: Choice, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  const { observations } = reader;
  const entry = believedEntry(choice, context);
  if (entry === -1) return undefined;
  const cell = cellOf(row, entry, choice.concept, context);
  if (choice.isOffFace) cell.flag('off_face');
  if (choice.isLabelled) cell.flag('label_match');
  if (choice.isContradicted) cell.flag('inconsistent_candidates');
  const newest = reader.newest(choice.concept);
  if (newest !== entry && !isSameWithinRounding(observations.value[newest] ?? 0, observations.value[entry] ?? 0)) {
    cell.flag('newest_refused');
  }
  return cell;
}

/** What the newest believed filing says of the chosen concept; of a cover page what the original report says. */
function believedEntry(choice: Choice, context: SelectionContext): number {
  const { reader, guard } = context;
  if (reader.onlyFiling !== null) return reader.statedBy(choice.concept, choice.filing);
  const sound = guard.soundEntries(reader.slot, choice.concept);
  return (isCover(choice.concept, context) ? sound[0] : sound.at(-1)) ?? -1;
}

function isCover(concept: number, context: SelectionContext): boolean {
  return context.reader.observations.conceptNames[concept]?.startsWith('dei:') ?? false;
}

/** A cell with the value, dates and source of one observation. */
export function cellOf(row: ChartRow, entry: number, concept: number, context: SelectionContext): Cell {
  const { observations } = context.reader;
  const rule = conceptRule(row.number, concept);
  const filed = observations.value[entry] ?? 0;
  const cell = new Cell(
    filed,
    'reported',
    concept,
    observations.filing[entry] ?? 0,
    observations.unit[entry] ?? 0,
    ...datesOf(entry, concept, context),
  );
  cell.decimals = observations.decimals.get(entry) ?? null;
  const exact = observations.exact.get(entry);
  if (exact !== undefined) cell.exact = exact;
  if (rule === undefined) return cell;
  cell.basis = rule.basis;
  if (rule.isNegated || (rule.isMagnitude && filed < 0)) {
    cell.value = 0 - filed;
    if (exact !== undefined) cell.exact = exact.startsWith('-') ? exact.slice(1) : `-${exact}`;
    cell.flag('negated');
  }
  return cell;
}

/** The period's own dates, which a single fact may miss by a day; a cover page's facts keep theirs. */
function datesOf(entry: number, concept: number, context: SelectionContext): [start: number, end: number] {
  const { reader } = context;
  const bounds = isCover(concept, context) ? null : reader.placed.slots.bounds(reader.slot);
  if (bounds) return [bounds.start, bounds.end];
  return [reader.observations.start[entry] ?? 0, reader.observations.end[entry] ?? 0];
}
