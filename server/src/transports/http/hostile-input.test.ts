import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { callOf } from '../../../test/operation-call.ts';
import { SECRET_BOX } from '../../../test/people.ts';
import { AURORA, seedSmallStore } from '../../../test/seed.ts';
import type { AnyOperation } from '../../capabilities/operation.ts';
import { OPERATIONS } from '../../capabilities/operations.ts';
import { pathParameters } from './input-parsing.ts';

const database = useTestDatabase();
let api: TestApi;

beforeAll(async () => {
  await seedSmallStore(database.db);
  api = await createTestApi(database.db, { secretBox: SECRET_BOX });
});

afterAll(() => api.server.close());

const HOSTILE: [string, string][] = [
  ['empty', ''],
  ['blank', '   '],
  ['NUL', 'A\u0000B'],
  ['10 kB', 'A'.repeat(10_000)],
  ['SQL', "x'; drop table issuers; --"],
  ['SQL comment', '1/**/or/**/1=1'],
  ['pattern', '%_%\\'],
  ['markup', '<script>alert(1)</script>'],
  ['path', '../../etc/passwd'],
  ['unicode', '😀\u202eAAPL\u200b'],
  ['digits of another script', '１２３'],
  ['lone accent', '\u0301'],
  ['prototype', '__proto__'],
  ['exponent', '1e3'],
  ['huge number', '9'.repeat(400)],
  ['negative', '-1'],
  ['fraction', '1.5'],
  ['hexadecimal', '0x10'],
  ['not a number', 'NaN'],
  ['JSON', '{"$gt":""}'],
  ['comma', ',,,'],
  ['newline', 'a\r\nX-Injected: 1'],
];

/** Good values beside those of {@link requiredOf}, so that only the one parameter is bad. */
const GOOD: Record<string, Record<string, string>> = {
  searchEntities: { query: 'aurora' },
  lookupEntity: { ticker: 'AURW' },
  discoverFilings: { ticker: 'AURW' },
  resolveFiling: { ticker: 'AURW' },
  listFilings: { ticker: 'AURW' },
  getFilingKpis: { filing_id: `sec-edgar:${AURORA.annual2022}` },
  getCompanyFinancials: { ticker: 'AURW' },
};

/** The parameters that a call needs, as the operation's example gives them. */
function requiredOf(operation: AnyOperation): Record<string, string> {
  const needed = Object.entries(operation.input.shape).filter(([, schema]) => !schema.safeParse(undefined).success);
  const example: Record<string, unknown> = operation.example;
  return Object.fromEntries(needed.map(([parameter]) => [parameter, String(example[parameter])]));
}

function takesList(operation: AnyOperation, parameter: string): boolean {
  const { properties } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const schema = properties?.[parameter];
  return typeof schema === 'object' && schema.type === 'array';
}

describe.each(OPERATIONS.map(operation => [operation.name, operation] as const))('%s', (name, operation) => {
  const parameters = Object.keys(operation.input.shape);
  const good = { ...requiredOf(operation), ...GOOD[name] };
  const ask = (values: Readonly<Record<string, unknown>>) =>
    api.ask({ ...callOf(operation, values), headers: { 'x-api-key': api.key } });

  it.each(HOSTILE)('answers %s in any parameter with a clear error or an empty answer', async (_what, value) => {
    for (const parameter of parameters) {
      const { status, json, text } = await ask({ ...good, [parameter]: value });
      expect(
        [200, 201, 204, 400, 403, 404, 405, 409, 422, 429],
        `${parameter}: ${status} ${text.slice(0, 200)}`,
      ).toContain(status);
      expect(text).not.toMatch(/syntax error|relation|pg_|node_modules|\.ts:/);
      expect(text.length).toBeLessThan(400_000);
      if (status >= 300) expect('error' in json || 'detail' in json).toBe(true);
    }
  });

  it('refuses an empty value of any parameter', async () => {
    for (const parameter of parameters.filter(one => !pathParameters(operation.route).includes(one))) {
      expect((await ask({ ...good, [parameter]: '' })).status, parameter).toBe(422);
    }
  });

  it('refuses a NUL and 10 kB in any parameter', async () => {
    for (const parameter of parameters) {
      for (const value of ['A\u0000B', 'A'.repeat(10_000)]) {
        const { status } = await ask({ ...good, [parameter]: value });
        expect([400, 404, 422], parameter).toContain(status);
      }
    }
  });

  it('refuses a repeated scalar, and an unknown parameter', async () => {
    const inPath = pathParameters(operation.route);
    const scalars = parameters.filter(one => !inPath.includes(one) && !takesList(operation, one));
    for (const parameter of scalars) {
      expect((await ask({ ...good, [parameter]: ['a', 'b'] })).status, parameter).toBe(422);
    }
    const { status, json } = await ask({ ...good, constructor: 'x', 'limit[]': '1' });
    expect(status).toBe(422);
    expect((json.detail as { type: string }[]).map(fault => fault.type)).toEqual([
      'extra_forbidden',
      'extra_forbidden',
    ]);
  });
});

describe('the store', () => {
  it('is whole after all that', async () => {
    expect((await api.get('/api/v1/entities/lookup?ticker=AURW')).status).toBe(200);
  });
});
