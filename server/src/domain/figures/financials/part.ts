import type { Part } from '../../part.ts';
import { computeHistories } from './compute-histories.ts';
import { countStaleHistories } from './history-store.ts';
import { RULES_VERSION } from './rules/financials.ts';
import { type EncodedFinancials, replaceFinancials } from './store.ts';

/** Stated only for issuers whose figures were recomputed. */
export const financialsPart: Part<never, EncodedFinancials, void> = {
  name: 'financials',
  tables: [
    { table: 'issuer_financials', of: 'issuers', order: [] },
    { table: 'kpi_periods', of: 'issuers', order: ['fiscal_period C', 'period_end'] },
    { table: 'annual_amounts', of: 'issuers', order: ['period_end'] },
  ],
  statedRows: ({ periods, years }) => [periods, years],
  async persist(tx, batch) {
    await replaceFinancials(
      tx,
      batch.statedBy(financialsPart).map(issuer => issuer.value),
    );
  },
  background: [
    {
      name: 'compute-histories',
      // A third of a second each; of more the background tasks of a worker take care.
      completesIngest: async db => (await countStaleHistories(db, RULES_VERSION)) <= MOST_AWAITED,
      maxShareOfTime: 1,
      run: (db, { signal }) => computeHistories(db, { forMs: TURN_MS, signal }),
    },
  ],
};

const MOST_AWAITED = 20;

/** After this time other background tasks run, and an ingest no longer waits. */
const TURN_MS = 5_000;
