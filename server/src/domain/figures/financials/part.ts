import type { Part } from '../../part.ts';
import { type EncodedFinancials, replaceFinancials } from './store.ts';

/** Stated only for issuers whose figures were computed again. */
export const financialsPart: Part<never, EncodedFinancials, void> = {
  name: 'financials',
  statedRows: ({ periods, years }) => [periods, years],
  async persist(tx, batch) {
    await replaceFinancials(
      tx,
      batch.statedBy(financialsPart).map(issuer => issuer.value),
    );
  },
};
