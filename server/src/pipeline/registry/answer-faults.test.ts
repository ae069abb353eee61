import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { sql } from '../../db/database.ts';
import { CHALLENGE_PAGE, type ExampleRequest, type RegistryExamples } from '../../sources/kit/example-responses.ts';
import { readFormAddress } from '../../sources/kit/http/form-address.ts';
import { loadSource } from '../../sources/load-source.ts';
import { SOURCES } from '../../sources/sources.ts';
import { Gateway } from './registry-gateway.ts';

interface Kind extends ExampleRequest {
  registry: string;
}

const EXAMPLES = new Map(
  await Promise.all(
    SOURCES.map(async ({ description: { registry } }) => [registry, await examplesOf(registry)] as const),
  ),
);

const KINDS: Record<string, Kind> = Object.fromEntries(
  [...EXAMPLES].flatMap(([registry, { requests }]) =>
    Object.entries(requests).map(([name, request]) => [name, { registry, ...request }]),
  ),
);

async function examplesOf(registry: string): Promise<RegistryExamples> {
  const { examples }: { examples: RegistryExamples } = await import(`../../sources/${registry}/example-responses.ts`);
  return examples;
}

/** A key for every setting that a connector requires. */
const KEYS = Object.fromEntries(
  SOURCES.flatMap(({ description }) => description.access ?? [])
    .flatMap(({ key }) => key?.setting ?? [])
    .map(setting => [setting, `secret-of-${setting}`]),
);

const folder = useTemporaryFolder();
const database = useTestDatabase();
const registry = useStandInRegistry();
let gateway: Gateway;

beforeAll(async () => {
  gateway = new Gateway({
    db: database.db,
    archive: await openArchive({ kind: 'disk', folder: join(folder.path, 'archive') }),
    spoolFolder: join(folder.path, 'spool'),
    contact: 'Test test@example.com',
    keys: KEYS,
    originOverrides: registry.originOverrides,
    clientTimings: { retryBaseMs: 1, maxAttempts: 2, refusalPauseMs: 1, timeoutMs: 2_000, requestsPerSecond: 10_000 },
  });
});
afterAll(() => gateway.close());

async function ask({ registry: name, address, isDownload }: Kind): Promise<unknown> {
  const client = gateway.open(await loadSource(name), { mirror: null, record: null, force: false });
  const form = readFormAddress(address);
  if (form !== null) return client.post(form.url, { fields: form.fields });
  return isDownload === true ? client.download(address) : client.get(address);
}

async function keptOf({ address }: Kind): Promise<number> {
  const row = await database.db.queryOne<{ count: number }>(
    sql`select count(*)::int as count from fetches where url = ${address}`,
  );
  return row?.count ?? -1;
}

/** All rows of the tables that a key could leak into. */
async function keptText(): Promise<string> {
  const rows = await database.db.query<{ row: string }>(sql`
    select to_jsonb(one)::text as row from fetches one
    union all select to_jsonb(one)::text from anomalies one
    union all select to_jsonb(one)::text from run_tasks one`);
  return rows.map(row => row.row).join('\n');
}

test.each([...EXAMPLES])(
  '%s has an example of each of its requests, if it has a host',
  async (registry, { requests }) => {
    const { description } = await loadSource(registry);
    expect(Object.keys(requests).length > 0).toBe(description.hosts.length > 0);
  },
);

test.each([...EXAMPLES])('%s dates what it dates by the day alone by its own clock', async (registry, { knownAt }) => {
  const source = await loadSource(registry);
  const reported = Object.keys(knownAt).map(day => [day, source.knownAtOfDay(day)]);
  expect(Object.fromEntries(reported)).toEqual(knownAt);
});

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  const isPage = typeof kind.good === 'string' && kind.good.startsWith('<');
  const faults: [string, string | Buffer][] = [
    ...Object.entries(kind.bad),
    ['empty', ''],
    ...(isPage || kind.registry === 'sec-edgar' ? [] : [['captcha', CHALLENGE_PAGE] as [string, string]]),
  ];

  test.each(faults)('rejects %s with status 200 as data, and recovers on the next poll', async (name, bytes) => {
    const before = await keptOf(kind);
    registry.answer(() => ({ bytes, headers: { etag: '"fault"' } }));
    const failure = await ask(kind).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'upstream_error' });
    const fault =
      name === 'empty' || name === 'captcha' ? /empty_answer|html_|HTML|not_a|unexpected/ : new RegExp(name);
    expect(String(failure)).toMatch(fault);
    expect(await keptOf(kind)).toBe(before);
    registry.answer(() => ({ bytes: kind.good }));
    expect(await ask(kind)).not.toBeNull();
    expect(await keptOf(kind)).toBe(1);
    // An invalid response is not stored, so that no conditional request refers to it.
    expect(registry.received.at(-1)?.headers['if-none-match']).toBeUndefined();
    await database.db.execute(sql`delete from fetches`);
  });

  test('a missing document is null; a denied or busy response is an error', async () => {
    registry.answer(() => ({ status: 404 }));
    expect(await ask(kind)).toBeNull();
    for (const status of [429, 500, 503, 403]) {
      registry.answer(() => ({ status, headers: { 'retry-after': '0' }, bytes: '{}' }));
      await expect(ask(kind)).rejects.toMatchObject({ code: 'upstream_error' });
    }
    expect(await keptOf(kind)).toBe(0);
  });
});

describe('registry keys', () => {
  const list = KINDS['EDINET day list'];
  const profile = KINDS['Companies House profile'];
  const dart = KINDS['OpenDART list'];
  if (list === undefined || profile === undefined || dart === undefined) throw new Error('kinds are missing');

  test('are sent where each host requires them and stored nowhere', async () => {
    for (const kind of [list, profile, dart]) {
      registry.answer(() => ({ bytes: kind.good }));
      await ask(kind);
    }
    const [edinet, house, korea] = registry.received.slice(-3);
    expect(edinet?.address).toContain('Subscription-Key=secret-of-ASFILED_EDINET_KEY');
    expect(house?.headers.authorization).toBe(
      `Basic ${Buffer.from('secret-of-ASFILED_COMPANIES_HOUSE_KEY:').toString('base64')}`,
    );
    expect(house?.address).toBe(profile.address);
    expect(korea?.address).toContain('crtfc_key=secret-of-ASFILED_OPENDART_KEY');
    const kept = await keptText();
    expect(kept).toContain(dart.address);
    for (const key of Object.values(KEYS)) expect(kept).not.toContain(key);
  });

  test('are named by their setting if the registry rejects them, and not retried', async () => {
    const responses: [Kind, string, RegExp][] = [
      [list, '{"StatusCode":401,"message":"Access denied due to invalid subscription key."}', /ASFILED_EDINET_KEY/],
      [dart, '{"status":"010","message":"등록되지 않은 인증키입니다."}', /ASFILED_OPENDART_KEY/],
    ];
    for (const [kind, bytes, setting] of responses) {
      registry.answer(() => ({ bytes }));
      const requested = registry.received.length;
      await expect(ask(kind)).rejects.toMatchObject({ name: 'OperatorError' });
      await expect(ask(kind)).rejects.toThrow(setting);
      expect(registry.received.length).toBe(requested + 2);
    }
    registry.answer(() => ({ status: 401, bytes: '{"error":"Invalid Authorization"}' }));
    await expect(ask(profile)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('are required before any request is sent', async () => {
    const bare = new Gateway({
      db: database.db,
      archive: await openArchive({ kind: 'disk', folder: join(folder.path, 'archive') }),
      spoolFolder: join(folder.path, 'spool'),
      contact: 'Test test@example.com',
      keys: {},
      originOverrides: registry.originOverrides,
    });
    const requested = registry.received.length;
    const client = bare.open(await loadSource('opendart'), { mirror: null, record: null, force: false });
    await expect(client.get(dart.address)).rejects.toThrow('opendart requires a key. Set ASFILED_OPENDART_KEY');
    expect(registry.received.length).toBe(requested);
    await bare.close();
  });

  test('are not sent to another host by a redirect, nor included in errors', async () => {
    registry.answer(({ address }) => {
      if (!address.includes('elsewhere')) return { status: 302, headers: { location: '/elsewhere?x=1' } };
      return { bytes: list.good };
    });
    await ask(list);
    expect(registry.received.at(-1)?.address).toContain('elsewhere');
    registry.answer(() => ({ status: 302, headers: { location: 'https://example.org/steal' } }));
    const failure = await ask(list).catch((error: unknown) => error);
    expect(String(failure)).toContain('example.org is not a host of edinet');
    expect(String(failure)).not.toContain('secret');
  });

  test('are not recorded', async () => {
    registry.answer(() => ({ bytes: dart.good }));
    const record = join(folder.path, 'recorded');
    const client = gateway.open(await loadSource('opendart'), { mirror: null, record, force: false });
    await client.get(dart.address);
    const replay = gateway.open(await loadSource('opendart'), { mirror: record, record: null, force: false });
    expect(await replay.list()).toEqual([dart.address]);
  });
});
