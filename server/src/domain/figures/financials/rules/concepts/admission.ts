import { CONCEPT_NAMES, chartOf, codeNumber, knownConcept } from '../checks/chart.ts';
import { halfWidth } from '../values/precision.ts';
import type { SelectionContext } from '../values/selection/selection-context.ts';
import { CONCEPT_MAPS } from './concept-maps.ts';

/** One candidate of a code in a filing, with access to the filing's other values. */
interface Candidate {
  readonly value: number;
  /** Half the unit to which the filing rounds. */
  readonly grain: number;
  /** All values that the filing states for a code, in the order of its chain. */
  stated(code: string): readonly number[];
}

/** Whether the candidate may represent the code. */
type Admission = (candidate: Candidate) => boolean;

/**
 * Concepts that filers use with several meanings: the filing's own sums show which one applies. Each rule applies to
 * one concept within the chain of one code; concepts without a rule are admitted.
 */
const RULES: readonly (readonly [code: string, concept: string, rule: Admission])[] = [
  // Cost above gross profit, or all costs.
  ['costs_and_expenses', 'us-gaap:OperatingExpenses', candidate => meansAllCosts(candidate)],
  ['operating_expenses', 'us-gaap:OperatingExpenses', candidate => !meansAllCosts(candidate)],
  // All costs include the cost of revenue, so they are not smaller.
  ['costs_and_expenses', 'us-gaap:CostsAndExpenses', candidate => covers(candidate, 'cost_of_revenue')],
  ['costs_and_expenses', 'us-gaap:OperatingCostsAndExpenses', candidate => covers(candidate, 'cost_of_revenue')],
  ['costs_and_expenses', 'ifrs-full:OperatingExpense', candidate => includesParts(candidate)],
  ['costs_and_expenses', 'ifrs-full:ExpenseByNature', candidate => includesParts(candidate)],
  // All costs of an insurer include its claims.
  ['benefits_losses_expenses', 'us-gaap:OperatingExpenses', candidate => covers(candidate, 'claims')],
  ['benefits_losses_expenses', 'us-gaap:CostsAndExpenses', candidate => covers(candidate, 'claims')],
  // All non-current items, or only the block of other assets and liabilities.
  ['noncurrent_assets', 'us-gaap:AssetsNoncurrent', rest('total_assets', 'current_assets')],
  ['noncurrent_liabilities', 'us-gaap:LiabilitiesNoncurrent', rest('total_liabilities', 'current_liabilities')],
  // Profit of all owners, or of the parent alone.
  ['income_continuing_operations', 'us-gaap:IncomeLossFromContinuingOperations', candidate => isAfterTax(candidate)],
  // Profit of the parent, or of its common shareholders.
  ['net_income', 'us-gaap:NetIncomeLossAvailableToCommonStockholdersBasic', candidate => isParentProfit(candidate)],
  // Attribution that a filer of a fixed form left at zero.
  ['net_income', 'cvm:3.11.01', candidate => isAttributed(candidate)],
  ['net_income', 'cvm:3.09.01', candidate => isAttributed(candidate)],
  ['net_income', 'cvm:3.13.01', candidate => isAttributed(candidate)],
  // A net position is an asset or a liability, depending on its sign.
  ['deferred_tax_assets', 'us-gaap:DeferredIncomeTaxAssetsNet', candidate => candidate.value >= 0],
  ['deferred_tax_assets', 'us-gaap:DeferredTaxAssetsNetNoncurrent', candidate => candidate.value >= 0],
  ['deferred_tax_assets', 'us-gaap:DeferredTaxAssetsLiabilitiesNetNoncurrent', candidate => candidate.value >= 0],
  ['deferred_tax_assets', 'us-gaap:DeferredTaxAssetsLiabilitiesNet', candidate => candidate.value >= 0],
  ['deferred_tax_liabilities', 'us-gaap:DeferredIncomeTaxLiabilitiesNet', candidate => candidate.value >= 0],
  ['deferred_tax_liabilities', 'us-gaap:DeferredTaxLiabilitiesNoncurrent', candidate => candidate.value >= 0],
];

const byCode = new Map<number, Map<number, Admission>>();
for (const [code, concept, rule] of RULES) {
  const rules = byCode.get(codeNumber(code)) ?? new Map<number, Admission>();
  byCode.set(codeNumber(code), rules);
  rules.set(knownConcept(concept), rule);
}

/** Words, by number, of which a concept's label must contain one to represent a code. */
const LABELS = new Map(
  CONCEPT_MAPS.flatMap(({ codes }) =>
    [...codes].flatMap(([code, { labels }]) =>
      [...labels].map(
        ([concept, words]) => [`${codeNumber(code)} ${knownConcept(concept)}`, words.split('|')] as const,
      ),
    ),
  ),
);
const LABELLED: ReadonlySet<number> = new Set([...LABELS.keys()].map(key => Number(key.split(' ')[1])));

function isLabelled(code: number, concept: number, filing: number, context: SelectionContext): boolean {
  const words = LABELS.get(`${code} ${concept}`);
  if (words === undefined) return true;
  const line = context.reader.faces.of(filing)?.get(CONCEPT_NAMES[concept] ?? '');
  return line?.labels.some(label => words.some(word => label.includes(word))) ?? false;
}

/** Whether a concept may represent a code in a filing, given what the filing states beside it. */
export function isAdmitted(code: number, concept: number, filing: number, context: SelectionContext): boolean {
  if (LABELLED.has(concept) && !isLabelled(code, concept, filing, context)) return false;
  const rule = byCode.get(code)?.get(concept);
  if (!rule) return true;
  return rule({
    value: context.reader.valueBy(concept, filing) ?? 0,
    grain: context.reader.observations.grains[filing] ?? Number.POSITIVE_INFINITY,
    stated: name => statedValues(codeNumber(name), filing, context),
  });
}

function meansAllCosts(candidate: Candidate): boolean {
  for (const operating of candidate.stated('operating_income')) {
    if (candidate.stated('revenue').some(revenue => closes(candidate, revenue, [candidate.value, operating])))
      return true;
    if (candidate.stated('gross_profit').some(gross => closes(candidate, gross, [candidate.value, operating])))
      return false;
  }
  return candidate.stated('gross_profit').length === 0 && candidate.stated('cost_of_revenue').length === 0;
}

function isAttributed(candidate: Candidate): boolean {
  const isFilled = (code: string) => candidate.stated(code).some(value => value !== 0);
  return candidate.value !== 0 || isFilled('net_income_minority') || !isFilled('net_income_including_minority');
}

function covers(candidate: Candidate, code: string): boolean {
  return candidate.stated(code).every(part => part <= candidate.value);
}

/** Notes round more coarsely than statements: a total below one of its parts is such a figure, or a part itself. */
function includesParts(candidate: Candidate): boolean {
  return covers(candidate, 'cost_of_revenue') && covers(candidate, 'general_administrative');
}

function rest(whole: string, part: string): Admission {
  return candidate => {
    const [total] = candidate.stated(whole);
    const [current] = candidate.stated(part);
    return total === undefined || current === undefined || closes(candidate, total, [current, candidate.value]);
  };
}

function isAfterTax(candidate: Candidate): boolean {
  const [tax] = candidate.stated('income_tax');
  const pretaxes = candidate.stated('pretax_income');
  if (tax === undefined || pretaxes.length === 0) return true;
  const [associates = 0] = candidate.stated('equity_method_income');
  return pretaxes.some(
    pretax =>
      closes(candidate, pretax, [tax, candidate.value]) ||
      closes(candidate, pretax + associates, [tax, candidate.value]),
  );
}

function isParentProfit(candidate: Candidate): boolean {
  const [total] = candidate.stated('net_income_including_minority');
  const [minority = 0] = candidate.stated('net_income_minority');
  return total === undefined || closes(candidate, total, [minority, candidate.value]);
}

function closes({ grain }: Candidate, whole: number, parts: readonly number[]): boolean {
  let sum = whole;
  let width = Math.min(grain, halfWidth(whole, null));
  for (const part of parts) {
    sum -= part;
    width += Math.min(grain, halfWidth(part, null));
  }
  return Math.abs(sum) <= Math.max(1, width);
}

function statedValues(code: number, filing: number, context: SelectionContext): number[] {
  const values: number[] = [];
  for (const concept of chartOf(context.companyType).rows[code]?.chain ?? []) {
    const value = context.reader.valueBy(concept, filing);
    if (value !== null) values.push(value);
  }
  return values;
}
