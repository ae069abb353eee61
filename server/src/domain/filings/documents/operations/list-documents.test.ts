import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { fileAnnualReport, openTestArchive } from '../../../../../test/seeds/documents.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { useTemporaryFolder } from '../../../../../test/temporary-folder.ts';
import { sql } from '../../../../db/database.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { toCursor } from '../../../kit/cursors.ts';
import { listDocuments } from './list-documents.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const api = useTestApi(database);

beforeAll(async () => {
  const { db } = database;
  await seedSmallStore(db);
  await db.execute(sql`update filings set category = 'material_event', category_group = 'corporate_action'
    where form_type = '8-K'`);
  const { archive } = openTestArchive(folder.path);
  await fileAnnualReport(db, archive);
  const borrower = await seedIssuer(db, { key: 'cik:900010', name: 'First Filer LLC' });
  const guarantor = await seedIssuer(db, { key: 'cik:900011', name: 'Second Filer LLC' });
  for (const issuer of [borrower, guarantor]) {
    await seedFilings(db, issuer, [{ nativeId: '0000900010-20-000001', form: '10-K', filed: '2020-03-02' }]);
  }
});

function ask(query: Record<string, string>): Promise<ApiResponse> {
  return api.get(`/api/v1/documents?${new URLSearchParams(query)}`);
}

async function list(
  query: Record<string, string>,
): Promise<{ items: Listed[]; next_cursor: string | null; json: object }> {
  const { status, json, text } = await ask(query);
  expect(status, text).toBe(200);
  expect(listDocuments.output.safeParse(json).error).toBeUndefined();
  return { items: json.items as Listed[], next_cursor: json.next_cursor as string | null, json };
}

interface Listed {
  id: string;
  native_type: string;
  document_date: string;
  archive: { status: string };
}

async function dates(query: Record<string, string>): Promise<string[]> {
  return (await list(query)).items.map(item => item.document_date);
}

describe('GET /api/v1/documents', () => {
  it('lists the documents of an issuer, newest first, with the status of their files', async () => {
    const { items } = await list({ ticker: 'AURW' });
    expect(items.map(item => [item.document_date, item.archive.status])).toEqual([
      ['2024-03-01', 'pending'],
      ['2024-02-19', 'stored'],
      ['2023-05-02', 'pending'],
      ['2023-02-20', 'pending'],
    ]);
    expect(items[1]).toMatchObject({
      id: uuidV5(`sec-edgar:${AURORA.annual2023}`),
      issuer: { canonical_key: 'cik:900001', ticker: 'AURW', market_id: 'us' },
      category: 'annual_report',
      category_label: 'Annual report',
      category_group: 'periodic',
      native_type: '10-K',
      subtype: null,
      origin: 'filing',
      registry: 'sec-edgar',
      period_end: '2023-12-31',
      display_title: 'Aurora Widgets Inc.: 10-K for 2023-12-31',
      archive: { content_type: 'text/html', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('applies every filter, alone and combined', async () => {
    const issuer = { canonical_key: 'cik:900001' };
    expect(await dates({ ...issuer, native_type: '10-k' })).toEqual(['2024-02-19', '2023-02-20']);
    expect(await dates({ ...issuer, category: 'material_event,proxy' })).toEqual(['2024-03-01']);
    expect(await dates({ ...issuer, category_group: 'periodic', from: '2023-05-02' })).toEqual([
      '2024-02-19',
      '2023-05-02',
    ]);
    expect(await dates({ ...issuer, to: '2023-05-01' })).toEqual(['2023-02-20']);
    expect(await dates({ ...issuer, fiscal_year: '2022' })).toEqual(['2023-05-02', '2023-02-20']);
    expect(await dates({ ...issuer, archived: 'true' })).toEqual(['2024-02-19']);
    expect(await dates({ ...issuer, registry: 'edinet' })).toEqual([]);
    expect(await dates({ isin: AURORA.isin, lei: AURORA.lei, origin: 'filing' })).toHaveLength(4);
    expect(
      await dates({
        ticker: 'AURW',
        market: 'us',
        registry: 'sec-edgar',
        category: 'annual_report',
        category_group: 'periodic',
        native_type: '10-K',
        origin: 'filing',
        from: '2024-01-01',
        to: '2024-12-31',
        fiscal_year: '2023',
        archived: 'true',
      }),
    ).toEqual(['2024-02-19']);
  });

  it('filters by market or category alone, and returns a filing of two filers once', async () => {
    const all = ['2024-03-01', '2024-02-19', '2023-05-02', '2023-02-20', '2020-03-02'];
    expect(await dates({ market: 'us' })).toEqual(all);
    expect(await dates({ category: 'annual_report' })).toEqual(all.slice(1));
    expect(await dates({ category: 'annual_report', native_type: '10-K' })).toEqual([
      '2024-02-19',
      '2023-02-20',
      '2020-03-02',
    ]);
    expect(await dates({ market: 'us', archived: 'true' })).toEqual(['2024-02-19']);
    expect(await dates({ market: 'us', registry: 'edinet' })).toEqual([]);
    expect(await dates({ market: 'jp' })).toEqual([]);
  });

  it('pages without repeats or gaps while newer documents arrive', async () => {
    const first = await list({ market: 'us', limit: '2' });
    const late = await seedIssuer(database.db, { key: 'cik:900012', name: 'Latecomer Inc.' });
    await seedFilings(database.db, late, [{ nativeId: '0000900012-24-000001', form: '10-K', filed: '2024-04-01' }]);
    const seen = [...first.items];
    let cursor = first.next_cursor;
    while (cursor !== null) {
      const page = await list({ market: 'us', limit: '2', cursor });
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(seen.map(item => item.document_date)).toEqual([
      '2024-03-01',
      '2024-02-19',
      '2023-05-02',
      '2023-02-20',
      '2020-03-02',
    ]);
    expect(new Set(seen.map(item => item.id)).size).toBe(5);
  });

  it('breaks ties by id, also across pages', async () => {
    const issuer = await seedIssuer(database.db, { key: 'cik:900013', name: 'Busy Day Corp' });
    const ids = Array.from({ length: 7 }, (_, n) => `0000900013-21-00000${n}`);
    await seedFilings(
      database.db,
      issuer,
      ids.map(nativeId => ({ nativeId, form: '10-K', filed: '2021-03-01' })),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { canonical_key: 'cik:900013', limit: '3' };
      const page: Awaited<ReturnType<typeof list>> = await list(cursor === null ? query : { ...query, cursor });
      seen.push(...page.items.map(item => item.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids.map(id => uuidV5(`sec-edgar:${id}`)).toSorted());
  });

  it('rejects a list without a filter', async () => {
    for (const query of [{}, { registry: 'sec-edgar' }, { category_group: 'periodic' }, { from: '2024-01-01' }]) {
      const { status, json } = await ask(query as Record<string, string>);
      expect([status, json.error]).toEqual([400, 'listing_not_narrowed']);
    }
  });

  it('requires the market of a ticker that several markets use', async () => {
    const { status, json } = await ask({ ticker: 'DUP' });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 'ambiguous_ticker', parameter: 'market' });
    expect((json.candidates as { market_id: string }[]).map(candidate => candidate.market_id).toSorted()).toEqual([
      'uk',
      'us',
    ]);
    expect((await ask({ ticker: 'DUP', market: 'uk' })).status).toBe(200);
  });

  it('rejects cursors of other lists and forged cursors', async () => {
    const { next_cursor: cursor } = await list({ market: 'us', limit: '1' });
    const question = listDocuments.input.parse({ market: 'us' });
    const { limit: _limit, cursor: _cursor, ...rest } = question;
    const forged = toCursor(listDocuments.name, rest, ["2024-01-01'; drop table filings; --", 'x']);
    for (const [query, given] of [
      [{ market: 'us', archived: 'true' }, cursor],
      [{ category: 'annual_report' }, cursor],
      [{ market: 'us' }, `${cursor}A`],
      [{ market: 'us' }, 'garbage'],
      [{ market: 'us' }, forged],
    ] as const) {
      const { status, json } = await ask({ ...query, cursor: given ?? '' } as Record<string, string>);
      expect([status, json.error], given ?? '').toEqual([400, 'invalid_cursor']);
    }
  });

  it('returns why the list is empty, and rejects unknown values', async () => {
    expect((await list({ canonical_key: 'cik:900001', native_type: '20-F' })).json).toMatchObject({
      empty_reason: 'not_reported',
    });
    expect((await list({ canonical_key: 'cik:900006' })).json).toMatchObject({ empty_reason: 'not_covered' });
    expect((await list({ market: 'us', subtype: 'esg' })).json).toMatchObject({ empty_reason: 'not_covered' });
    expect((await ask({ market: 'zz' })).status).toBe(404);
    expect((await ask({ ticker: 'NOPE' })).status).toBe(404);
  });

  it('reports every invalid parameter at once', async () => {
    const { status, json } = await ask({
      market: 'us',
      category: 'gossip',
      fiscal_year: '1800',
      limit: '201',
      from: '2024-02-30',
      origin: 'rumour',
    });
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[]).map(error => error.loc[1]).toSorted()).toEqual([
      'category',
      'fiscal_year',
      'from',
      'limit',
      'origin',
    ]);
    expect((await ask({ market: 'us', from: '2024-02-01', to: '2024-01-01' })).status).toBe(422);
  });
});
