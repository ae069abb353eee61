import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { hashPassword } from '../src/accounts/sign-in/passwords.ts';
import { listZipBuffer, readZipBufferMember } from '../src/formats/zip.ts';
import { scopeOf } from '../src/transports/calls.ts';
import { OPERATIONS } from '../src/transports/operations.ts';
import { authorizationRequest, authorize, Browser, PASSWORD, redeem, register } from './accounts/oauth.ts';
import {
  addressOf,
  cleanUpAfterAll,
  count,
  PROJECT,
  queryOn,
  READY,
  run,
  serve,
  temporaryFolder,
  until,
} from './service/service.ts';

cleanUpAfterAll();

const hasPython = spawnSync('python3', ['--version']).status === 0;

const SAMPLE = join(PROJECT, 'sample');

/** sample/README.md: issuers with figures. The fictional report of 1996 has no tagged figures. */
const SAMPLE_ISSUERS = 65 + 3;

/** Concepts, axes and fields about people (officers, holders, pay) and their addresses. */
const ABOUT_PEOPLE =
  /NameEntityOfficer|EntityOfficersDimension|MajorShareholders|DirectorsAndOtherOfficers|NumberOfSharesHeld|RemunerationEtc|ceo_nm|adres|phn_no/;

test('the sample pack is small and contains no personal data', () => {
  const files = readdirSync(SAMPLE, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  const sizes = files.map(path => readFileSync(path).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000_000);
  const foreign = files.filter(path => !/\.sec\.gov\//.test(path) && !path.endsWith('README.md'));
  expect(foreign).toHaveLength(36);
  for (const path of foreign) {
    for (const text of textsOf(path)) expect([path, ABOUT_PEOPLE.exec(text)?.[0]]).toEqual([path, undefined]);
  }
});

/** The decompressed content of a file. */
function textsOf(path: string): string[] {
  const bytes = readFileSync(path);
  if (path.endsWith('.gz')) return [gunzipSync(bytes).toString('utf8')];
  return listZipBuffer(bytes).map(member => readZipBufferMember(bytes, member).toString('utf8'));
}

/** Read from the documents by hand: the newest period of each company. */
const STATED = [
  {
    // Form 10-K of 2024-11-01, consolidated statements of operations: total net sales.
    query: 'ticker=AAPL&fiscal_year=2024',
    currency: 'USD',
    values: { revenue: 391_035_000_000 },
  },
  {
    // Nintendo, annual report of 2024-06-28 (S100TMMG): consolidated statements, in millions of yen.
    query: 'ticker=7974&market_id=jp',
    currency: 'JPY',
    values: {
      revenue: 1_671_865_000_000,
      operating_income: 528_941_000_000,
      net_income: 490_602_000_000,
      total_assets: 3_151_394_000_000,
      equity: 2_603_761_000_000,
    },
  },
  {
    // Raccoon Holdings, annual report of 2024-07-30 (S100U4EY): consolidated statements, in thousands of yen.
    query: 'ticker=3031&market_id=jp',
    currency: 'JPY',
    values: {
      revenue: 5_808_066_000,
      operating_income: 566_962_000,
      net_income: 325_982_000,
      total_assets: 15_382_142_000,
    },
  },
  {
    // Samsung Electronics, business report of 2024-03-12: consolidated main accounts.
    query: 'ticker=005930&market_id=kr',
    currency: 'KRW',
    values: { revenue: 258_935_494_000_000, operating_income: 6_566_976_000_000, total_assets: 455_905_980_000_000 },
  },
  {
    // Kainos Group, annual report to March 2022: consolidated statements, in thousands of pounds.
    query: 'lei=213800H2PQMIF3OVZY47',
    currency: 'GBP',
    values: { revenue: 302_632_000, operating_income: 46_015_000, net_income: 35_768_000, total_assets: 207_222_000 },
  },
  {
    // Sarginsons Industries, accounts to November 2020, in pounds.
    query: 'canonical_key=uk:00541560',
    currency: 'GBP',
    values: { revenue: 5_936_600, operating_income: -642_553, net_income: 6_064, equity: 912_253 },
  },
];

interface Answer {
  currency: string;
  periods: {
    period_end: string;
    conversions?: { rate: number }[];
    values: Record<string, { value: number } | null>;
  }[];
}

describe('the sample pack', () => {
  const data = temporaryFolder();
  let base = '';
  let key = '';

  beforeAll(async () => {
    const sample = { ASFILED_DATA: data, ASFILED_SAMPLE: '1' };
    const first = run(['serve'], sample);
    const hasBegun = () =>
      count(data, 'issuer_financials').then(
        issuers => issuers > 0,
        () => false,
      );
    await until('some issuers are stored', hasBegun);
    first.child.kill('SIGTERM');
    const { exit, tookMs } = await first.ended();
    expect(exit).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    const second = await serve(data, sample);
    [base, key] = [addressOf(second), READY.exec(second.output())?.[1] ?? ''];
    const isComplete = async () => (await count(data, 'issuer_financials')) >= SAMPLE_ISSUERS;
    await until('all issuers are stored', isComplete);
    await until('what follows from them is worked out', () => isWorkedOut(data));
  });

  it('fills an empty store even if the first start is interrupted', async () => {
    for (const { query, values, currency } of STATED) {
      const url = `${base}/api/v1/companies/financials?${query}&line_items=${Object.keys(values)}`;
      const response = (await (await fetch(url, { headers: { 'x-api-key': key } })).json()) as Answer;
      const shown = Object.entries(response.periods[0]?.values ?? {}).map(([code, one]) => [code, one?.value]);
      expect({ query, currency: response.currency, values: Object.fromEntries(shown) }).toEqual({
        query,
        currency,
        values,
      });
    }
  });

  it('converts currencies with its own exchange rates', async () => {
    await until('the rates are stored', async () => (await count(data, 'exchange_rates')) > 0);
    const url = `${base}/api/v1/companies/financials?ticker=7974&market_id=jp&line_items=revenue&currency=USD`;
    const response = (await (await fetch(url, { headers: { 'x-api-key': key } })).json()) as Answer;
    const year = response.periods.find(period => period.period_end === '2023-03-31');
    // The mean of 258 daily rates, computed independently from the bank's table.
    expect(year?.conversions).toMatchObject([{ from: 'JPY', rate_kind: 'average', days: 258, rate_to: '2023-03-31' }]);
    expect(year?.conversions?.[0]?.rate).toBeCloseTo(0.00739375116957956, 12);
  });

  it.skipIf(!hasPython)(
    'confirms every reported value by the bytes of the regulator, and refutes changed values',
    async () => {
      const folder = temporaryFolder();
      const facts = join(SAMPLE, 'data.sec.gov/api/xbrl/companyfacts');
      const files = readdirSync(facts).map(name => [name, join(folder, name.replace('.gz', ''))] as const);
      const answers: string[] = [];
      for (const [name, file] of files) {
        writeFileSync(file, gunzipSync(readFileSync(join(facts, name))));
        const url = `${base}/api/v1/companies/financials?canonical_key=cik:${Number(/\d+/.exec(name)?.[0])}`;
        for (const period of ['fy', 'ttm']) {
          const query = `&fiscal_period=${period}&include_inputs=true`;
          answers.push(await (await fetch(url + query, { headers: { 'x-api-key': key } })).text());
        }
      }
      const answer = `[${answers}]`;
      const changed = answer.replaceAll(
        /"value":(-?[\d.e+-]+)(?=,"unit":"[^"]*","method":"reported")/g,
        (_, value) => `"value":${Number(value) + 1}`,
      );
      const verify = (text: string) => {
        writeFileSync(join(folder, 'answer.json'), text);
        const script = [
          join(PROJECT, 'scripts/verify.py'),
          join(folder, 'answer.json'),
          ...files.map(([, file]) => file),
        ];
        return spawnSync('python3', script, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
      };
      const proved = verify(answer);
      expect(proved).toMatch(/^reported: [1-9]\d{4} confirmed, 0 refuted, 0 unchecked$/m);
      expect(proved).toMatch(/^computed: [1-9]\d{3,4} confirmed, 0 refuted, 0 unchecked$/m);
      expect(verify(changed)).toMatch(/^reported: 0 confirmed, [1-9]\d{4} refuted, 0 unchecked$/m);
    },
  );

  it('proves a value of each registry by the archived bytes, and refutes it changed', async () => {
    for (const { query, values } of STATED) {
      for (const [code, value] of Object.entries(values)) {
        const question = `${base}/api/v1/facts/verify?${query.replace(/&fiscal_year=\d+/, '')}&line_item=${code}`;
        const url = `${base}/api/v1/companies/financials?${query}&line_items=${code}`;
        const shown = (await (await fetch(url, { headers: { 'x-api-key': key } })).json()) as {
          periods: { fiscal_year: number }[];
        };
        const verdicts = [];
        for (const claimed of [value, value + 1]) {
          const asked = `${question}&fiscal_year=${shown.periods[0]?.fiscal_year}&value=${claimed}`;
          const answer = await fetch(asked, { headers: { 'x-api-key': key } });
          verdicts.push(((await answer.json()) as { verdict: string }).verdict);
        }
        expect([query, code, verdicts]).toEqual([query, code, ['confirmed', 'refuted']]);
      }
    }
  });

  it('returns data for the example of every MCP tool on data, over HTTP with an OAuth token and over stdio', async () => {
    const overHttp = await callEvery(
      new StreamableHTTPClientTransport(new URL('/mcp', base), {
        requestInit: { headers: { authorization: `Bearer ${await tokenOfClient(base, data)}` } },
      }),
    );
    const overStdio = await callEvery(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(PROJECT, 'server/src/main.js'), 'mcp'],
        env: { PATH: process.env.PATH ?? '', ASFILED_DATA: data, ASFILED_LOG_LEVEL: 'error' },
      }),
    );
    expect(overStdio).toEqual(overHttp);
  });
});

/** The tools on data, which every account sees alike. */
const TOOLS = OPERATIONS.flatMap(operation =>
  typeof operation.tool === 'string' && scopeOf(operation) === 'data:read'
    ? [{ name: operation.tool, example: operation.example }]
    : [],
);

/** Whether all jobs have ended, so that companies, people, signals and base rates are final. */
async function isWorkedOut(data: string): Promise<boolean> {
  const { rows } = await queryOn(
    data,
    `select not exists (select from runs where finished_at is null) and not exists (select from issuer_changes)
       and not exists (select from people_changes) and not exists (select from signal_changes)
       and exists (select from base_rates) as is_done`,
  );
  return rows[0].is_done;
}

/** A year after the sample was confirmed. */
const MANDATES_END = Date.parse('2027-06-01');

/** The non-empty members of tool results, by tool name. */
async function callEvery(transport: Transport): Promise<Record<string, string[]>> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(TOOLS.map(({ name }) => name)));
  const responses: Record<string, string[]> = {};
  for (const { name, example } of TOOLS) {
    const called = (await client.callTool({ name, arguments: example })) as {
      isError?: boolean;
      structuredContent?: object;
      content: { text?: string }[];
    };
    const text = called.content[0]?.text ?? '';
    expect(text.length, name).toBeLessThan(25_000);
    // The sample's mandates were confirmed in 2026; a mandate is current for a year after its confirmation.
    const isOfThen = Date.now() > MANDATES_END && name === 'screen_holders' && text.includes('"no_dated_mandate"');
    if (!isOfThen) expect(called.isError, `${name}: ${text}`).toBeFalsy();
    responses[name] = isOfThen ? [] : Object.keys(called.structuredContent ?? {}).sort();
  }
  await client.close();
  return responses;
}

/** An access token for a client that the local user approved. */
async function tokenOfClient(base: string, data: string): Promise<string> {
  const hash = await hashPassword(PASSWORD);
  // The local account has no valid email address, which the sign-in form needs.
  await queryOn(data, `update accounts set email = '${EMAIL}' where email = 'local@localhost'`);
  await queryOn(
    data,
    `insert into passwords (account_id, hash, set_at) select account_id, '${hash}', now() from accounts where email = '${EMAIL}'`,
  );
  const app = await register(base);
  const requested = authorizationRequest(app, { scope: 'data:read', resource: `${base}/mcp` });
  const landed = await authorize(new Browser(base), requested.url, EMAIL);
  const { body } = await redeem(base, app, landed.searchParams.get('code') ?? '', requested.verifier);
  return body.access_token;
}

const EMAIL = 'local@example.org';
