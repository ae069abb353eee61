import { codeNumber } from './chart.ts';

/** Row labels that name a canonical total beyond doubt, lower case and without what stands in brackets. */
interface LabelRule {
  readonly code: number;
  readonly statements: readonly string[];
  readonly pattern: RegExp;
}

const INCOME_STATEMENTS = ['IS', 'CI'];
const RULES: readonly LabelRule[] = [
  rule(
    'revenue',
    INCOME_STATEMENTS,
    /^(total )?(net )?(operating )?(revenues?|sales)$|^total (net )?(sales|revenues?) and (other|operating) (income|revenues?)$|^total (net )?(operating )?revenues?,? net( of interest expense)?$|^(revenues?|sales),? net$|^total net (revenues?|sales)$|^(net )?sales and (other )?operating revenues?$|^net sales and revenues?$|^total (sales|revenues?)( and revenues?)?$/,
  ),
  rule('gross_profit', INCOME_STATEMENTS, /^(total )?gross (profit|margin)( on sales)?$/),
  rule(
    'operating_income',
    INCOME_STATEMENTS,
    /^(total )?(operating (income|profit|earnings|loss)|(income|profit|earnings|loss) from operations)$/,
  ),
  rule('net_income', INCOME_STATEMENTS, /^net (income|earnings|profit|loss)$/),
  rule('total_assets', ['BS'], /^total assets$/),
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
];

function rule(code: string, statements: readonly string[], pattern: RegExp): LabelRule {
  return { code: codeNumber(code), statements, pattern };
}

const byCode = new Map(RULES.map(each => [each.code, each]));

/** Statements on which a code's line can stand, and whether a label names the code; null where no label is clear enough. */
export function labelRule(code: number): { statements: readonly string[]; names(label: string): boolean } | null {
  const found = byCode.get(code);
  return found ? { statements: found.statements, names: label => found.pattern.test(label) } : null;
}
