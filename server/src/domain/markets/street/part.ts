import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { linkListed } from '../../filings/issuers/store/listed-rows.ts';
import type { Part } from '../../part.ts';
import { upsertStreetSnapshots } from './store.ts';

export const streetPart: Part = {
  name: 'street',
  tables: [
    {
      table: 'street_snapshots',
      of: 'publishers',
      omit: ['read_at'],
      add: `'issuer', (select canonical_key from issuers i where i.issuer_id = one.issuer_id)`,
      order: ['source C', 'market_id C', 'ticker_key C', 'as_of'],
    },
  ],
  async publish(tx, { streetSnapshots = [] }, { registry, givenAt }) {
    if (streetSnapshots.length === 0) return 0;
    // An issuer stored concurrently is grouped after this transaction and linked then.
    await keepGroupings(tx);
    const changed = await upsertStreetSnapshots(tx, registry, streetSnapshots, givenAt);
    await linkListed(tx, 'street_snapshots');
    return changed;
  },
  grouping: { after: (tx, { issuerIds }) => linkListed(tx, 'street_snapshots', issuerIds) },
};
