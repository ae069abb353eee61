import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { CSV, operation, TextStream, textStream } from '../../domain/kit/operation.ts';

const database = useTestDatabase();
const PIECE = 'x'.repeat(64 * 1024);
let api: TestApi;
let base: string;
/** Of the last stream. */
let state = { pieces: 0, isClosed: false };

/** A text that never ends, or fails at a piece. */
const endless = operation({
  name: 'endless',
  route: 'GET /endless',
  tool: { none: 'a test' },
  summary: 'A text',
  description: 'A text that never ends, or fails at a piece.',
  tag: 'Tests',
  plan: 'free',
  credits: 7,
  errors: [],
  input: z.strictObject({ fails_at: z.int().optional().describe('Number of the piece.') }),
  output: textStream,
  mediaType: CSV,
  example: {},
  async run({ account }, { fails_at }) {
    const own = { pieces: 0, isClosed: false };
    state = own;
    async function* pieces() {
      try {
        for (; own.pieces !== fails_at; own.pieces++) yield PIECE;
      } finally {
        own.isClosed = true;
      }
      throw new Error('the computation failed');
    }
    const of = { mediaType: CSV, fileName: 'text.csv', describedBy: '/manifest', units: 2 };
    return new TextStream({ ...of, accountId: account?.accountId ?? '', pieces });
  },
});

beforeAll(async () => {
  api = await createTestApi(database.db, { operations: [endless] });
  base = await api.server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => api.server.close());

const ask = (query = '', init: RequestInit = {}) =>
  fetch(`${base}/endless${query}`, { ...init, headers: { 'x-api-key': api.key, 'accept-encoding': 'identity' } });

async function used(): Promise<number> {
  const row = await database.db.queryOne<{ used: number }>(sql`
    select month_credits as used from accounts where account_id = ${api.accountId}`);
  return row?.used ?? Number.NaN;
}

/** Debits that a process would leave behind if it was killed now. */
const open = () => database.db.query(sql`select operation, credits from open_debits`);

describe('a streamed text', () => {
  it('is computed as fast as the client reads, and no further once the client is gone', async () => {
    const aborter = new AbortController();
    const response = await ask('', { signal: aborter.signal });
    expect(response.headers.get('link')).toBe('</manifest>; rel="describedby"');
    expect(response.headers.get('x-credits-cost')).toBe('14');
    const reader = response.body?.getReader();
    await reader?.read();
    let before = -1;
    // Buffers of sockets fill first.
    while (state.pieces !== before) {
      before = state.pieces;
      await sleep(300);
    }
    expect(before).toBeLessThan(1_000);
    await reader?.read();
    expect(await open()).toEqual([{ operation: 'endless', credits: 14 }]);
    aborter.abort();
    await expect.poll(() => state.isClosed).toBe(true);
    await expect.poll(open).toEqual([]);
    expect(await used()).toBe(14);
  });

  it('breaks the connection if the computation fails, and refunds the credits', async () => {
    const before = await used();
    const response = await ask('?fails_at=40');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await expect.poll(used).toBe(before);
    expect(await open()).toEqual([]);
  });

  it('is an error response if the computation fails at once', async () => {
    const before = await used();
    const response = await ask('?fails_at=0');
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await used()).toBe(before);
  });

  it('is sent twice at a time to an account', async () => {
    const aborter = new AbortController();
    const two = [await ask('', { signal: aborter.signal }), await ask('', { signal: aborter.signal })];
    expect(two.map(({ status }) => status)).toEqual([200, 200]);
    const before = await used();
    const third = await ask();
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({ error: 'rate_limited' });
    expect(await used()).toBe(before);
    aborter.abort();
    await expect.poll(async () => (await ask('?fails_at=1')).status).toBe(200);
  });
});
