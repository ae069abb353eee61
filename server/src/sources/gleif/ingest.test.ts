import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk, archiveDocuments, type Ingest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { gleif } from './source.ts';

const MIRROR = new URL('../../../../../shared/data/intl/mirror', import.meta.url).pathname;
const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;

const ingest = (worker: Worker, wanted: Ingest['wanted'], mirror: string | null) =>
  ingestFrom('gleif')(worker, wanted, { mirror });

describe.skipIf(!existsSync(MIRROR))('the recorded mirror', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['gleif'] });

  test('gives entities, and no filings', async () => {
    const result = await ingest(worker, everything, MIRROR);
    expect(result).toMatchObject({ failure: null, tasks: 29, done: 29, failed: 0, filings: 0, facts: 0 });
    const shell = await database.db.queryOne(sql`
      select company_name, country_code, legal_form, status, market_id from issuers
      where canonical_key = 'lei:21380068P1DRHMJ8KU70'`);
    expect(shell).toEqual({
      company_name: 'SHELL PLC',
      country_code: 'GB',
      legal_form: 'Public Limited Company',
      status: 'active',
      market_id: '',
    });
    const numbers = await database.db.query(sql`
      select scheme, count(*)::int as count from issuer_identifiers join issuers using (issuer_id)
      where canonical_key = 'lei:21380068P1DRHMJ8KU70' group by scheme order by scheme`);
    expect(numbers).toEqual([
      { scheme: 'lei', count: 1 },
      { scheme: 'opencorporates', count: 1 },
      { scheme: 'uk', count: 1 },
    ]);
    const isins = await database.db.queryOne(sql`
      select count(*)::int as count from issuer_isins join issuers using (issuer_id)
      where canonical_key = 'lei:21380068P1DRHMJ8KU70'`);
    expect(isins).toEqual({ count: 15 });
    const parents = await database.db.query(sql`
      select kind, related_key from issuer_relations join issuers using (issuer_id)
      where canonical_key = 'lei:5493001KJTIIGC8Y1R12' order by kind`);
    expect(parents).toEqual([
      { kind: 'parent', related_key: 'lei:549300B56MD0ZC402L06' },
      { kind: 'ultimate_parent', related_key: 'lei:549300RMUDWPHCUQNE66' },
    ]);
    const unnamed = await database.db.query(sql`select canonical_key from issuers where company_name = canonical_key`);
    expect(unnamed).toEqual([]);
  });

  test('has six anomalies for entries of other pages, and one for recordings that are not records', async () => {
    const rows = await database.db.query(sql`
      select kind, count(*)::int as count from anomalies where registry = 'gleif' group by kind order by kind`);
    expect(rows).toEqual([
      { kind: 'left_out', count: 6 },
      { kind: 'unread_recordings', count: 1 },
    ]);
  });

  test('stores relationships with the documents that state them', async () => {
    const row = await database.db.queryOne<{ documents: string }>(sql`
      select documents from issuer_statements join issuers using (issuer_id)
      where canonical_key = 'lei:5493001KJTIIGC8Y1R12' and source = 'relationships'`);
    const urls = (JSON.parse(row?.documents ?? '[]') as { url: string }[]).map(item => item.url);
    expect(urls.map(url => url.slice(url.lastIndexOf('/') + 1))).toEqual([
      'direct-child-relationships',
      'direct-parent-relationship',
      'ultimate-child-relationships',
      'ultimate-parent-relationship',
    ]);
  });

  test('a second run and a replay from the archive give the same store', async () => {
    const before = await exportText(database.db);
    expect(await ingest(worker, everything, MIRROR)).toMatchObject({ done: 0, failed: 0 });
    expect(await exportText(database.db)).toBe(before);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, null)).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(before);
  });

  test('an LEI or ISIN finds its entity, and unknown names are reported', async () => {
    const ids = ['5299001ERX0K10IZUL40', 'lei:254900LNRYNOQ9YPU758', '5299001ERX0K10IZUL41', 'US0378331005'];
    const result = await ingest(worker, { kind: 'named', tickers: ['SHEL'], ids, since: null }, MIRROR);
    expect(result).toMatchObject({ tasks: 5, failed: 3 });
    const failed = await database.db.query(sql`
      select reason from run_tasks where run_id = ${result.runId} and state = 'failed' order by task_key`);
    expect(failed).toEqual([
      { reason: '5299001ERX0K10IZUL41 is neither an LEI nor an ISIN with valid check digits' },
      { reason: 'unknown ticker SHEL: the registry has no tickers; name entities by LEI or ISIN' },
      { reason: 'the registry lists no entity with the ISIN US0378331005' },
    ]);
  });
});

/** Fictional LEIs with valid check digits. */
const [FIRST, SECOND] = ['XXXX00FICTIONAL0LD30', 'XXXX00FICTIONALNEW79'] as const;

const ENTITIES = `LEI,Entity.LegalName,Entity.LegalJurisdiction,Entity.EntityStatus
"${FIRST}","Fictional Works, Inc.","US-DE","ACTIVE"
"${SECOND}","Fictional
Holdings","GB","ACTIVE"
"NOLEI","Nobody","GB","ACTIVE"
`;

const PARENTS = `<?xml version="1.0"?>
<rr:RelationshipData xmlns:rr="http://www.gleif.org/data/schema/rr/2016"><rr:RelationshipRecords>
<rr:RelationshipRecord><rr:Relationship><rr:StartNode><rr:NodeID>${FIRST}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:StartNode>
<rr:EndNode><rr:NodeID>${SECOND}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode>
<rr:RelationshipType>IS_DIRECTLY_CONSOLIDATED_BY</rr:RelationshipType></rr:Relationship></rr:RelationshipRecord>
<rr:RelationshipRecord><rr:Relationship><rr:StartNode><rr:NodeID>${FIRST}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:StartNode>
<rr:EndNode><rr:NodeID>${SECOND}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode>
<rr:RelationshipType>IS_ULTIMATELY_CONSOLIDATED_BY</rr:RelationshipType></rr:Relationship></rr:RelationshipRecord>
</rr:RelationshipRecords></rr:RelationshipData>`;

describe('golden copy archives', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['gleif'] });

  test('are split by entity, as CSV and XML, and rows without an LEI are anomalies', async () => {
    const files = {
      'lei2.csv.zip': makeZip({ '20240101-0800-gleif-goldencopy-lei2-golden-copy.csv': ENTITIES }),
      'rr.xml.zip': makeZip({ '20240101-gleif-concatenated-file-rr.xml': PARENTS }),
      'lei-isin.zip': makeZip({ 'ISIN_LEI_20240101.csv': `LEI,ISIN\n${FIRST},US0378331005\n` }),
    };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder.path, name), bytes);
    const bulk = await archiveBulk(
      worker.tools,
      Object.keys(files).map(name => join(folder.path, name)),
    );
    expect(await ingest(worker, bulk, null)).toMatchObject({ tasks: 4, done: 4, failed: 0 });
    const issuers = await database.db.query(sql`
      select canonical_key, company_name, country_code,
        (select array_agg(scheme || ':' || identifier order by scheme) from issuer_identifiers where issuer_id = i.issuer_id) as ids,
        (select array_agg(isin order by isin) from issuer_isins where issuer_id = i.issuer_id) as isins,
        (select array_agg(kind || ' ' || related_key order by kind) from issuer_relations where issuer_id = i.issuer_id) as parents,
        (select array_agg(source order by source) from issuer_statements where issuer_id = i.issuer_id) as sources
      from issuers i order by canonical_key`);
    expect(issuers).toEqual([
      {
        canonical_key: `lei:${FIRST}`,
        company_name: 'Fictional Works, Inc.',
        country_code: 'US',
        ids: [`lei:${FIRST}`],
        isins: ['US0378331005'],
        parents: [`parent lei:${SECOND}`, `ultimate_parent lei:${SECOND}`],
        sources: ['golden-copy-lei-isin', 'golden-copy-lei2', 'golden-copy-rr'],
      },
      {
        canonical_key: `lei:${SECOND}`,
        company_name: 'Fictional Holdings',
        country_code: 'GB',
        ids: [`lei:${SECOND}`],
        isins: null,
        parents: null,
        sources: ['golden-copy-lei2'],
      },
    ]);
    const anomalies = await database.db.query(sql`select kind, source from anomalies`);
    expect(anomalies).toEqual([{ kind: 'bad_identifier', source: 'golden-copy/lei2' }]);
    const text = await exportText(database.db);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, null)).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
  });

  test('an unzipped table can be imported', async () => {
    const path = join(folder.path, '20240102-0800-gleif-goldencopy-lei2-golden-copy.csv');
    writeFileSync(path, `LEI,Entity.LegalName,Entity.EntityStatus\n${SECOND},Fictional Group,ACTIVE\n`);
    const wanted = await archiveDocuments(worker.tools, gleif, [path]);
    expect(await ingest(worker, wanted, null)).toMatchObject({ done: 1, failed: 0 });
    const issuer = await database.db.queryOne(sql`
      select company_name from issuers where canonical_key = ${`lei:${SECOND}`}`);
    expect(issuer).toEqual({ company_name: 'Fictional Group' });
  });

  test('a list of children without any can be imported, and one of unreadable entries fails', async () => {
    const list = `https://api.gleif.org/api/v1/lei-records/${SECOND}/direct-children?page%5Bnumber%5D=1`;
    const response = (data: readonly object[]) => JSON.stringify({ links: { first: list }, data });
    for (const [name, text, outcome] of [
      ['empty.json', response([]), { failed: 0 }],
      ['unreadable.json', response([{}]), { failed: 1 }],
    ] as const) {
      const path = join(folder.path, name);
      writeFileSync(path, text);
      const wanted = await archiveDocuments(worker.tools, gleif, [path]);
      expect(await ingest(worker, wanted, null)).toMatchObject(outcome);
    }
  });
});
