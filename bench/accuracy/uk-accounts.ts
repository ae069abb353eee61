import type { KpiPeriod } from '../../server/src/domain/figures/financials/model/financials.ts';
import { parseDay } from '../../server/src/kernel/dates.ts';
import { countRow, type RegistryTable, skip, type TruthRow } from './comparison.ts';
import { type DocumentFacts, financialsOf, readFacts } from './intl.ts';

/** Rows by their line item; the others are lines that small companies print and no line item has. */
const CODE_OF: Readonly<Record<string, string>> = {
  equity: 'equity',
  cash: 'cash',
  current_assets: 'current_assets',
  fixed_assets: 'noncurrent_assets',
  profit_loss: 'net_income_including_minority',
  revenue: 'revenue',
};

/** Small companies' accounts of 2015 to 2018, as inline XBRL and as plain instances. */
export const ukAccounts: RegistryTable = {
  file: 'uk_accounts_ons.tsv.gz',
  how: 'Values of accounts of small companies (inline XBRL and plain instances of 2015 to 2018): each as a fact of the element and the end of the period, and as the line item where there is one.',
  issuerOf: row => row.company_number ?? '',
  async compare(folder, rows, comparison) {
    for (const [document, own] of Map.groupBy(rows, row => row.document ?? '')) {
      const read = await readFacts(folder, document, 'companies-house');
      if (typeof read === 'string') {
        for (const _ of own) skip(comparison, read);
        continue;
      }
      const { periods } = financialsOf(read);
      for (const row of own) {
        const faults = [factFault(row, read), lineItemFault(row, periods)].filter(fault => fault !== null);
        const described = {
          issuer: `${row.company_number} ${row.document?.split('/').at(-1)}`,
          period: row.period_end ?? '',
          code: row.line_item ?? '',
          expected: `${row.value} ${row.element}`,
        };
        countRow(
          comparison,
          described,
          faults.length === 0 ? 'all' : faults.join('; '),
          faults.length === 0,
          row.context,
        );
      }
    }
  },
};

/** Why no fact states the value; null if one does. */
function factFault(row: TruthRow, { sets }: DocumentFacts): string | null {
  const end = parseDay(row.period_end ?? '');
  const found = sets
    .flatMap(({ series }) => series)
    .filter(({ concept }) => concept.endsWith(`:${row.element}`))
    .flatMap(({ ends, values }) => values.filter((_, at) => ends[at] === end));
  if (found.includes(Number(row.value))) return null;
  return found.length === 0 ? 'no fact' : `facts ${found.join(', ')}`;
}

/** Why the rules give another value, or none, for the line item; null if they agree or there is none. */
function lineItemFault(row: TruthRow, periods: readonly KpiPeriod[]): string | null {
  const code = CODE_OF[row.line_item ?? ''];
  if (code === undefined) return null;
  const found = periods.flatMap(({ fiscalPeriod, values }) => {
    const value = fiscalPeriod === 'ttm' ? undefined : values[code];
    return value !== undefined && value.periodEnd === row.period_end ? [value.value] : [];
  });
  if (found.includes(Number(row.value))) return null;
  return found.length === 0 ? `no ${code}` : `${code} ${found.join(', ')}`;
}
