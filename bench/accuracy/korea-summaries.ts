import { join } from 'node:path';
import { parseDay } from '../../server/src/kernel/dates.ts';
import { appendAll } from '../../server/src/kernel/lists.ts';
import { readTable } from './companies.ts';
import { countRow, type RegistryTable, skip } from './comparison.ts';
import { type DocumentFacts, financialsOf, readFacts } from './intl.ts';

/** The line items of the table that have another code here. */
const CODE_OF: Readonly<Record<string, string>> = {
  total_equity: 'equity_including_minority',
  net_income: 'net_income_including_minority',
};

/** Summary tables of periodic reports without a package of tagged data. */
export const koreaSummaries: RegistryTable = {
  file: 'kr_summary_financials.tsv',
  how: 'Values that people read in the summary tables of periodic reports (document.xml), compared in whole won, consolidated: with the line items of the year of the report, and of former years that an annual report states; with the facts of former years in an interim report, which alone make no fiscal year.',
  issuerOf: (row, folder) => {
    const documents = readTable(join(folder, 'truth/kr_documents.tsv'));
    return documents.find(({ document }) => document === row.document)?.corp_code ?? '';
  },
  async compare(folder, rows, comparison) {
    for (const [document, own] of Map.groupBy(rows, row => row.document ?? '')) {
      const read = await readFacts(folder, document, 'opendart');
      if (typeof read === 'string') {
        for (const _ of own) skip(comparison, read);
        continue;
      }
      const { periods } = financialsOf(read);
      for (const row of own) {
        const code = CODE_OF[row.line_item ?? ''] ?? row.line_item ?? '';
        const found = periods.flatMap(({ fiscalPeriod, values }) => {
          const value = fiscalPeriod === 'ttm' ? undefined : values[code];
          return value !== undefined && value.periodEnd === row.period ? [value.value] : [];
        });
        if (isFormerYear(row.period ?? '', read)) appendAll(found, factsAt(row.period ?? '', read));
        const described = { issuer: row.company ?? '', period: row.period ?? '', code, expected: row.value ?? '' };
        const agrees = found.includes(Number(row.value));
        countRow(comparison, described, found.length === 0 ? null : found.join(', '), agrees, row.unit);
      }
    }
  },
};

/** Whether a period ends before that of an interim report. */
function isFormerYear(period: string, { sets }: DocumentFacts): boolean {
  const [filing] = sets[0]?.filings ?? [];
  return filing?.category === 'interim_report' && period !== filing.periodEnd;
}

/** The values of the group that end on a day. */
function factsAt(period: string, { sets }: DocumentFacts): number[] {
  const series = sets.flatMap(set => set.series).filter(({ dimensions }) => dimensions === '');
  return series.flatMap(({ ends, values }) =>
    values.flatMap((value, at) => (ends[at] === parseDay(period) && value !== null ? [value] : [])),
  );
}
