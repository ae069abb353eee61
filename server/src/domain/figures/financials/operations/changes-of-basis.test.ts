import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { storeReports } from '../../../../../test/seeds/fictional-reports.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { balance, flows } from '../rules/fictional-filer.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2026-06-01T00:00:00Z') });
const ask = (query: Record<string, string>) => api.get(`/api/v1/companies/financials?${new URLSearchParams(query)}`);

describe('changes of basis', () => {
  it('are marked with the filing that restated figures of shares', async () => {
    const issuerId = await seedIssuer(database.db, {
      key: 'cik:4401',
      name: 'Splitter',
      listings: [{ ticker: 'SPLT' }],
    });
    const report = (year: number, shares: number) => ({
      accession: `0000004401-${year}-000001`,
      form: '10-K',
      filed: `${year + 1}-02-20`,
      durations: Object.fromEntries(
        [year, year - 1].map(of => [
          `${of}-01-01..${of}-12-31`,
          flows(8_000_000, { WeightedAverageNumberOfDilutedSharesOutstanding: shares }),
        ]),
      ),
      instants: { [`${year}-12-31`]: balance(5_000_000) },
    });
    const reports = [report(2018, 1e6), report(2019, 1e6), report(2020, 4e6)];
    await storeReports(database.db, { key: 'cik:4401', issuerId, reports });
    const { json } = await ask({ ticker: 'SPLT', line_items: 'weighted_shares_diluted,revenue' });
    expect(json.basis_changes).toEqual([
      {
        ...{ kind: 'split', date: '2019-01-01', ratio: 4, from: null, to: null, codes: ['weighted_shares_diluted'] },
        filing_id: 'sec-edgar:0000004401-2020-000001',
      },
    ]);
    expect((await ask({ ticker: 'SPLT', line_items: 'revenue' })).json).not.toHaveProperty('basis_changes');
    expect((await ask({ ticker: 'SPLT', as_of: '2020-12-31' })).json).not.toHaveProperty('basis_changes');
  });
});
