import { ofFilings } from '../../kit/store/exported-table.ts';
import type { FilingKey } from '../../kit/store/filing-keys.ts';
import type { Part } from '../../part.ts';
import { queueInsiderEvents } from './insider-events.ts';
import type { InsiderReport } from './model/insider-report.ts';
import { redateInsiderReports, replaceInsiderReports } from './store.ts';

/** `persist` returns the filings whose reports changed. */
export const insidersPart: Part<InsiderReport | null, never, FilingKey[]> = {
  name: 'insiders',
  tables: [
    ofFilings('insider_reports'),
    ofFilings('insider_owners', [], 'place'),
    { table: 'insider_lines', of: 'issuers', order: ['transaction_id C'] },
  ],
  readFiling: ({ insiderReport }) => insiderReport ?? null,
  async persist(tx, batch) {
    await redateInsiderReports(tx, batch.issuersWithFilings);
    return replaceInsiderReports(
      tx,
      batch.openedBy(insidersPart).map(({ value: insiderReport, ...filing }) => ({ ...filing, insiderReport })),
    );
  },
  announce: (tx, batch) => queueInsiderEvents(tx, batch.writtenBy(insidersPart), batch.announcesSince),
};
