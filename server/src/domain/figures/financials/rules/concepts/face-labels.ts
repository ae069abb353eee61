import { codeNumber } from '../checks/chart.ts';
import type { FaceLine } from './faces.ts';

/** Row labels that name a canonical total unambiguously, in lower case and without text in brackets. */
interface LabelPattern {
  readonly statements: readonly string[];
  readonly pattern: RegExp;
  /** The label required if the same statement has lines of minority owners; null = labels do not identify the code then. */
  readonly besideMinority: RegExp | null;
}

const INCOME_STATEMENTS = ['IS', 'CI'];
const MINORITY = /\b(noncontrolling|non-controlling|minority|nonredeemable)\b/;
const OWNERS = "(stock|share|common stock|common share)(holders|owners)'?s?'?";

const RULES: ReadonlyMap<number, LabelPattern> = new Map([
  rule(
    'revenue',
    INCOME_STATEMENTS,
    /^(total )?(net )?(operating )?(revenues?|sales)$|^total (net )?(sales|revenues?) and (other|operating) (income|revenues?)$|^total (net )?(operating )?revenues?,? net( of [a-z ,'-]+)?$|^(revenues?|sales),? net( of [a-z ,'-]+)?$|^total net (revenues?|sales)$|^(net )?sales and (other )?operating revenues?$|^net sales and revenues?$|^total (sales|revenues?)( and revenues?)?$|^net revenues?,? including net interest (income|revenues?)$/,
  ),
  rule('gross_profit', INCOME_STATEMENTS, /^(total )?gross (profit|margin)( on sales)?$/),
  rule(
    'operating_income',
    INCOME_STATEMENTS,
    /^(total )?(operating (income|profit|earnings|loss)|(income|profit|earnings|loss) from operations)$/,
  ),
  rule(
    'pretax_income',
    INCOME_STATEMENTS,
    /^(income|earnings|profit|loss)( from continuing operations)? before (provision for |benefit from )?(income )?tax(es)?( on income)?( and (noncontrolling|minority) interests?)?$/,
  ),
  rule(
    'net_income',
    INCOME_STATEMENTS,
    /^net (income|earnings|profit|loss)$/,
    /^net (income|earnings|profit|loss) attributable to (?!.*(noncontrolling|non-controlling|minority|preferred|participating|common)).+$/,
  ),
  rule('total_assets', ['BS'], /^total assets$/),
  rule(
    'equity',
    ['BS'],
    new RegExp(
      `^total (?!.*(liabilities|minority|controlling))([a-z0-9&'. -]+ )?${OWNERS} (equity|investment|deficit)$`,
    ),
    null,
  ),
  rule(
    'liabilities_and_equity',
    ['BS'],
    /^total liabilities(,? [a-z' -]+)?,? (and|&) ([a-z']+ )*(equity|capital|deficit|investment)$/,
  ),
  rule(
    'operating_cash_flow',
    ['CF'],
    /^(total )?(net )?cash( flows?)?,? (provided|generated|used|from|\/| |by|for|in|or)+ ?(by|in|from|for)? ?(total )?(operating activities|operations)$/,
  ),
]);

function rule(
  code: string,
  statements: readonly string[],
  pattern: RegExp,
  besideMinority: RegExp | null = pattern,
): [number, LabelPattern] {
  return [codeNumber(code), { statements, pattern, besideMinority }];
}

/** Words that exclude a row, whatever its concept, because the filer means something else. */
const CONTRADICTIONS: ReadonlyMap<number, RegExp> = new Map([
  [codeNumber('equity'), /\bcapitali[sz]ation\b/],
  [codeNumber('equity_including_minority'), /\bcapitali[sz]ation\b/],
  [codeNumber('costs_and_expenses'), /^costs? of (?!.*\bexpenses?\b)/],
]);

/** Whether all labels of a line exclude the code: total capitalization includes debt, for example. */
export function isContradicted(code: number, line: FaceLine | undefined): boolean {
  const pattern = CONTRADICTIONS.get(code);
  if (pattern === undefined || line === undefined) return false;
  return line.labels.every(label => pattern.test(label));
}

/** Whether labels can identify a code. */
export function isNamedByLabels(code: number): boolean {
  return RULES.has(code);
}

/** Whether the filer labels a line as a total of revenue and other income. */
export function includesOtherIncome(line: FaceLine | undefined): boolean {
  return line?.labels.some(label => /\band other income$/.test(label)) ?? false;
}

const TOTAL_AFTER_DEDUCTIONS =
  /^total (net (operating )?(revenues?|sales)|(operating )?(revenues?|sales),? net( of .+)?)$/;
const AFTER_DEDUCTIONS = /^(net (operating )?(revenues?|sales)|(operating )?(revenues?|sales),? net( of .+)?)$/;
const BEFORE_DEDUCTIONS =
  /^(total )?(gross (operating )?(revenues?|sales)|(operating )?(revenues?|sales),? (gross|before .+))$/;

/**
 * Whether a line is revenue after royalties, taxes and what else is passed on: its label says net total, or says net
 * while another line of the statement says gross.
 */
export function isNetRevenue(line: FaceLine, face: Iterable<FaceLine>): boolean {
  if (!INCOME_STATEMENTS.some(statement => line.statements.includes(statement))) return false;
  if (line.labels.some(label => TOTAL_AFTER_DEDUCTIONS.test(label))) return true;
  if (!line.labels.some(label => AFTER_DEDUCTIONS.test(label))) return false;
  for (const other of face) {
    const isBeside = other.statements.some(statement => line.statements.includes(statement));
    if (isBeside && other.labels.some(label => BEFORE_DEDUCTIONS.test(label))) return true;
  }
  return false;
}

/**
 * How a line of a statement names a code: `total` if its label says total, `named` if it names the code, otherwise
 * null. `face` is the whole statement: if it has lines of minority owners, plain words may mean the profit of all
 * owners.
 */
export function labelStrength(code: number, line: FaceLine, face: Iterable<FaceLine>): 'total' | 'named' | null {
  const found = RULES.get(code);
  if (!found?.statements.some(statement => line.statements.includes(statement))) return null;
  let pattern: RegExp | null = found.pattern;
  if (found.besideMinority !== found.pattern && hasMinorityLine(face, found.statements)) pattern = found.besideMinority;
  if (pattern === null) return null;
  const labels = line.labels.filter(label => pattern.test(label));
  if (labels.length === 0) return null;
  return labels.some(label => label.startsWith('total')) ? 'total' : 'named';
}

function hasMinorityLine(face: Iterable<FaceLine>, statements: readonly string[]): boolean {
  for (const line of face) {
    if (!line.statements.some(statement => statements.includes(statement))) continue;
    if (line.labels.some(label => MINORITY.test(label))) return true;
  }
  return false;
}
