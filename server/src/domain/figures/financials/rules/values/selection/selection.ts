import { COMPANY_TYPES, type CompanyType } from '../../../../../filings/issuers/model/issuer.ts';
import { type ChartRow, CONCEPT_NAMES, codeNumber, knownConcept } from '../../checks/chart.ts';
import { isAdmitted } from '../../concepts/admission.ts';
import { mapOf } from '../../concepts/concept-maps.ts';
import { type ConceptRule, conceptRule } from '../../concepts/concept-rules.ts';
import { BALANCE, CASHFLOW, INCOME } from '../../concepts/core-concepts.ts';
import {
  includesOtherIncome,
  isContradicted,
  isNamedByLabels,
  isNetRevenue,
  labelStrength,
} from '../../concepts/face-labels.ts';
import { isFormOfSec } from '../../periods/forms.ts';
import type { Cell } from '../cell.ts';
import { agree } from '../rounding.ts';
import { arbitrate } from './arbitration.ts';
import { type Choice, choiceIn, chosenCell, isCover } from './reported-cell.ts';
import type { SelectionContext } from './selection-context.ts';
import { sumOfParts } from './summed-parts.ts';

const STATEMENT_BITS = { income: INCOME, balance: BALANCE, cashflow: CASHFLOW, ratio: 0 } as const;
const FACE_STATEMENTS = {
  income: ['IS', 'CI', 'UN'],
  balance: ['BS', 'UN'],
  cashflow: ['CF', 'UN'],
  ratio: [],
} as const;

const REVENUE = codeNumber('revenue');
const OPERATING_INCOME = codeNumber('operating_income');
const INCOME_TAX = [knownConcept('us-gaap:IncomeTaxExpenseBenefit')];
const NET_INCOME = [knownConcept('us-gaap:ProfitLoss'), knownConcept('us-gaap:NetIncomeLoss')];

/** Codes that count only if a statement shows them, by the company types for which that holds. */
const FACE_ONLY = new Map<number, ReadonlySet<CompanyType>>([
  // Their statements rarely show operating income; in notes it is that of a segment.
  [OPERATING_INCOME, new Set<CompanyType>(['bank', 'insurer', 'investment_company'])],
  // The same concept states the cash-flow adjustment, which is another code.
  [codeNumber('depreciation_amortization_expense'), new Set<CompanyType>(COMPANY_TYPES)],
]);

/**
 * The reported value of a code in the open slot. In the newest filing that shows the statement, the presentation, the
 * identities and the chain select the concept; the newest filing of that concept gives the value.
 */
export function selectReported(row: ChartRow, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  const { chain } = row;
  let candidates: number[] | null = null;
  for (let at = 0; at < chain.length; at++) {
    const concept = chain[at] ?? -1;
    if (!reader.has(concept)) continue;
    if (candidates === null) candidates = [concept];
    else candidates.push(concept);
    // The cover's count wins, whatever later balance sheets state for the closing day.
    if (isCover(concept) && candidates.length === 1) break;
  }
  if (candidates === null) return selectOwn(row, context);
  const vintage = vintageOf(row, candidates, context);
  const choice = selectIn(row, candidates, vintage, context);
  if (choice === null) return selectOlder(row, candidates, vintage, context);
  return chosenCell(row, choice, context);
}

/** The line as the earliest filing states it that states the line at all, under whatever concept it used. */
export function selectEarliest(row: ChartRow, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  const candidates: number[] = [];
  for (const concept of row.chain) if (reader.has(concept)) candidates.push(concept);
  let filing = -1;
  while (true) {
    filing = reader.nextFiling(candidates, filing);
    if (filing === -1) break;
    const choice = selectIn(row, candidates, filing, context);
    if (choice !== null) return choiceIn(row, choice, context);
  }
  return undefined;
}

/** Statement of the codes of a row. */
function statementOf(row: ChartRow): 'income' | 'balance' | 'cashflow' | 'ratio' {
  const { statementType, periodType } = row.item;
  if (statementType !== 'shares') return statementType;
  return periodType === 'instant' ? 'balance' : 'income';
}

/** The newest filing that shows the statement and states a candidate; otherwise the newest that states one. */
function vintageOf(row: ChartRow, candidates: readonly number[], context: SelectionContext): number {
  const { reader } = context;
  const { placed, observations, onlyFiling } = reader;
  if (onlyFiling !== null) return onlyFiling;
  const bit = STATEMENT_BITS[statementOf(row)];
  let shown = -1;
  let any = -1;
  for (const concept of candidates) {
    const run = reader.runOf(concept);
    const first = placed.runStart(run);
    for (let at = placed.runStart(run + 1) - 1; at >= first; at--) {
      const filing = observations.filing[placed.order[at] ?? 0] ?? -1;
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

/** Chooses among the candidates that one filing states; null if none of them may represent the code. */
function selectIn(
  row: ChartRow,
  candidates: readonly number[],
  filing: number,
  context: SelectionContext,
): Choice | null {
  let stated = statedCandidates(row, candidates, filing, context);
  const lines = context.reader.faces.of(filing);
  const net = row.number === REVENUE && stated.length > 0 ? netRevenue(filing, context) : null;
  if (net !== null) return { concept: net, filing, isOffFace: false, isLabelled: !stated.includes(net), sum: null };
  let isOffFace = false;
  if (lines !== null) {
    const onFace = conceptsOnFace(row, stated, filing, context);
    if (onFace.length > 0) stated = onFace;
    else {
      const labelled = labelledConcept(row, filing, context);
      if (labelled !== null) return { concept: labelled, filing, isOffFace: false, isLabelled: true, sum: null };
      isOffFace = true;
    }
  }
  if ((lines === null || isOffFace) && FACE_ONLY.get(row.number)?.has(context.companyType))
    stated = conceptsOfStatements(row, stated, filing, context);
  const [first] = stated;
  if (first === undefined) return null;
  const choice = { concept: first, filing, isOffFace, isLabelled: false, sum: null };
  if (areOneValue(stated, filing, context)) return choice;
  const sum = sumOfParts(row, stated, filing, context);
  if (sum !== null) return { ...choice, sum };
  return { ...choice, concept: arbitrate(row, stated, filing, context) };
}

/** The candidates that one filing states and that may represent the code. */
function statedCandidates(
  row: ChartRow,
  candidates: readonly number[],
  filing: number,
  context: SelectionContext,
): readonly number[] {
  // Most often there is one; an array that grows by `push` reserves room for many.
  let stated: readonly number[] = [];
  for (const concept of candidates) {
    if (context.reader.statedBy(concept, filing) !== -1 && isCandidate(row, concept, filing, context))
      stated = stated.length === 0 ? [concept] : [...stated, concept];
  }
  return stated;
}

/** Whether a filing states one value under all concepts, apart from rounding. */
function areOneValue(concepts: readonly number[], filing: number, { reader }: SelectionContext): boolean {
  if (concepts.length === 1) return true;
  const first = reader.statedBy(concepts[0] ?? -1, filing);
  return concepts.every(concept => agree(reader.observations, reader.statedBy(concept, filing), first));
}

/** The only line of a filing's statement that is labelled as revenue after deductions; null if there is none. */
function netRevenue(filing: number, { reader }: SelectionContext): number | null {
  const lines = reader.faces.of(filing);
  if (lines === null) return null;
  const names = reader.observations.conceptNames;
  const net = reader.conceptsPresent.filter(concept => {
    const line = lines.get(names[concept] ?? '');
    return line !== undefined && reader.statedBy(concept, filing) !== -1 && isNetRevenue(line, lines.values());
  });
  return net.length === 1 ? (net[0] ?? null) : null;
}

/** The concepts that are always statement lines, or all if the reports tag little but statements. */
function conceptsOfStatements(
  row: ChartRow,
  concepts: readonly number[],
  filing: number,
  { reader }: SelectionContext,
): readonly number[] {
  const isShown = reader.faces.of(filing) === null && !isFormOfSec(reader.filings[filing]?.form ?? '');
  if (isShown && row.number === OPERATING_INCOME) return concepts;
  return concepts.filter(concept => mapOf(CONCEPT_NAMES[concept] ?? '') !== null);
}

/** The concepts that a filing's presentation shows on the statement of the code. */
function conceptsOnFace(
  row: ChartRow,
  concepts: readonly number[],
  filing: number,
  { reader }: SelectionContext,
): readonly number[] {
  if (row.item.statementType === 'shares') return concepts;
  const statements = FACE_STATEMENTS[statementOf(row)];
  const names = reader.observations.conceptNames;
  return concepts.filter(
    concept => isCover(concept) || reader.faces.isOn(filing, names[concept] ?? '', statements) !== false,
  );
}

function isCandidate(row: ChartRow, concept: number, filing: number, context: SelectionContext): boolean {
  const rule = conceptRule(row.number, concept);
  if (rule) {
    if (rule.companyTypes !== null && !rule.companyTypes.includes(context.companyType)) return false;
    if (rule.isOfAllOwners && context.hasMinority(filing)) return false;
    if (isReplaced(rule, filing, context)) return false;
  }
  const { reader } = context;
  const line = reader.faces.of(filing)?.get(reader.observations.conceptNames[concept] ?? '');
  return !isContradicted(row.number, line) && isAdmitted(row.number, concept, filing, context);
}

/** Whether other concepts that are stated beside it replace the concept of a rule. */
function isReplaced(rule: ConceptRule, filing: number, { reader, companyType }: SelectionContext): boolean {
  for (const part of rule.otherParts) if (reader.has(part)) return true;
  if (rule.unlessFor !== null && !rule.unlessFor.includes(companyType)) return false;
  for (const other of rule.unless) if ((reader.valueBy(other, filing) ?? 0) !== 0) return true;
  return false;
}

/** A code without a chain concept in the slot: the filer's own concept, as reviewed, or by its label. */
function selectOwn(row: ChartRow, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  for (const { code, concept, from, to } of context.extensions) {
    const end = reader.bounds?.end ?? 0;
    if (code !== row.number || !reader.has(concept) || end < from || end > to) continue;
    const filing = reader.observations.filing[reader.newest(concept)] ?? -1;
    return chosenCell(row, { concept, filing, isOffFace: false, isLabelled: false, sum: null }, context);
  }
  return reader.faces.isEmpty ? undefined : selectLabelled(row, context);
}

/** A code without a chain concept in the slot: a row of the newest statement whose label names the code. */
function selectLabelled(row: ChartRow, context: SelectionContext): Cell | undefined {
  const { reader } = context;
  if (!isNamedByLabels(row.number)) return undefined;
  for (let filing = reader.filings.length - 1; filing >= 0; filing--) {
    if (reader.onlyFiling !== null && filing !== reader.onlyFiling) continue;
    if (reader.faces.of(filing) === null) continue;
    const concept = labelledConcept(row, filing, context);
    if (concept !== null) {
      return chosenCell(row, { concept, filing, isOffFace: false, isLabelled: true, sum: null }, context);
    }
  }
  return undefined;
}

/**
 * The only concept on a statement whose label names the code and that the filing states for the slot; if there are
 * several, those whose label says total. Null if there is none, or if two have different values.
 */
function labelledConcept(row: ChartRow, filing: number, context: SelectionContext): number | null {
  const { reader } = context;
  const lines = reader.faces.of(filing);
  if (!isNamedByLabels(row.number) || lines === null) return null;
  const found: { total: number[]; named: number[] } = { total: [], named: [] };
  for (const concept of reader.conceptsPresent) {
    const line = lines.get(reader.observations.conceptNames[concept] ?? '');
    if (!line || reader.statedBy(concept, filing) === -1) continue;
    const strength = labelStrength(row.number, line, lines.values());
    if (strength === null || !isCandidate(row, concept, filing, context)) continue;
    if (isProfitBeforeTax(row, concept, filing, context)) continue;
    found[strength].push(concept);
  }
  const isWider = (concept: number) =>
    row.number === REVENUE && includesOtherIncome(lines.get(reader.observations.conceptNames[concept] ?? ''));
  const agreed = (concepts: readonly number[]): number | null => {
    const [first, ...others] = concepts;
    if (first === undefined) return null;
    const value = reader.valueBy(first, filing);
    return others.every(concept => reader.valueBy(concept, filing) === value) ? first : null;
  };
  // A total of revenue and other income is wider than the line that is revenue alone.
  if (found.total.length > 0 && found.total.every(isWider)) return agreed(found.named) ?? agreed(found.total);
  return agreed(found.total.length > 0 ? found.total : found.named);
}

/** A line labelled profit from operations that tax is computed on: pretax income, not operating income. */
function isProfitBeforeTax(row: ChartRow, concept: number, filing: number, context: SelectionContext): boolean {
  if (row.number !== OPERATING_INCOME) return false;
  const { reader } = context;
  const value = reader.valueBy(concept, filing) ?? 0;
  const tax = INCOME_TAX.map(concept => reader.valueBy(concept, filing)).find(value => value !== null);
  const profit = NET_INCOME.map(concept => reader.valueBy(concept, filing)).find(value => value !== null);
  return (
    tax !== undefined && profit !== undefined && tax !== null && profit !== null && Math.abs(value - tax - profit) <= 1
  );
}

/** If no candidate of the newest vintage may represent the code, an older one may have stated it differently. */
function selectOlder(
  row: ChartRow,
  candidates: readonly number[],
  before: number,
  context: SelectionContext,
): Cell | undefined {
  const { reader } = context;
  if (reader.onlyFiling !== null) return undefined;
  for (let filing = before - 1; filing >= 0; filing--) {
    if (!candidates.some(concept => reader.statedBy(concept, filing) !== -1)) continue;
    const choice = selectIn(row, candidates, filing, context);
    if (choice === null) continue;
    const cell = chosenCell(row, choice, context);
    cell?.flag('vintage_fallback');
    return cell;
  }
  return undefined;
}
