import { conceptLabel } from '../../../domain/filings/facts/model/concept-words.ts';
import type {
  AsFiledRow,
  AsFiledStatement,
  AsFiledStatementType,
  ReportedFact,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { plainText } from '../../../formats/html-text/row-words.ts';
import { addDays } from '../../../kernel/dates.ts';
import { type Column, type Period, periodKey, periodOf, toColumn } from './as-filed-columns.ts';
import type { PrintedRow, PrintedRows } from './printed-rows.ts';

/**
 * The statements of a report without linkbases: the tables of its documents with figures of a statement, and the printed
 * label of each row. Levels, totals and headings are unknown. Tables of notes are omitted. `role` is empty.
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
      const type = typeOf(rows);
      const first = rows[0];
      if (type === null || first === undefined) return [];
      const title = titleBefore(source.slice(Math.max(0, first.start - TITLE_CHARS), first.start), type);
      return toStatement(rows, type, title, printed, places);
    });
  });
}

/** Concepts on the face of a statement, by local name, and how many of them make a table that statement. */
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
      'ProfitLoss',
      'ProfitLossForPeriod',
    ]),
  },
];
const EQUITY_AXIS = /:(?:EquityClassesDimension|ComponentsOfEquityAxis)$/;

/** Some programs print every line as a table of its own, so the lines of a statement cannot be identified. */
const MIN_ROWS = 3;

function typeOf(rows: readonly PrintedRow[]): AsFiledStatementType | null {
  const reported = rows.filter(row => row.figures.length > 0);
  if (reported.length < MIN_ROWS) return null;
  const figures = reported.flatMap(row => row.figures);
  const locals = new Set(figures.map(({ concept }) => concept.slice(concept.indexOf(':') + 1)));
  for (const { type, least, concepts } of FACES) if (concepts.intersection(locals).size >= least) return type;
  const components = new Set(figures.flatMap(({ dimensions }) => componentOf(dimensions)));
  if (components.size < 2 || !locals.has('Equity')) return null;
  // A balance sheet in two tables has its equity by component in the second one.
  return figures.every(({ periodStart }) => periodStart === null) ? 'balance' : 'changes_in_equity';
}

function componentOf(dimensions: ReportedFact['dimensions']): string[] {
  return Object.entries(dimensions).flatMap(([axis, member]) => (EQUITY_AXIS.test(axis) ? [member] : []));
}

/** Titles are directly above their table, with the dates of its columns in between. */
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
  const figures = rows.flatMap(row => row.figures);
  const layout = statementType === 'changes_in_equity' ? byComponent(figures) : BY_PERIOD;
  const columns = columnsOf(rows, layout);
  const keys = [...columns.keys()];
  const shown = rows.flatMap(row =>
    [...Map.groupBy(row.figures, layout.rowKey).values()].flatMap((own): AsFiledRow[] => {
      const [first] = own;
      if (first === undefined) return [];
      const cells = keys.map(key => {
        const figure = own.find(fact => layout.columnKey(fact) === key);
        return figure === undefined ? null : (places.get(figure) ?? null);
      });
      const label = printed.beside(first) ?? conceptLabel(first.concept);
      const dimensions = layout.dimensionsOf('row', first);
      const traits = { level: 0, isAbstract: false, isTotal: false, isNegated: false };
      return [{ concept: first.concept, label, ...traits, dimensions, cells }];
    }),
  );
  return { statementType, role: '', title, columns: [...columns.values()], rows: shown };
}

/** The identity of a row and of a column in a table. */
interface Layout {
  rowKey(fact: ReportedFact): string;
  columnKey(fact: ReportedFact): string;
  periodOf(fact: ReportedFact): Period;
  dimensionsOf(axis: 'row' | 'column', fact: ReportedFact): ReportedFact['dimensions'];
}

const BY_PERIOD: Layout = {
  rowKey: ({ concept, dimensions }) => `${concept} ${JSON.stringify(dimensions)}`,
  columnKey: fact => periodKey(periodOf(fact)),
  periodOf,
  dimensionsOf: (axis, { dimensions }) => (axis === 'row' ? dimensions : {}),
};

/** Balances belong to the columns of the period that they close, or else of the one that they open. */
function byComponent(figures: readonly ReportedFact[]): Layout {
  const durations = figures.map(periodOf).filter(({ start }) => start !== null);
  const columnPeriod = (fact: ReportedFact): Period => {
    if (fact.periodStart !== null) return periodOf(fact);
    const closed = durations.find(({ end }) => end === fact.periodEnd);
    const opened = durations.find(({ start }) => start !== null && addDays(start, -1) === fact.periodEnd);
    return closed ?? opened ?? periodOf(fact);
  };
  return {
    // The balances of a row open one period and close another if one table contains both years.
    rowKey: ({ concept, periodStart, periodEnd }) => `${concept} ${periodStart === null ? periodEnd : ''}`,
    columnKey: fact => `${periodKey(columnPeriod(fact))} ${JSON.stringify(fact.dimensions)}`,
    periodOf: columnPeriod,
    dimensionsOf: (axis, { dimensions }) => (axis === 'column' ? dimensions : {}),
  };
}

/** The order of columns from left to right, by the rows with most of them. */
function columnsOf(rows: readonly PrintedRow[], layout: Layout): Map<string, Column> {
  const widthOf = ({ figures }: PrintedRow): number => new Set(figures.map(layout.columnKey)).size;
  const columns = new Map<string, Column>();
  for (const fact of rows.toSorted((a, b) => widthOf(b) - widthOf(a)).flatMap(row => row.figures)) {
    const key = layout.columnKey(fact);
    if (columns.has(key)) continue;
    const column = toColumn(layout.periodOf(fact), 'en');
    const dimensions = layout.dimensionsOf('column', fact);
    const members = Object.values(dimensions).map(conceptLabel);
    if (members.length > 0) column.dimensions = dimensions;
    columns.set(key, { ...column, label: [...members, column.label].join(' | ') });
  }
  return columns;
}
