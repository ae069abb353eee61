import { beforeAll, describe, expect, it } from 'vitest';
import { filingEvent, publishEvents, seedAurora } from '../../../../test/accounts/notify.ts';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedEntity, seedIssuer } from '../../../../test/seeds/issuers.ts';
import { sql } from '../../../db/database.ts';
import { listNotifications, type NotificationPage } from './list-notifications.ts';

const database = useTestDatabase();
const ROUTE = '/api/user/notifications';
const api = useTestApi(database);
let aurora: string;

const list = async (query = ''): Promise<NotificationPage> => {
  const { status, json, text } = await api.get(`${ROUTE}${query}`);
  expect(status, text).toBe(200);
  return json as unknown as NotificationPage;
};
const names = ({ items }: NotificationPage) => items.map(item => item.filing_id?.replace('sec-edgar:', ''));

beforeAll(async () => {
  aurora = await seedAurora(database.db);
  const plc = await seedIssuer(database.db, {
    key: 'uk:00900003',
    name: 'Duplex Holdings PLC',
    marketId: 'uk',
    listings: [{ ticker: 'DUP.L', marketId: 'uk' }],
  });
  await createWatcher(database.db, 'business@example.org', [
    { issuerId: aurora, ticker: 'AURW' },
    { issuerId: plc, ticker: 'DUP.L', marketId: 'uk' },
  ]);
  await publishEvents(database.db, [filingEvent(aurora, 'first')]);
  await publishEvents(database.db, [
    filingEvent(aurora, 'annual', {
      formType: '10-K',
      category: 'annual_report',
      categoryGroup: 'periodic',
      summary: 'period to 2025-12-31',
    }),
  ]);
  await publishEvents(database.db, [filingEvent(plc, 'british', { marketIds: ['uk'] })]);
  await publishEvents(database.db, [
    {
      ...filingEvent(aurora, 'x'),
      eventType: 'webhook.deactivated',
      eventKey: 'a webhook',
      title: 'A webhook was switched off',
      category: null,
      categoryGroup: null,
      formType: null,
      filingId: null,
      url: null,
      marketIds: null,
      to: { accountId: api.accountId },
    },
  ]);
});

describe(`GET ${ROUTE}`, () => {
  it('lists the account’s notifications, newest first, in the shape of the contract', async () => {
    const page = await list();
    expect(listNotifications.output.safeParse(page).error).toBeUndefined();
    expect(page).toMatchObject({ next_cursor: null, unread_count: 4 });
    expect(names(page)).toEqual([undefined, 'british', 'annual', 'first']);
    expect(page.items[2]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_type: 'filing.discovered',
      title: 'Material event (8-K)',
      summary: 'period to 2025-12-31',
      ticker: 'AURW',
      market_id: 'us',
      company_name: 'Aurora Widgets Inc.',
      category: 'annual_report',
      category_group: 'periodic',
      filing_id: 'sec-edgar:annual',
      url: 'https://registry.example/annual',
      created_at: expect.stringMatching(/Z$/),
      read_at: null,
    });
    expect(page.items[0]).toMatchObject({
      event_type: 'webhook.deactivated',
      ticker: null,
      company_name: null,
      url: null,
    });
    expect(page.items[0]).not.toHaveProperty('filing_id');
  });

  it('filters by event, market, category, group and ticker', async () => {
    expect(names(await list('?event_types=filing.discovered'))).toEqual(['british', 'annual', 'first']);
    expect(names(await list('?market_ids=uk,jp'))).toEqual(['british']);
    expect(names(await list('?categories=material_event'))).toEqual(['british', 'first']);
    expect(names(await list('?category_groups=periodic,mna'))).toEqual(['annual']);
    expect(names(await list('?tickers=aurw&tickers=dup-l&categories=material_event'))).toEqual(['british', 'first']);
    for (const query of ['?event_types=filing.lost', '?categories=gossip', '?category_groups=gossip', '?market_ids=']) {
      expect((await api.get(ROUTE + query)).status, query).toBe(422);
    }
  });

  it('filters by time: since (exclusive), until (inclusive), the last hours', async () => {
    const [, british, annual] = (await list()).items;
    expect(names(await list(`?since=${annual?.created_at}`))).toEqual([undefined, 'british']);
    expect(names(await list(`?until=${annual?.created_at}`))).toEqual(['annual', 'first']);
    const inIndia = new Date(Date.parse(british?.created_at ?? '') + 5.5 * 3_600_000)
      .toISOString()
      .replace('Z', '%2B05:30');
    expect(names(await list(`?since=${inIndia}`))).toEqual([undefined]);
    expect(names(await list('?since_hours=1'))).toHaveLength(4);
    expect((await api.get(`${ROUTE}?since=yesterday`)).status).toBe(422);
    expect((await api.get(`${ROUTE}?since_hours=0`)).status).toBe(422);
  });

  it('paginates by the id of the last notification, unaffected by new ones', async () => {
    const first = await list('?limit=2');
    expect(first.next_cursor).toBe(first.items[1]?.id);
    await publishEvents(database.db, [filingEvent(aurora, 'meanwhile')]);
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect(names(second)).toEqual(['annual', 'first']);
    expect(second.next_cursor).toBeNull();
    expect(names(await list())).toHaveLength(5);
  });

  it('orders notifications of the same instant by id', async () => {
    const many = Array.from({ length: 7 }, (_, n) => filingEvent(aurora, `at-once-${n}`));
    await publishEvents(database.db, many);
    const all = (await list('?limit=7')).items;
    expect(new Set(all.map(item => item.created_at)).size).toBe(1);
    const paged: string[] = [];
    for (let cursor = ''; paged.length < 7; ) {
      const page = await list(`?limit=2${cursor}`);
      paged.push(...page.items.map(item => item.id));
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged.slice(0, 7)).toEqual(all.map(item => item.id));
    expect([...all.map(item => item.id)].sort()).toEqual(all.map(item => item.id));
  });

  it('rejects a cursor of another account and an invalid one', async () => {
    const stranger = await createWatcher(database.db, 'stranger@example.org', [{ issuerId: aurora, ticker: 'AURW' }]);
    await database.db.execute(
      sql`delete from watchlist_entries where account_id = ${api.accountId} and ticker = 'AURW'`,
    );
    await publishEvents(database.db, [filingEvent(aurora, 'for-a-stranger')]);
    const row = await database.db.queryOne<{ event_id: string }>(
      sql`select event_id from notifications where account_id = ${stranger}`,
    );
    const { status, json } = await api.get(`${ROUTE}?cursor=${row?.event_id}`);
    expect([status, json.error]).toEqual([400, 'invalid_cursor']);
    expect((await api.get(`${ROUTE}?cursor=x`)).status).toBe(422);
  });

  it('returns only unread notifications on request', async () => {
    await database.db.execute(sql`
      update notifications set read_at = now() where account_id = ${api.accountId} and category is not null`);
    const page = await list('?unread_only=true');
    expect(page.items.map(item => item.event_type)).toEqual(['webhook.deactivated']);
    expect(page.unread_count).toBe(1);
  });

  it('finds notifications of a company by any ticker under which it is watched', async () => {
    const share = await seedIssuer(database.db, {
      key: 'jcn:9990001000001',
      name: 'キツネ玩具',
      marketId: 'jp',
      listings: [{ ticker: '7999', marketId: 'jp' }],
    });
    const receipt = await seedIssuer(database.db, {
      key: 'cik:990101',
      name: 'Kitsune Toys',
      listings: [{ ticker: 'KTSNY' }],
    });
    await seedEntity(database.db, [share, receipt]);
    await createWatcher(database.db, 'business@example.org', [
      { issuerId: share, ticker: '7999', marketId: 'jp' },
      { issuerId: receipt, ticker: 'KTSNY' },
    ]);
    await publishEvents(database.db, [filingEvent(receipt, 'kitsune', { marketIds: ['jp', 'us'] })]);
    expect(names(await list('?tickers=7999'))).toEqual(['kitsune']);
    expect(names(await list('?tickers=KTSNY'))).toEqual(['kitsune']);
    expect(names(await list('?tickers=AURW'))).not.toContain('kitsune');
  });
});
