import { type Database, sql } from '../../src/db/database.ts';
import { seedFilings, seedIssuer } from './issuers.ts';

/** The current time in tests over {@link seedFeed}; feeds start on 2 May 2026. */
export const FEED_NOW = new Date('2026-06-01T00:00:00Z');

/**
 * Filings of a fictional company in the United States (two in the last 30 days, one of them together with a fund that has
 * no listing, and an older one) and of one in Japan.
 */
export async function seedFeed(db: Database): Promise<{ widgets: string; fund: string; motors: string }> {
  const fund = await seedIssuer(db, { key: 'cik:900041', name: 'Quiet Fund' });
  const widgets = await seedIssuer(db, {
    key: 'cik:900042',
    name: 'Widgets & Sons <Inc.>',
    listings: [{ ticker: 'WDGS' }],
  });
  const motors = await seedIssuer(db, {
    key: 'jcn:9000430000043',
    name: 'Motors KK',
    marketId: 'jp',
    listings: [{ ticker: '9043', marketId: 'jp' }],
  });
  await seedFilings(db, widgets, [
    { nativeId: 'old', form: '10-K', filed: '2026-05-01' },
    { nativeId: 'annual', form: '10-K', filed: '2026-05-20', periodEnd: '2026-03-31' },
    { nativeId: 'holding', form: 'SC 13G', filed: '2026-05-28' },
  ]);
  await seedFilings(db, fund, [{ nativeId: 'holding', form: 'SC 13G', filed: '2026-05-28' }]);
  await seedFilings(db, motors, [{ nativeId: 'report', form: '030000', filed: '2026-05-25', registry: 'edinet' }]);
  await db.execute(sql`
    update filings set category = 'large_holding', category_group = 'ownership', title = 'Schedule 13G' where native_id = 'holding'`);
  return { widgets, fund, motors };
}
