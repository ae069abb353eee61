import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { statedIssuer, storeIssuer } from '../../../../test/seeds/store-issuer.ts';
import { exportText } from '../../../../test/worker.ts';
import { type Database, sql } from '../../../db/database.ts';
import { groupIssuers } from '../../../pipeline/parts.ts';
import type { Issuer } from './model/issuer.ts';
import { readEntity } from './store/entities.ts';
import { decideLink, listLinks, undoLink } from './store/issuer-links.ts';
import { markChanged } from './store/issuers.ts';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterEach(() => database.drop());

/** Fictional LEIs with valid check digits. */
const [FIRST, SECOND] = ['XXXX00FICTIONAL0LD30', 'XXXX00FICTIONALNEW79'] as const;

const filer = statedIssuer('cik:9000001', 'Fictional Motor Corp', {
  countryCode: 'JP',
  marketId: 'us',
  identifiers: [
    { scheme: 'cik', identifier: '9000001' },
    { scheme: 'lei', identifier: FIRST },
  ],
  listings: [{ ticker: 'FMC', marketId: 'us', mic: 'XNYS', exchange: 'NYSE', currency: 'USD', isHome: true }],
});
const atHome = statedIssuer('jcn:1010001000006', 'フィクショナル自動車株式会社', {
  countryCode: 'JP',
  marketId: 'jp',
  alternateNames: [{ kind: 'english', name: 'FICTIONAL MOTOR CORPORATION' }],
  identifiers: [
    { scheme: 'jcn', identifier: '1010001000006' },
    { scheme: 'sec_code', identifier: '99010' },
  ],
  listings: [{ ticker: '9901', marketId: 'jp', mic: null, exchange: null, currency: 'JPY', isHome: true }],
});
const record = statedIssuer(`lei:${FIRST}`, 'フィクショナル自動車株式会社', {
  countryCode: 'JP',
  alternateNames: [{ kind: 'english', name: 'Fictional Motor Corporation' }],
  identifiers: [
    { scheme: 'lei', identifier: FIRST },
    { scheme: 'jcn', identifier: '1010001000006' },
  ],
});
const discloser = statedIssuer('sec_code:99010', 'フィクショナル自動車', {
  marketId: 'jp',
  identifiers: [{ scheme: 'sec_code', identifier: '99010' }],
});
const STATED: [string, Issuer][] = [
  ['sec-edgar', filer],
  ['edinet', atHome],
  ['gleif', record],
  ['tdnet', discloser],
];

async function entities(): Promise<Record<string, string>> {
  const rows = await db.query<{ key: string; lead: string }>(sql`
    select i.canonical_key as key, lead.canonical_key as lead
    from issuers i join issuers lead on lead.issuer_id = i.entity_id order by 1`);
  return Object.fromEntries(rows.map(row => [row.key, row.lead]));
}

const ALL_ONE = Object.fromEntries(STATED.map(([, issuer]) => [issuer.canonicalKey, 'jcn:1010001000006']));

async function rowVersions(): Promise<unknown> {
  return db.query(sql`
    select 'issuers' as of, xmin::text, ctid::text from issuers union all
    select 'listings', xmin::text, ctid::text from listings union all
    select 'links', xmin::text, ctid::text from issuer_links order by 1, 2, 3`);
}

test('groups registrants one by one, in any order, to the same result; repeating changes nothing', async () => {
  const texts = new Set<string>();
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ]) {
    await db.execute(sql`truncate issuers, issuer_links, issuer_changes, anomalies cascade`);
    for (const at of order) {
      const [registry, issuer] = STATED[at] ?? ['', filer];
      await storeIssuer(db, registry, issuer);
      await groupIssuers(db);
    }
    expect(await entities()).toEqual(ALL_ONE);
    texts.add(await exportText(db));
  }
  expect(texts.size).toBe(1);
  const [before] = [await rowVersions()];
  for (const [registry, issuer] of STATED) await storeIssuer(db, registry, issuer);
  const waiting = await db.query(sql`select from issuer_changes`);
  expect(waiting).toHaveLength(0);
  await markChanged(
    db,
    (await db.query<{ issuer_id: string }>(sql`select issuer_id from issuers`)).map(row => row.issuer_id),
  );
  await groupIssuers(db);
  expect(await rowVersions()).toEqual(before);
});

test('an entity has one home listing, and each issuer has its own again after the entity is split', async () => {
  for (const [registry, issuer] of STATED) await storeIssuer(db, registry, issuer);
  await groupIssuers(db);
  const homes = () =>
    db.query(sql`select ticker, coalesce(is_entity_home, is_home) as home from listings order by ticker`);
  expect(await homes()).toEqual([
    { ticker: '9901', home: true },
    { ticker: 'FMC', home: false },
  ]);
  const [lead, ...others] = await readEntity(db, 'cik:9000001');
  expect(lead).toMatchObject({
    canonicalKey: 'jcn:1010001000006',
    isLead: true,
    homeListing: 'jp:9901',
    registries: ['edinet'],
  });
  expect(others.map(other => other.canonicalKey)).toEqual(['cik:9000001', `lei:${FIRST}`, 'sec_code:99010']);
  const bare = { ...filer, identifiers: filer.identifiers.slice(0, 1) };
  await storeIssuer(db, 'sec-edgar', bare);
  await groupIssuers(db);
  expect((await entities())['cik:9000001']).toBe('cik:9000001');
  expect(await homes()).toEqual([
    { ticker: '9901', home: true },
    { ticker: 'FMC', home: true },
  ]);
});

test('leaves changes queued if the process dies after storing and before grouping', async () => {
  await storeIssuer(db, 'sec-edgar', filer);
  await storeIssuer(db, 'gleif', record);
  expect(new Set(Object.values(await entities())).size).toBe(2);
  const failing: Database = { ...proxy(db), transaction: () => Promise.reject(new Error('killed')) };
  await expect(groupIssuers(failing)).rejects.toThrow('killed');
  await groupIssuers(db);
  expect(new Set(Object.values(await entities())).size).toBe(1);
});

function proxy(of: Database): Database {
  return {
    query: statement => of.query(statement),
    queryOne: statement => of.queryOne(statement),
    execute: statement => of.execute(statement),
    transaction: work => of.transaction(work),
  };
}

test('an undone link and a decision to keep issuers apart survive storing and grouping everything again', async () => {
  for (const [registry, issuer] of STATED) await storeIssuer(db, registry, issuer);
  await groupIssuers(db);
  const [link] = (await listLinks(db, { canonicalKey: 'sec_code:99010' }, 10)).filter(link => link.state === 'active');
  expect(link).toMatchObject({ aKey: 'jcn:1010001000006', scheme: 'sec_code', basis: 'identifier', madeBy: 'rule' });
  await undoLink(db, link?.linkId ?? '');
  await decideLink(db, ['cik:9000001', `lei:${FIRST}`], 'not_same', 'looked up by hand');
  const lookAgain = async () => {
    await markChanged(
      db,
      (await db.query<{ issuer_id: string }>(sql`select issuer_id from issuers`)).map(row => row.issuer_id),
    );
    await groupIssuers(db);
  };
  const apart = { ...ALL_ONE, 'sec_code:99010': 'sec_code:99010', 'cik:9000001': 'cik:9000001' };
  await lookAgain();
  expect(await entities()).toEqual(apart);
  for (const [registry, issuer] of STATED) await storeIssuer(db, registry, { ...issuer, fiscalYearEnd: '03-31' });
  await groupIssuers(db);
  expect(await entities()).toEqual(apart);
  await decideLink(db, ['sec_code:99010', 'jcn:1010001000006'], 'same', 'looked up by hand');
  await lookAgain();
  expect((await entities())['sec_code:99010']).toBe('jcn:1010001000006');
});

test('records an anomaly for a contradiction and does not join the registrants until it is resolved', async () => {
  await storeIssuer(db, 'sec-edgar', filer);
  await storeIssuer(db, 'gleif', {
    ...record,
    companyName: 'Quite Another Trust',
    alternateNames: [],
    identifiers: [],
  });
  await groupIssuers(db);
  expect(new Set(Object.values(await entities())).size).toBe(2);
  const reported = () => db.query(sql`select registry, source, kind, detail from anomalies`);
  expect(await reported()).toEqual([
    {
      registry: 'identity',
      source: 'identity/cik:9000001',
      kind: 'identity_contradiction',
      detail: `equal lei ${FIRST}; but different names: fictional motor and quite another trust`,
    },
  ]);
  await storeIssuer(db, 'gleif', record);
  await groupIssuers(db);
  expect(await reported()).toEqual([]);
  expect(new Set(Object.values(await entities())).size).toBe(1);
});

test('finds a match again once a third issuer no longer blocks it', async () => {
  const us = { countryCode: 'US', marketId: 'us', postalCode: '10001' };
  await storeIssuer(db, 'sec-edgar', statedIssuer('cik:9000002', 'Fictional Works Inc', us));
  await storeIssuer(
    db,
    'sec-edgar',
    statedIssuer('cik:9000003', 'Fictional Works Ltd', { ...us, postalCode: '20002' }),
  );
  await storeIssuer(db, 'gleif', statedIssuer(`lei:${SECOND}`, 'FICTIONAL WORKS, INC.', { ...us, marketId: '' }));
  await groupIssuers(db);
  expect((await entities())[`lei:${SECOND}`]).toBe(`lei:${SECOND}`);
  await storeIssuer(db, 'sec-edgar', statedIssuer('cik:9000003', 'Something Else Ltd', { ...us, postalCode: '20002' }));
  await groupIssuers(db);
  expect((await entities())[`lei:${SECOND}`]).toBe('cik:9000002');
});

test('ignores a number with too many claimants and records one anomaly', async () => {
  for (let n = 0; n < 30; n++) {
    const identifiers = [{ scheme: 'lei', identifier: FIRST }];
    await storeIssuer(db, 'sec-edgar', statedIssuer(`cik:${9_000_100 + n}`, 'Fictional Fund', { identifiers }));
  }
  await groupIssuers(db);
  expect(new Set(Object.values(await entities())).size).toBe(30);
  expect(await db.query(sql`select source from anomalies`)).toEqual([{ source: `identity/lei:${FIRST}` }]);
  expect(await listLinks(db, {}, 10)).toEqual([]);
});
