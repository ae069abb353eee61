import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { linkListed } from '../../filings/issuers/store/listed-rows.ts';
import type { Part } from '../../part.ts';
import { upsertStreetSnapshots } from './store.ts';

export const streetPart: Part = {
  name: 'street',
  async publish(tx, { streetSnapshots = [] }, { registry, givenAt }) {
    if (streetSnapshots.length === 0) return 0;
    // An issuer that is stored meanwhile is grouped after this, and linked then.
    await keepGroupings(tx);
    const changed = await upsertStreetSnapshots(tx, registry, streetSnapshots, givenAt);
    await linkListed(tx, 'street_snapshots');
    return changed;
  },
  grouping: { after: (tx, { issuerIds }) => linkListed(tx, 'street_snapshots', issuerIds) },
};
