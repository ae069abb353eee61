import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceAll, filingEvent, publishEvents } from '../../../test/accounts/notify.ts';
import { createWatcher, notificationsOf } from '../../../test/accounts/watch.ts';
import { createTestDatabase, type TestDatabase, useTestDatabase } from '../../../test/database.ts';
import { seedEntity, seedIssuer } from '../../../test/seeds/issuers.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { sql } from '../../db/database.ts';
import { createListener, type Listener } from '../../db/listener.ts';
import { createPool } from '../../db/pool.ts';
import { queueEvents } from '../../domain/kit/store/outbox.ts';
import { createLog } from '../../kernel/log.ts';
import { announce, queueNotice } from './announce.ts';
import { Announcer } from './announcer.ts';

const database = useTestDatabase();
let apple: string;

beforeAll(async () => {
  apple = await seedIssuer(database.db, { key: 'cik:900011', name: 'Orchard Corp', listings: [{ ticker: 'ORCH' }] });
});

describe('announcements', () => {
  it('follow the alert settings of the entry: event types and form types', async () => {
    const watch = (email: string, alerts: { eventTypes?: string[]; formTypes?: string[] }) =>
      createWatcher(database.db, email, [{ issuerId: apple, ticker: 'ORCH', ...alerts }]);
    const all = await watch('all@example.org', {});
    const annual = await watch('annual@example.org', { formTypes: ['10-K'] });
    const press = await watch('press@example.org', { eventTypes: ['press_release.discovered'], formTypes: ['10-K'] });
    const pressFree = await createWatcher(
      database.db,
      'press-free@example.org',
      [{ issuerId: apple, ticker: 'ORCH' }],
      'free',
    );
    await publishEvents(database.db, [
      filingEvent(apple, 'k', { formType: '10-K' }),
      filingEvent(apple, 'ka', { formType: '10-K/A' }),
      filingEvent(apple, 'x', { eventType: 'press_release.discovered', eventKey: 'release 1', formType: null }),
    ]);
    const reported = (id: string) => notificationsOf(database.db, id).then(names => names.sort());
    const [k, ka, release] = [
      'filing.discovered sec-edgar:k',
      'filing.discovered sec-edgar:ka',
      'press_release.discovered release 1',
    ];
    expect(await reported(all)).toEqual([k, ka, release]);
    expect(await reported(annual)).toEqual([k, release]);
    expect(await reported(press)).toEqual([release]);
    expect(await reported(pressFree)).toEqual([k, ka]);
  });

  it('notify an account that watches two listings of the company only once', async () => {
    const both = await createWatcher(database.db, 'both@example.org', [
      { issuerId: apple, ticker: 'ORCH' },
      { issuerId: apple, ticker: 'ORCH-A' },
    ]);
    await publishEvents(database.db, [filingEvent(apple, 'one')]);
    expect(await notificationsOf(database.db, both)).toHaveLength(1);
  });

  it('of a filing with two filers notify watchers of either once, in whatever order the filers become known', async () => {
    const fund = await seedIssuer(database.db, {
      key: 'cik:900012',
      name: 'Basket Fund',
      listings: [{ ticker: 'BSKT' }],
    });
    const ofApple = await createWatcher(database.db, 'of-apple@example.org', [{ issuerId: apple, ticker: 'ORCH' }]);
    const ofFund = await createWatcher(database.db, 'of-fund@example.org', [{ issuerId: fund, ticker: 'BSKT' }]);
    const ofBoth = await createWatcher(database.db, 'of-both@example.org', [
      { issuerId: apple, ticker: 'ORCH' },
      { issuerId: fund, ticker: 'BSKT' },
    ]);
    await publishEvents(database.db, [filingEvent(fund, 'joint')]);
    expect(await notificationsOf(database.db, ofApple)).toEqual([]);
    await publishEvents(database.db, [filingEvent(apple, 'joint')]);
    for (const id of [ofApple, ofFund, ofBoth]) {
      expect(await notificationsOf(database.db, id)).toEqual(['filing.discovered sec-edgar:joint']);
    }
  });

  it('cover every registrant of the company in the market of the entry', async () => {
    const us = await seedIssuer(database.db, {
      key: 'cik:900013',
      name: 'Wide Motors',
      listings: [{ ticker: 'WIDE' }],
    });
    const jp = await seedIssuer(database.db, {
      key: 'jcn:9000130000013',
      name: 'Wide Motors KK',
      marketId: 'jp',
      listings: [{ ticker: '9013', marketId: 'jp' }],
    });
    await seedEntity(database.db, [jp, us]);
    const inUs = await createWatcher(database.db, 'wide-us@example.org', [{ issuerId: us, ticker: 'WIDE' }]);
    // The company files nothing in Hong Kong, so its filings elsewhere count for its listing there.
    const inHk = await createWatcher(database.db, 'wide-hk@example.org', [
      { issuerId: jp, ticker: '9013', marketId: 'hk' },
    ]);
    await publishEvents(database.db, [
      filingEvent(us, 'form-20-f'),
      filingEvent(jp, 'securities-report', { marketIds: ['jp'] }),
    ]);
    expect(await notificationsOf(database.db, inUs)).toEqual(['filing.discovered sec-edgar:form-20-f']);
    expect((await notificationsOf(database.db, inHk)).sort()).toEqual([
      'filing.discovered sec-edgar:form-20-f',
      'filing.discovered sec-edgar:securities-report',
    ]);
    const shown = await database.db.query(sql`
      select canonical_key, company_name, ticker, market_id from notifications where account_id = ${inUs}`);
    expect(shown).toEqual([
      { canonical_key: 'jcn:9000130000013', company_name: 'Wide Motors KK', ticker: 'WIDE', market_id: 'us' },
    ]);
  });

  it('to one account reach no other account', async () => {
    const owner = await createWatcher(database.db, 'owner@example.org', []);
    const notice = {
      accountId: owner,
      noticeType: 'webhook.deactivated',
      key: 'hook 1',
      title: 'A webhook was switched off',
      summary: null,
    } as const;
    await database.db.transaction(tx => queueNotice(tx, notice));
    await database.db.transaction(tx => queueNotice(tx, notice));
    await announceAll(database.db);
    const reported = await database.db.query(
      sql`select account_id from notifications where event_type = 'webhook.deactivated'`,
    );
    expect(reported).toEqual([{ account_id: owner }]);
  });

  it('reach ten thousand accounts in one statement', async () => {
    const issuerId = await seedIssuer(database.db, {
      key: 'cik:900014',
      name: 'Known to All',
      listings: [{ ticker: 'ALL' }],
    });
    await database.db.execute(sql`
      insert into accounts (email, plan) select 'watcher' || n || '@example.org', 'business' from generate_series(1, 10000) n`);
    await database.db.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      select account_id, 'us', 'ALL', 'ALL', ${issuerId} from accounts where email like 'watcher%'`);
    await database.db.transaction(tx => queueEvents(tx, [filingEvent(issuerId, 'news')]));
    const statements: string[] = [];
    const from = performance.now();
    const announced = await database.db.transaction(tx => {
      const queryOne: typeof tx.queryOne = statement => {
        statements.push(statement.text);
        return tx.queryOne(statement);
      };
      return announce({ ...tx, queryOne }, 100);
    });
    expect(announced).toMatchObject({ taken: 1, notified: 10_000 });
    expect(statements).toHaveLength(2);
    expect(performance.now() - from).toBeLessThan(20_000);
  });
});

describe('announcers', () => {
  let own: TestDatabase;
  let listener: Listener;
  let issuerId: string;
  let watcher: string;

  beforeAll(async () => {
    own = await createTestDatabase();
    listener = createListener(own.connection, 'test announcer');
    issuerId = await seedIssuer(own.db, { key: 'cik:900011', name: 'Orchard Corp', listings: [{ ticker: 'ORCH' }] });
    watcher = await createWatcher(own.db, 'watcher@example.org', [{ issuerId, ticker: 'ORCH' }]);
  });
  afterAll(async () => {
    await listener.close();
    await own.drop();
  });

  const until = async (count: number) => {
    for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; await sleep(10)) {
      if ((await notificationsOf(own.db, watcher)).length >= count) return;
    }
  };

  it('wake on stored events, share the work, and notify once in chronological order', async () => {
    const pools = [1, 2, 3].map(() => createPool(own.connection, { applicationName: 'test', maxConnections: 1 }));
    const announcers = pools.map(db => new Announcer({ db, listener, log: createLog('silent') }));
    const seen: string[] = [];
    const stopSeeing = listener.on('asfiled_notifications', accounts => {
      if (accounts) seen.push(accounts);
    });
    await sleep(300);
    for (let n = 0; n < 50; n++) await own.db.transaction(tx => queueEvents(tx, [filingEvent(issuerId, `n-${n}`)]));
    await until(50);
    await Promise.all(announcers.map(announcer => announcer.stop()));
    await Promise.all(pools.map(db => db.close()));
    stopSeeing();
    expect(await notificationsOf(own.db, watcher)).toHaveLength(50);
    expect(new Set(seen)).toEqual(new Set([watcher]));
  });

  it('lose nothing if a process is killed during a pass', async () => {
    await own.db.transaction(tx => queueEvents(tx, [filingEvent(issuerId, 'lost?')]));
    const dying = createPool(own.connection, { applicationName: 'dying', maxConnections: 1 });
    const killed = dying.transaction(async tx => {
      expect(await announce(tx, 10)).toMatchObject({ taken: 1, notified: 1 });
      // Other announcers skip their pass while this transaction is open.
      expect(await own.db.transaction(other => announce(other, 10))).toBeNull();
      await own.db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying'`);
      await tx.query(sql`select 1`);
    });
    await expect(killed).rejects.toThrow();
    await dying.close();
    expect(await notificationsOf(own.db, watcher)).toHaveLength(50);
    await announceAll(own.db);
    expect(await notificationsOf(own.db, watcher)).toHaveLength(51);
  });

  it('announce pending events when they are stopped', async () => {
    const announcer = new Announcer({ db: own.db, listener, log: createLog('silent') });
    await sleep(200);
    await own.db.transaction(async tx => {
      await queueEvents(tx, [filingEvent(issuerId, 'last')]);
    });
    await announcer.stop();
    expect(await notificationsOf(own.db, watcher)).toHaveLength(52);
  });

  it('continue after onAnnounced fails', async () => {
    const log = createLog('silent');
    let faults = 1;
    const announcer = new Announcer({
      db: own.db,
      listener,
      log,
      onAnnounced: async () => {
        if (faults-- > 0) throw new Error('the queue is away');
      },
    });
    await own.db.transaction(tx => queueEvents(tx, [filingEvent(issuerId, 'again')]));
    await until(53);
    await announcer.stop();
    expect(await notificationsOf(own.db, watcher)).toHaveLength(53);
    expect(faults).toBeLessThan(0);
  });
});
