import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ingest } from '../src/pipeline/runs/ingest.ts';
import type { Worker } from '../src/pipeline/worker.ts';
import { Mirror } from '../src/sources/kit/http/mirror.ts';
import { createTestApi, type TestApi } from './api.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { useStandInRegistry } from './stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { ingestFrom, startTestWorker } from './worker.ts';

const MIRROR = new URL('../../../shared/data/intl/mirror', import.meta.url).pathname;
const KAINOS = '213800H2PQMIF3OVZY47';
const SHELL = '21380068P1DRHMJ8KU70';
const SAMSUNG = '00126380';

/** The rows of a list answer that the recorded one, of another month, lacks: two annual reports of Samsung Electronics. */
const ANNUAL_REPORTS = [
  ['20240312000736', '사업보고서 (2023.12)', '20240312'],
  ['20220308000798', '사업보고서 (2021.12)', '20220308'],
].map(([rcept_no, report_nm, rcept_dt]) => {
  const company = { corp_code: SAMSUNG, corp_name: '삼성전자', stock_code: '005930', corp_cls: 'Y' };
  return { ...company, rcept_no, report_nm, rcept_dt, flr_nm: '삼성전자', rm: '연' };
});

describe.skipIf(!existsSync(MIRROR))(
  'from a registry’s response to an API response (skipped without the recordings)',
  () => {
    const folder = useTemporaryFolder();
    const registry = useStandInRegistry();
    const mirror = new Mirror(MIRROR);
    let database: TestDatabase;
    let worker: Worker;
    let api: TestApi;

    /** Recorded responses; those that the connector requests in another form are made of the same bytes. */
    async function responseOf(address: string): Promise<string | Buffer | null> {
      const url = new URL(address);
      url.searchParams.delete('crtfc_key');
      // Only one row of the accounts is recorded, and it is of the company alone.
      const recorded = url.pathname === '/api/fnlttSinglAcntAll.json' ? null : await mirror.read({ url: url.href });
      if (recorded !== null) return recorded;
      if (url.host === 'api.gleif.org') return mirror.read({ url: `${url.origin}${url.pathname}` });
      if (url.host === 'filings.xbrl.org' && url.pathname === '/api/filings') return indexRows(url);
      if (url.host !== 'opendart.fss.or.kr') return null;
      const list = { status: '000', message: '정상', page_no: 1, page_count: 100, total_count: 2, total_page: 1 };
      return JSON.stringify(
        url.pathname === '/api/list.json'
          ? { ...list, list: ANNUAL_REPORTS }
          : { status: '013', message: '조회된 데이타가 없습니다.' },
      );
    }

    /** The page of the United Kingdom, by the requested entity or filing. */
    async function indexRows(url: URL): Promise<string> {
      const page = await mirror.read({
        url: 'https://filings.xbrl.org/api/filings?page[size]=5&filter[country]=GB&include=entity',
      });
      const all = JSON.parse(page?.toString() ?? '{}') as { data: { attributes: { fxo_id: string } }[] };
      const wanted = url.searchParams.get('filter[entity.identifier]') ?? url.searchParams.get('filter[fxo_id]') ?? '';
      const data = all.data.filter(item => item.attributes.fxo_id.startsWith(wanted));
      return JSON.stringify({ ...all, data, meta: { count: data.length } });
    }

    const ingest = (name: string, wanted: Ingest['wanted']) => ingestFrom(name)(worker, wanted);

    const named = (...ids: string[]): Ingest['wanted'] => ({
      kind: 'named',
      tickers: [],
      ids,
      since: null,
      forms: 'all',
    });

    beforeAll(async () => {
      registry.answer(async ({ address }) => {
        const bytes = await responseOf(address);
        return bytes === null ? { status: 404 } : { bytes };
      });
      database = await createTestDatabase();
      worker = await startTestWorker(database.connection, join(folder.path, 'data'), {
        registries: ['gleif', 'opendart', 'esef'],
        contact: 'Test test@example.com',
        keys: { ASFILED_OPENDART_KEY: 'opendart-secret-0001' },
        originOverrides: registry.originOverrides,
        now: () => new Date('2024-06-30T00:00:00Z'),
        clientTimings: {
          retryBaseMs: 5,
          maxAttempts: 2,
          refusalPauseMs: 50,
          timeoutMs: 20_000,
          requestsPerSecond: 1_000,
        },
      });
      api = await createTestApi(database.db);
    });
    afterAll(async () => {
      await worker.stop();
      await database.drop();
    });

    test('GLEIF: finds the company of a security, with its numbers in other registers', async () => {
      expect(await ingest('gleif', named(SHELL))).toMatchObject({ failure: null, failed: 0, done: 1 });
      const { status, json } = await api.get('/api/v1/entities/lookup?isin=US82266JMB88');
      expect(status).toBe(200);
      expect(json.entity).toMatchObject({
        canonical_key: `lei:${SHELL}`,
        company_name: 'SHELL PLC',
        country_code: 'GB',
      });
      expect(JSON.stringify(json)).toContain('04366849');
    });

    test('ESEF: returns a filing of the index, and the figures of its xBRL-JSON', async () => {
      expect(await ingest('esef', named(KAINOS))).toMatchObject({ failure: null, failed: 0, done: 1, filings: 1 });
      const financials = await api.get(`/api/v1/companies/financials?lei=${KAINOS}&line_items=revenue`);
      // Annual report 2022, page 119: revenue 302,632 and 234,694 thousand pounds.
      expect(financials.json).toMatchObject({
        currency: 'GBP',
        periods: [
          { fiscal_year: 2022, period_end: '2022-03-31', values: { revenue: { value: 302_632_000 } } },
          { fiscal_year: 2021, period_end: '2021-03-31', values: { revenue: { value: 234_694_000 } } },
        ],
      });
      const filings = await api.get(`/api/v1/filings/discover?lei=${KAINOS}`);
      expect(JSON.stringify(filings.json)).toContain(`esef:${KAINOS}-2022-03-31-ESEF-GB-0`);
    });

    test('OpenDART: finds a company by its code, with accounts from the API and from a package', async () => {
      expect(await ingest('opendart', named(SAMSUNG))).toMatchObject({ failure: null });
      expect(registry.received.some(({ address }) => address.includes('crtfc_key=opendart-secret-0001'))).toBe(true);
      const financials = await api.get(
        `/api/v1/companies/financials?canonical_key=dart%3A${SAMSUNG}&line_items=revenue`,
      );
      expect(financials.status).toBe(200);
      const periods = financials.json.periods as { fiscal_year: number; values: Record<string, { value: number }> }[];
      const revenue = Object.fromEntries(periods.map(period => [period.fiscal_year, period.values.revenue?.value]));
      // Consolidated statements of income of the annual reports for 2023 and 2021, in won.
      expect(revenue).toMatchObject({ 2023: 258_935_494_000_000, 2021: 279_604_799_000_000 });
      const filings = await api.get('/api/v1/filings/discover?ticker=005930');
      expect(JSON.stringify(filings.json)).toContain('opendart:20240312000736');
    });
  },
);
