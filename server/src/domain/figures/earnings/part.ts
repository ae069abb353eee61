import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { linkListed } from '../../filings/issuers/store/listed-rows.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { readGuidance } from '../guidance/rules/read-guidance.ts';
import { announceReported, announceUpcoming } from './announce-releases.ts';
import type { EarningsRelease } from './model/earnings-release.ts';
import { GUIDANCE_READINGS, replaceEarningsRelease, upsertCalendarEntries } from './store.ts';

export const earningsPart: Part<EarningsRelease | null, never, void> = {
  name: 'earnings',
  textReadings: GUIDANCE_READINGS,
  tables: [
    ofFilings('earnings_releases'),
    {
      table: 'calendar_entries',
      of: 'publishers',
      omit: ['read_at', 'told_at'],
      add: `'issuer', (select canonical_key from issuers i where i.issuer_id = one.issuer_id)`,
      order: ['source C', 'market_id C', 'ticker_key C', 'entry_key C'],
    },
  ],
  readFiling: ({ earningsRelease, filing }) =>
    earningsRelease && {
      ...earningsRelease,
      guidance: readGuidance(earningsRelease.text, { filed: filing?.filingDate ?? null }),
    },
  async persist(tx, batch) {
    for (const { value: release, ...filing } of batch.openedBy(earningsPart)) {
      await replaceEarningsRelease(tx, filing, release);
    }
  },
  announce: (tx, batch) => announceReported(tx, batch.issuersToAnnounce, batch.announcesSince),
  async publish(tx, { calendarEntries = [] }, { registry, givenAt }) {
    if (calendarEntries.length === 0) return 0;
    // An issuer that is stored meanwhile is grouped and linked after this.
    await keepGroupings(tx);
    const changed = await upsertCalendarEntries(tx, registry, calendarEntries, givenAt);
    await linkListed(tx, 'calendar_entries');
    return changed;
  },
  grouping: { after: (tx, { issuerIds }) => linkListed(tx, 'calendar_entries', issuerIds) },
  background: [
    {
      name: 'announce-releases',
      completesIngest: false,
      run: (db, { now, signal }) => announceUpcoming(db, now, signal),
    },
  ],
};
