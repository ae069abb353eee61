import type { FactSeries } from '../../server/src/domain/filings/facts/model/facts.ts';
import { parseDay } from '../../server/src/kernel/dates.ts';
import { countRow, type RegistryTable, skip, type TruthRow } from './comparison.ts';
import { type DocumentFacts, financialsOf, readFacts } from './intl.ts';

/** Elements of summaries by the line item that they state; ordinary income (keijo rieki) is not a line item. */
const ELEMENTS: Readonly<Record<string, string | null>> = {
  NetSales: 'revenue',
  OperatingIncome: 'operating_income',
  OrdinaryIncome: null,
  NetIncome: 'net_income',
  ProfitAttributableToOwnersOfParent: 'net_income',
  NetIncomePerShare: 'eps_basic',
  TotalAssets: 'total_assets',
  NetAssets: 'equity_including_minority',
};

/** Rows of statements with another name than the line item's. */
const STATEMENT_ROWS: Readonly<Record<string, string | null>> = {
  ordinary_income: null,
  net_income_parent: 'net_income',
  profit_loss: 'net_income_including_minority',
  net_assets: 'equity_including_minority',
};

/** Statements of one company over the change of taxonomies of 2013, and summaries of three. */
export const japanSeries: RegistryTable = {
  file: 'jp_old_series.tsv.gz',
  how: 'Values of annual reports (taxonomies of 2009 to 2017) and of earnings summaries: each as a fact of its period, basis and unit; results of the group, or of a company without one, also as the line item.',
  issuerOf: row => /^\d{4}/.exec(row.company ?? '')?.[0] ?? row.company ?? '',
  async compare(folder, rows, comparison) {
    for (const [document, own] of Map.groupBy(rows, row => row.document ?? '')) {
      const read = await readFacts(folder, document, document.startsWith('jp/edinet') ? 'edinet' : 'tdnet');
      for (const row of own) {
        if (typeof read === 'string') skip(comparison, read);
        else compareRow(comparison, row, read);
      }
    }
  },
};

function compareRow(comparison: Parameters<RegistryTable['compare']>[2], row: TruthRow, read: DocumentFacts): void {
  const faults = [factFault(row, read), lineItemFault(row, read)].filter(fault => fault !== null);
  const described = {
    issuer: `${row.company} ${row.document?.split('/').at(-1)}`,
    period: `${row.basis} ${row.period_start}..${row.period_end}`,
    code: row.line_item ?? '',
    expected: row.value ?? '',
  };
  countRow(comparison, described, faults.length === 0 ? 'all' : faults.join('; '), faults.length === 0, row.context);
}

/** Why no fact states the value; null if one does. */
function factFault(row: TruthRow, { sets }: DocumentFacts): string | null {
  const start = row.period_start === '' ? null : parseDay(row.period_start ?? '');
  const end = parseDay(row.period_end ?? '');
  const found = sets
    .flatMap(({ series }) => series)
    .filter(series => isBasis(series, row.basis ?? '') && isElement(series, row))
    .flatMap(series =>
      series.values.filter((value, at) => series.starts[at] === start && series.ends[at] === end && value !== null),
    );
  if (found.includes(Number(row.value))) return null;
  return found.length === 0 ? 'no fact' : `facts ${found.join(', ')}`;
}

/** Rows of statements name the line item, and those of summaries the element. */
function isElement({ concept }: FactSeries, { line_item: item = '' }: TruthRow): boolean {
  return Object.hasOwn(ELEMENTS, item) ? concept.endsWith(`:${item}`) : true;
}

function isBasis({ dimensions }: FactSeries, basis: string): boolean {
  const isForecast = /Forecast/.test(dimensions);
  if (isForecast !== basis.startsWith('forecast')) return false;
  // A company without a group has no other basis, and no dimension.
  return basis.endsWith('non-consolidated') || !/non_consolidated/.test(dimensions);
}

/** Why the rules give another value, or none, for the line item; null if they agree or the row is of another basis. */
function lineItemFault(row: TruthRow, read: DocumentFacts): string | null {
  if (row.basis?.startsWith('forecast') === true) return null;
  const code = codeOf(row.line_item ?? '');
  if (code === null) return null;
  const isAlone = row.basis === 'non-consolidated';
  if (isAlone && read.sets.some(({ series }) => series.some(({ dimensions }) => /non_consolidated/.test(dimensions))))
    return null;
  const values = financialsOf(read).periods.flatMap(({ fiscalPeriod, values }) => {
    const value = fiscalPeriod === 'ttm' ? undefined : values[code];
    const isSame =
      value?.periodEnd === row.period_end && (row.period_start === '' || value?.periodStart === row.period_start);
    return isSame && value !== undefined ? [value.value] : [];
  });
  if (values.includes(Number(row.value))) return null;
  return values.length === 0 ? `no ${code}` : `${code} ${values.join(', ')}`;
}

const LINE_ITEMS = new Map(Object.entries({ ...ELEMENTS, ...STATEMENT_ROWS }));

/** The line item of a row; null if there is none. */
function codeOf(item: string): string | null {
  const code = LINE_ITEMS.get(item);
  return code === undefined ? item : code;
}
