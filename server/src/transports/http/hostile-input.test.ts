import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SECRET_BOX } from '../../../test/accounts/people.ts';
import { useTestApi } from '../../../test/api.ts';
import { callOf } from '../../../test/checks/operation-call.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { AURORA, seedSmallStore } from '../../../test/seeds/issuers.ts';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { OPERATIONS } from '../operations.ts';
import { pathParameters, restPlaceOf } from './input-parsing.ts';

const database = useTestDatabase();
const api = useTestApi(database, { secretBox: SECRET_BOX });

beforeAll(async () => {
  await seedSmallStore(database.db);
});

const BODY_LIMIT = 262_144;

/** URL bytes that are not valid text: half a UTF-16 pair, a lone continuation byte, a truncated escape. */
const NO_TEXT = ['%ED%A0%80', '%FF', '%80', '%', '%u0000'];

/** Values of every JSON type, so that every parameter rejects some; the deepest is as deep as a body can be. */
const JSON_VALUES = [
  'null',
  'true',
  '12',
  '-0.5',
  '1e400',
  '[]',
  '{}',
  '[null]',
  '[{"a":[{}]}]',
  '{"toString":1,"length":-1}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
];

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
  ['year 0', '0000-01-01T00:00:00Z'],
  ['year 0 west of Greenwich', '0000-12-31T23:00:00-12:00'],
  ['day of the year 0', '0000-01-01'],
  ['the first day', '0001-01-01'],
  ['the last day', '9999-12-31'],
  ['the first instant', '0001-01-01T00:00:00+15:59'],
  ['the last instant', '9999-12-31T23:59:59.999999999-15:59'],
  ['an offset that PostgreSQL rejects', '2026-01-01T00:00:00+16:00'],
  ['the largest offset of ISO 8601', '2026-01-01T00:00:00-23:59'],
  ['a fraction of 300 digits', `2026-01-01T00:00:00.${'1'.repeat(300)}Z`],
  ['rule', '-'.repeat(200)],
  ['newline', 'a\r\nX-Injected: 1'],
];

/** What the examples ask about, in the seeded store. */
const SEEDED: Record<string, string> = {
  ticker: 'AURW',
  query: 'aurora',
  filing_id: `sec-edgar:${AURORA.annual2022}`,
};

/** A valid input of an operation: its example, about what the store has, so that only one parameter of a call is invalid. */
function validInput({ example }: AnyOperation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(example).map(([parameter, value]) => [
      parameter,
      typeof value === 'string' ? (SEEDED[parameter] ?? value) : value,
    ]),
  );
}

function takesList(operation: AnyOperation, parameter: string): boolean {
  const { properties } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const schema = properties?.[parameter];
  return typeof schema === 'object' && schema.type === 'array';
}

describe.each(OPERATIONS.map(operation => [operation.name, operation] as const))('%s', (_name, operation) => {
  const parameters = Object.keys(operation.input.shape);
  const good = validInput(operation);
  let headers: { 'x-api-key': string };
  beforeAll(() => {
    headers = { 'x-api-key': api.key };
  });
  const ask = (values: Readonly<Record<string, unknown>>) => api.ask({ ...callOf(operation, values), headers });
  const placeOf = (parameter: string) =>
    pathParameters(operation.route).includes(parameter) ? 'path' : restPlaceOf(operation);

  it.each(HOSTILE)('responds to %s in any parameter with a client error or an empty result', async (_what, value) => {
    for (const parameter of parameters) {
      const { status, json, text } = await ask({ ...good, [parameter]: value });
      expect(
        [200, 201, 204, 400, 403, 404, 405, 409, 422, 429],
        `${parameter}: ${status} ${text.slice(0, 200)}`,
      ).toContain(status);
      expect(text).not.toMatch(/syntax error|\brelation \\?"|pg_|node_modules|\.ts:/);
      expect(text.length).toBeLessThan(400_000);
      if (status >= 300) expect('error' in json || 'detail' in json).toBe(true);
    }
  });

  it('rejects an empty value of any parameter', async () => {
    for (const parameter of parameters.filter(parameter => !pathParameters(operation.route).includes(parameter))) {
      expect((await ask({ ...good, [parameter]: '' })).status, parameter).toBe(422);
    }
  });

  it('rejects a NUL and 10 kB in any parameter', async () => {
    for (const parameter of parameters) {
      for (const value of ['A\u0000B', 'A'.repeat(10_000)]) {
        const { status } = await ask({ ...good, [parameter]: value });
        expect([400, 404, 422], parameter).toContain(status);
      }
    }
  });

  it('rejects invalid text in any parameter', async () => {
    for (const parameter of parameters) {
      if (placeOf(parameter) === 'body') {
        const { status, text } = await ask({ ...good, [parameter]: 'A\ud800B' });
        expect([400, 403, 404, 422], `${parameter}: ${status} ${text.slice(0, 200)}`).toContain(status);
      } else {
        for (const bytes of NO_TEXT) {
          const { url, ...rest } = callOf(operation, { ...good, [parameter]: 'HERE' });
          const { status, text } = await api.ask({ ...rest, url: String(url).replace('HERE', bytes), headers });
          expect(status, `${parameter}=${bytes}: ${text.slice(0, 200)}`).toBeLessThan(500);
        }
      }
    }
  });

  if (restPlaceOf(operation) === 'body') {
    it('rejects other types and large values', async () => {
      const send = async (payload: string) => {
        const call = callOf(operation, good);
        const { status, text } = await api.ask({
          ...call,
          payload,
          headers: { ...headers, 'content-type': 'application/json' },
        });
        return { status, text };
      };
      for (const parameter of parameters.filter(parameter => placeOf(parameter) === 'body')) {
        const others = Object.fromEntries(
          Object.entries(good).filter(([one]) => one !== parameter && placeOf(one) === 'body'),
        );
        const bodyWith = (json: string) => {
          const members = Object.entries(others).map(
            ([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value)}`,
          );
          return `{${[...members, `${JSON.stringify(parameter)}:${json}`].join(',')}}`;
        };
        const seen: number[] = [];
        for (const json of JSON_VALUES) {
          const { status, text } = await send(bodyWith(json));
          expect(status, `${parameter}: ${json.slice(0, 40)}: ${text.slice(0, 200)}`).toBeLessThan(500);
          expect(text.length).toBeLessThan(10_000);
          seen.push(status);
        }
        expect(seen, parameter).toContain(422);
        const long = await send(bodyWith(JSON.stringify('A'.repeat(BODY_LIMIT - 1_000))));
        expect([400, 403, 404, 422], parameter).toContain(long.status);
        const tooLarge = 'A'.repeat(Math.max(1_000_000, operation.maxBodyBytes ?? 0));
        expect((await send(bodyWith(JSON.stringify(tooLarge)))).status, parameter).toBe(413);
      }
      for (const body of ['', 'null', '[]', '"x"', '1', '{', '{"a"', '\u0000']) {
        expect((await send(body)).status, body).not.toBe(500);
      }
    });
  }

  it('rejects a repeated scalar and an unknown parameter', async () => {
    const inPath = pathParameters(operation.route);
    const scalars = parameters.filter(parameter => !inPath.includes(parameter) && !takesList(operation, parameter));
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
  it('is intact afterwards', async () => {
    expect((await api.get('/api/v1/entities/lookup?ticker=AURW')).status).toBe(200);
  });
});
