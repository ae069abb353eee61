import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { randomNumbers } from '../../../../../test/seeds/restating-filer.ts';
import { useTemporaryFolder } from '../../../../../test/temporary-folder.ts';
import { ingest, startTestWorker } from '../../../../../test/worker.ts';
import { sql } from '../../../../db/database.ts';
import { FactRereader } from '../../../../pipeline/proofs/fact-rereader.ts';
import type { Worker } from '../../../../pipeline/worker.ts';
import { verifyFact } from './verify-fact.ts';

const SAMPLE = new URL('../../../../../../sample', import.meta.url).pathname;
const APPLE = '320193';
/** The fictional filer whose reports are opened. */
const FICTIONAL = '9999900001';

const database = useTestDatabase();
const folder = useTemporaryFolder();
let worker: Worker;
let reader: FactRereader;
let api: TestApi;

interface Answer {
  verdict: string;
  reason: string | null;
  values: {
    name: string;
    verdict: string;
    value: number;
    method: string;
    checks: { step: string; result: string; detail: string }[];
    stated: Record<string, unknown> & { char_start: number; attributes: Record<string, string> };
    inputs?: { at: number; weight: number; role: string }[];
    recomputed?: number;
  }[];
  documents: { url: string; sha256: string; sha256_now: string | null }[];
  empty_reason: string | null;
}

const ask = (query: Record<string, string | number>) => {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return api.get(`/api/v1/facts/verify?${new URLSearchParams(texts)}`);
};

async function verify(query: Record<string, string | number>): Promise<Answer> {
  const { status, json, text } = await ask(query);
  expect(status, text).toBe(200);
  expect(verifyFact.output.safeParse(json).error).toBeUndefined();
  return json as unknown as Answer;
}

const results = ({ values: [first] }: Answer) => (first?.checks ?? []).map(({ step, result }) => `${step} ${result}`);

beforeAll(async () => {
  worker = await startTestWorker(database.connection, folder.path);
  for (const [id, forms] of [
    [APPLE, []],
    [FICTIONAL, 'all'],
  ] as const) {
    const result = await ingest(
      worker,
      { kind: 'named', tickers: [], ids: [id], since: null, forms },
      { mirror: SAMPLE },
    );
    expect(result).toMatchObject({ failure: null, failed: 0 });
  }
  reader = new FactRereader(worker.tools.archiveSettings);
  api = await createTestApi(database.db, { factReader: reader });
});

afterAll(async () => {
  await reader?.close();
  await worker?.stop();
});

describe('GET /api/v1/facts/verify', () => {
  const revenue = { canonical_key: `cik:${APPLE}`, line_item: 'revenue', fiscal_year: 2024 };

  it('confirms a value of a summary by its row in the archived bytes', async () => {
    const answer = await verify({ ...revenue, value: 391_035_000_000 });
    expect(answer).toMatchObject({ verdict: 'confirmed', reason: null });
    expect(results(answer)).toEqual([
      'claim confirmed',
      'fact confirmed',
      'archive confirmed',
      'element confirmed',
      'registry confirmed',
    ]);
    expect(answer.values[0]?.stated).toMatchObject({
      file: `CIK000${APPLE.padStart(7, '0')}.json`,
      markup: expect.stringContaining('"val":391035000000,'),
    });
    expect(answer.documents).toMatchObject([
      { url: `https://data.sec.gov/api/xbrl/companyfacts/CIK000${APPLE.padStart(7, '0')}.json` },
    ]);
    expect(answer.documents[0]?.sha256_now).toBe(answer.documents[0]?.sha256);
  });

  it('confirms a value of an opened filing by its tagged element, with context, unit and scale', async () => {
    const answer = await verify({ canonical_key: `cik:${FICTIONAL}`, line_item: 'revenue', fiscal_year: 2025 });
    expect(answer).toMatchObject({ verdict: 'confirmed' });
    const stated = answer.values[0]?.stated;
    expect(stated).toMatchObject({
      file: expect.stringMatching(/\.htm$/),
      markup: expect.stringMatching(/^<ix:nonFraction /i),
      context: expect.stringMatching(/^<xbrli:context [\s\S]*<\/xbrli:context>$/i),
      unit_markup: expect.stringContaining('USD'),
    });
    expect(stated?.attributes).toMatchObject({ contextRef: expect.any(String), unitRef: expect.any(String) });
  });

  it('refutes changed values, and confirms each value as stored', async () => {
    const random = randomNumbers(11);
    const { json } = await api.get(`/api/v1/companies/financials?canonical_key=cik:${APPLE}&line_items=ALL`);
    const periods = json.periods as { fiscal_year: number; values: Record<string, { value: number | null }> }[];
    const stored = periods.flatMap(({ fiscal_year, values }) =>
      Object.entries(values).flatMap(([line_item, one]) =>
        one.value === null || Math.abs(one.value) >= 1e15 ? [] : [{ fiscal_year, line_item, value: one.value }],
      ),
    );
    expect(stored.length).toBeGreaterThan(500);
    const seen = { confirmed: 0, refuted: 0 };
    for (let turn = 0; turn < 25; turn++) {
      const { value, ...of } = stored[(turn * 37) % stored.length] ?? { value: 0 };
      // Another value of the company, or one off by a digit.
      const other = stored[Math.floor(random() * stored.length)]?.value ?? 0;
      const changed = random() < 0.5 && other !== value ? other : Number((value + 0.01 * (1 + turn)).toFixed(4));
      const query = { canonical_key: `cik:${APPLE}`, ...of };
      const answer = await verify({ ...query, value: changed });
      expect([of, answer.verdict]).toEqual([of, 'refuted']);
      seen.refuted++;
      if (turn % 5 > 0) continue;
      const unchanged = await verify({ ...query, value });
      expect([of, unchanged.verdict, unchanged.reason]).toEqual([of, 'confirmed', null]);
      seen.confirmed++;
    }
    expect(seen).toEqual({ confirmed: 5, refuted: 25 });
  });

  it('proves each input of a derived value, and recomputes it', async () => {
    const answer = await verify({
      canonical_key: `cik:${APPLE}`,
      line_item: 'operating_margin',
      fiscal_year: 2024,
      fiscal_period: 'q4',
    });
    expect(answer.verdict).toBe('confirmed');
    expect(results(answer)).toEqual(['inputs confirmed', 'formula confirmed']);
    const [margin] = answer.values;
    expect(margin?.inputs).toMatchObject([{ role: 'numerator' }, { role: 'denominator' }]);
    expect(margin?.recomputed).toBeCloseTo(margin?.value ?? 0, 4);
    const quarter = answer.values[margin?.inputs?.[1]?.at ?? -1];
    expect(quarter).toMatchObject({ name: 'revenue', method: 'derived', formula: 'fy - 9m' });
    expect(quarter?.inputs?.map(({ weight }) => weight)).toEqual([1, -1]);
    const leaves = answer.values.filter(({ method }) => method === 'reported');
    expect(leaves).toHaveLength(4);
    expect(leaves.every(({ verdict, stated }) => verdict === 'confirmed' && stated !== null)).toBe(true);
  });

  it('proves a concept of a period, and an element of a filing', async () => {
    const concept = await verify({
      canonical_key: `cik:${APPLE}`,
      concept: 'us-gaap:assets',
      fiscal_year: 2023,
      value: 352_583_000_000,
    });
    expect(concept).toMatchObject({ verdict: 'confirmed', values: [{ name: 'us-gaap:Assets' }] });
    const { json } = await api.get(
      `/api/v1/companies/financials?canonical_key=cik:${FICTIONAL}&line_items=revenue&fiscal_year=2025`,
    );
    const [period] = json.periods as { values: Record<string, { filing_id: string; element_id: string }> }[];
    const { filing_id = '', element_id = '' } = period?.values.revenue ?? {};
    expect(await verify({ filing_id, element_id })).toMatchObject({ verdict: 'confirmed' });
    expect((await ask({ filing_id, element_id: 'nothing' })).status).toBe(404);
  });

  it('answers as of a day by the filings known then', async () => {
    const early = await verify({ ...revenue, fiscal_year: 2022, as_of: '2022-11-30' });
    expect(early).toMatchObject({
      verdict: 'confirmed',
      as_of: '2022-11-30',
      values: [{ filing_id: 'sec-edgar:0000320193-22-000108' }],
    });
    expect(await verify({ ...revenue, as_of: '2022-11-30' })).toMatchObject({
      verdict: 'not_verifiable',
      values: [],
      empty_reason: 'not_reported',
    });
  });

  it('refutes a stored value that the archived bytes do not state', async () => {
    await database.db.execute(sql`
      update fact_series set observations = replace(observations, '352583000000', '352583000001')
      where concept = 'us-gaap:Assets'`);
    await database.db.execute(sql`update issuer_financials set version = version || '-changed'`);
    const assets = { canonical_key: `cik:${APPLE}`, line_item: 'total_assets', fiscal_year: 2023 };
    // The value of a day is computed from the facts, the current one is stored.
    const answer = await verify({ ...assets, as_of: '2026-01-31' });
    expect(answer).toMatchObject({ verdict: 'refuted', values: [{ value: 352_583_000_001 }] });
    expect(results(answer)).toEqual(['fact confirmed', 'archive confirmed', 'element refuted', 'registry confirmed']);
  });

  it('rejects invalid input by the name of the field, and unknown companies', async () => {
    const fields = async (query: Record<string, string | number>) => {
      const { status, json } = await ask(query);
      return [status, ...(json.detail as { loc: string[] }[]).map(({ loc }) => loc.at(-1))];
    };
    expect(await fields({ ...revenue, line_item: 'profit' })).toEqual([422, 'line_item']);
    expect(await fields({ ...revenue, concept: 'us-gaap:Assets' })).toEqual([422, 'line_item']);
    expect(await fields({ ticker: 'AAPL', line_item: 'revenue' })).toEqual([422, 'fiscal_year']);
    expect(await fields({ filing_id: 'sec-edgar:1', line_item: 'revenue', fiscal_year: 2024, ticker: 'AAPL' })).toEqual(
      [422, 'filing_id'],
    );
    expect(await fields({ ...revenue, value: '1e999' })).toEqual([422, 'value']);
    expect((await ask({ ...revenue, canonical_key: 'cik:1' })).status).toBe(404);
  });

  it('cannot verify by bytes that the archive damaged or lost, and says so', async () => {
    const row = await database.db.queryOne<{ sha256: string }>(
      sql`select sha256 from fetches where url like '%companyfacts/CIK0000320193.json'`,
    );
    const path = pathOf(worker.tools.archiveSettings.folder, row?.sha256 ?? '');
    writeFileSync(path, 'damaged');
    const damaged = await verify(revenue);
    expect(damaged).toMatchObject({ verdict: 'not_verifiable', documents: [{ sha256_now: null }] });
    expect(results(damaged)).toEqual(['fact confirmed', 'archive not_checked']);
    rmSync(path);
    expect(await verify(revenue)).toMatchObject({
      verdict: 'not_verifiable',
      reason: expect.stringContaining('could not be read from the archive'),
    });
  });

  it('bounds the readings of an account, and needs the archive', async () => {
    const request = { registry: 'sec-edgar', source: 'companyfacts', documents: [], wanted: [] };
    const readings = ['own', 'own', 'own', 'other'].map(account => reader.reread(account, [request]));
    const settled = await Promise.allSettled(readings);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(settled[2]).toMatchObject({ reason: { code: 'rate_limited' } });
    const without = await createTestApi(database.db, {}, 'pro');
    const { status, json } = await without.get(`/api/v1/facts/verify?ticker=AAPL&line_item=revenue&fiscal_year=2024`);
    expect([status, json.error]).toEqual([503, 'delivery_unavailable']);
  });
});

/** The file of an archived object. */
function pathOf(archive: string, sha256: string): string {
  const name = readdirSync(archive, { recursive: true }).find(path => String(path).includes(sha256));
  return join(archive, String(name));
}
