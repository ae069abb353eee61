import { describeConversion } from '../../format/conversions.ts';
import { toCsvText } from '../../format/csv.ts';
import { toText } from '../../format/decimal.ts';
import type { ScreenTable } from './table.ts';

const HEAD = ['company', 'canonical_key', 'market_id', 'ticker', 'fiscal_year', 'period_end', 'currency', 'filing_id'];

/** The table with raw numbers, one row per company. */
function toRows({ columns, rows }: ScreenTable): (string | number | null)[][] {
  const head = [...HEAD, 'kpi_validation_status', 'converted_by', ...columns.map(({ item }) => item.code)];
  const lines = rows.map(({ company, cells }) => [
    company.entity.company_name,
    company.entity.canonical_key,
    company.entity.market_id,
    company.entity.ticker,
    company.fiscal_year,
    company.period_end,
    company.currency,
    company.filing_id,
    company.kpi_validation_status,
    company.conversions?.map(describeConversion).join('; ') ?? null,
    ...cells.map(({ decimal }) => decimal && toText(decimal)),
  ]);
  return [head, ...lines];
}

export function toCsv(table: ScreenTable): string {
  return toCsvText(toRows(table));
}

/** For pasting into a spreadsheet. */
export function toTsv(table: ScreenTable): string {
  const plain = (field: string | number | null) => String(field ?? '').replace(/\s+/g, ' ');
  return toRows(table)
    .map(row => row.map(plain).join('\t'))
    .join('\n');
}
