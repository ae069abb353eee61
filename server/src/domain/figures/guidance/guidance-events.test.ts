import { beforeAll, expect, test } from 'vitest';
import { notificationsOf, untilAnnounced } from '../../../../test/accounts/watch.ts';
import { useWatchedCompany } from '../../../../test/accounts/watched-company.ts';
import { hoursAgo } from '../../../../test/fictional/recent-filings.ts';
import { sql } from '../../../db/database.ts';
import { WEBHOOK_PAYLOADS } from '../../../delivery/webhooks/webhook-payloads.ts';
import { uuidV5 } from '../../../kernel/ids.ts';

const watched = useWatchedCompany();
const NEW = { accession: '0009000001-26-000201', form: '8-K', acceptedAt: hoursAgo(1), items: '2.02,9.01' };
const OLD = { accession: '0009000001-26-000200', form: '8-K', acceptedAt: hoursAgo(3_000), items: '2.02,9.01' };

/** The quarter before the new filing, and the year that its guidance is for: a year that has ended is not expected. */
const FILED = new Date(NEW.acceptedAt);
const YEAR = FILED.getUTCFullYear();
const THIS_QUARTER = Math.floor(FILED.getUTCMonth() / 3);
const QUARTER = `${['Fourth', 'First', 'Second', 'Third'][THIS_QUARTER]} Quarter ${THIS_QUARTER === 0 ? YEAR - 1 : YEAR}`;

/** A report on results whose release states what is expected, or nothing of it. */
function publishRelease(filing: typeof NEW, sentence: string): void {
  const release = `<p><b>${watched.company.name} Reports ${QUARTER} Results</b></p>
<p>Net revenue in the quarter was $24 million, net income $2 million, diluted earnings per share $0.20 compared with $0.15.</p>
<p>${sentence}</p>`;
  const documents = [
    {
      type: '8-K',
      name: 'report.htm',
      text: '<p><b>Item 2.02 Results of Operations and Financial Condition</b></p><p>See the exhibit.</p>',
    },
    { type: 'EX-99.1', name: 'release.htm', text: release },
  ];
  watched.publishDocuments(filing, documents, ['Results of Operations and Financial Condition']);
}

beforeAll(async () => {
  watched.publish([NEW, OLD]);
  await watched.load();
});

test('guidance in a new release is announced once with its wording; guidance in an old release is not', async () => {
  const watcher = await watched.watch('watcher@example.org', ['earnings_guidance.available']);
  const sentence = `The company raised its fiscal ${YEAR} revenue guidance to a range of $95 million to $97 million.`;
  publishRelease(NEW, sentence);
  publishRelease(OLD, sentence);
  expect(await watched.load()).toMatchObject({ failed: 0 });
  await watched.replay('parse');
  await untilAnnounced(watched.db);
  expect(await notificationsOf(watched.db, watcher)).toEqual([
    `earnings_guidance.available sec-edgar:${NEW.accession}`,
  ]);
  const event = await watched.db.queryOne<{ data: Record<string, unknown>; summary: string }>(sql`
    select data, summary from events where event_type = 'earnings_guidance.available'`);
  expect(event?.summary).toBe('revenue raised');
  expect(event?.data).toMatchObject({
    filing_id: uuidV5(`sec-edgar:${NEW.accession}`),
    transcript_id: null,
    guidance: [{ metric: 'revenue', new_low: 95_000_000, direction: 'raised', evidence: [{ quote: sentence }] }],
  });
  const payload = WEBHOOK_PAYLOADS.find(payload => payload.event === 'earnings_guidance.available');
  const listing = { canonical_key: 'cik:9000001', ticker: watched.company.ticker, market_id: 'us' };
  expect(payload?.data.safeParse({ ...listing, ...event?.data }).error).toBeUndefined();
});
