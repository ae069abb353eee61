import { plainText } from '../../formats/html-text/row-words.ts';
import { conceptInWords } from '../../model/concept-words.ts';
import type { AsFiledRow, AsFiledStatement, AsFiledStatementType, ReportedFact } from '../../model/filing-contents.ts';
import { type Column, periodKey, periodOf, toColumn } from './as-filed-columns.ts';
import type { PrintedRow, PrintedRows } from './printed-rows.ts';

/**
 * The statements of a report without linkbases: the tables of its documents whose figures are those of a statement, each
 * row with the words that are printed beside it. Nothing tells their levels, totals and headings; tables of notes are left
 * out. `role` is empty.
 */
export function printedStatements(
  facts: readonly ReportedFact[],
  printed: PrintedRows,
  documents: ReadonlyMap<string, string>,
): AsFiledStatement[] {
  const places = new Map(facts.map((fact, at) => [fact, at]));
  return [...documents].flatMap(([document, source]) => {
    const tables = [...Map.groupBy(printed.rowsOf(document), row => row.table).values()];
    return tables.flatMap(rows => {
      const type = typeOf(rows.flatMap(row => row.figures));
      const first = rows[0];
      if (type === null || first === undefined) return [];
      const title = titleBefore(source.slice(Math.max(0, first.start - TITLE_CHARS), first.start), type);
      return toStatement(rows, type, title, printed, places);
    });
  });
}

/** Concepts that stand on the face of a statement, by local name, and how many of them make a table one. */
const FACES: readonly { type: AsFiledStatementType; least: number; concepts: ReadonlySet<string> }[] = [
  {
    type: 'cashflow',
    least: 2,
    concepts: new Set([
      'NetCashFlowsFromUsedInOperatingActivities',
      'NetCashFlowsFromUsedInInvestingActivities',
      'NetCashFlowsFromUsedInFinancingActivities',
      'CashFlowsFromUsedInOperatingActivities',
      'CashFlowsFromUsedInInvestingActivities',
      'CashFlowsFromUsedInFinancingActivities',
      'IncreaseDecreaseInCashCashEquivalents',
    ]),
  },
  {
    type: 'balance',
    least: 3,
    concepts: new Set([
      'FixedAssets',
      'CurrentAssets',
      'NetCurrentAssetsLiabilities',
      'TotalAssetsLessCurrentLiabilities',
      'NetAssetsLiabilities',
      'NetAssetsLiabilitiesIncludingPensionAssetLiability',
      'CapitalAndReserves',
      'ShareholderFunds',
      'Equity',
      'Assets',
      'NoncurrentAssets',
      'EquityAndLiabilities',
    ]),
  },
  {
    type: 'income',
    least: 2,
    concepts: new Set([
      'TurnoverRevenue',
      'TurnoverGrossOperatingRevenue',
      'Revenue',
      'CostSales',
      'GrossProfitLoss',
      'OperatingProfitLoss',
      'ProfitLossOnOrdinaryActivitiesBeforeTax',
      'ProfitLossBeforeTax',
      'TaxTaxCreditOnProfitOrLossOnOrdinaryActivities',
      'ProfitLoss',
      'ProfitLossForPeriod',
    ]),
  },
];
const EQUITY_AXIS = /:(?:EquityClassesDimension|ComponentsOfEquityAxis)$/;

function typeOf(figures: readonly ReportedFact[]): AsFiledStatementType | null {
  const members = new Set(
    figures.flatMap(({ dimensions }) =>
      Object.entries(dimensions).flatMap(([axis, member]) => (EQUITY_AXIS.test(axis) ? [member] : [])),
    ),
  );
  const locals = new Set(figures.map(({ concept }) => concept.slice(concept.indexOf(':') + 1)));
  if (members.size > 1) return locals.has('Equity') ? 'changes_in_equity' : null;
  for (const { type, least, concepts } of FACES) if (concepts.intersection(locals).size >= least) return type;
  return null;
}

/** Titles stand right above their table, with the dates of its columns between. */
const TITLE_CHARS = 4_000;
const TITLES: Readonly<Partial<Record<AsFiledStatementType, { words: RegExp; usual: string }>>> = {
  balance: { words: /(?:balance sheet|statement of financial position)/i, usual: 'Balance sheet' },
  income: {
    words:
      /(?:profit and loss account|income statement|statement of (?:comprehensive )?income|income and expenditure)/i,
    usual: 'Profit and loss account',
  },
  cashflow: { words: /(?:cash ?flow statement|statement of cash ?flows)/i, usual: 'Statement of cash flows' },
  changes_in_equity: { words: /statement of changes in equity/i, usual: 'Statement of changes in equity' },
};

/** The last line before the table that names the statement; else its usual name. */
function titleBefore(markup: string, type: AsFiledStatementType): string {
  const known = TITLES[type];
  if (known === undefined) return type;
  const lines = markup.split(/<\/?(?:p|div|h\d|td|th|tr|br|table|body|section)(?=[\s/>])[^>]*>/i).map(plainText);
  return lines.findLast(line => line.length <= 120 && known.words.test(line)) ?? known.usual;
}

function toStatement(
  rows: readonly PrintedRow[],
  statementType: AsFiledStatementType,
  title: string,
  printed: PrintedRows,
  places: ReadonlyMap<ReportedFact, number>,
): AsFiledStatement {
  const columns = columnsOf(rows);
  const keys = [...columns.keys()];
  const shown = rows.flatMap(row =>
    [...Map.groupBy(row.figures, figure => figure.concept)].map(([concept, figures]): AsFiledRow => {
      const first = figures[0];
      const cells = keys.map(key => {
        const figure = figures.find(one => columnKey(one) === key);
        return figure === undefined ? null : (places.get(figure) ?? null);
      });
      const label = (first === undefined ? null : printed.beside(first)) ?? conceptInWords(concept);
      const traits = { level: 0, isAbstract: false, isTotal: false, isNegated: false, dimensions: {} };
      return { concept, label, ...traits, cells };
    }),
  );
  return { statementType, role: '', title, columns: [...columns.values()], rows: shown };
}

/** Periods and members as they stand from left to right, told by the rows that have most of them. */
function columnsOf(rows: readonly PrintedRow[]): Map<string, Column> {
  const widest = rows.toSorted((a, b) => distinctColumns(b) - distinctColumns(a));
  const columns = new Map<string, Column>();
  for (const fact of widest.flatMap(row => row.figures)) {
    const key = columnKey(fact);
    if (columns.has(key)) continue;
    const period = toColumn(periodOf(fact), 'en');
    const members = Object.values(fact.dimensions).map(conceptInWords);
    const { dimensions } = fact;
    columns.set(key, { ...period, label: [...members, period.label].join(' | '), dimensions });
  }
  return columns;
}

function distinctColumns({ figures }: PrintedRow): number {
  return new Set(figures.map(columnKey)).size;
}

function columnKey(fact: ReportedFact): string {
  return `${periodKey(periodOf(fact))} ${JSON.stringify(fact.dimensions)}`;
}
