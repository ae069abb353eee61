import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filingEvent, publishEvents, seedAurora } from '../../../../test/accounts/notify.ts';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { createTestApi, type TestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { WAIT_LIMIT_MS } from '../../../../test/wait-limit.ts';
import { createKey, revokeKey } from '../../../accounts/keys/api-keys.ts';
import { sql } from '../../../db/database.ts';
import { createListener, type Listener } from '../../../db/listener.ts';
import { eventIdOf } from '../../../domain/kit/store/outbox.ts';

const database = useTestDatabase();
const ROUTE = '/api/user/notifications/stream';
let listener: Listener;
let api: TestApi;
let base: string;
let issuerId: string;

beforeAll(async () => {
  listener = createListener(database.connection, 'test');
  api = await createTestApi(database.db, { listener });
  base = await api.server.listen({ host: '127.0.0.1', port: 0 });
  issuerId = await seedAurora(database.db);
  await createWatcher(database.db, 'business@example.org', [{ issuerId, ticker: 'AURW' }]);
});
afterAll(async () => {
  await api.server.close();
  await listener.close();
});

/** An open stream: the text received so far, and its end. */
class Listening {
  text = '';
  readonly response: Response;
  readonly ended: Promise<void>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.ended = this.#read();
  }

  static async open(headers: Record<string, string> = {}, query = ''): Promise<Listening> {
    const abort = new AbortController();
    const response = await fetch(`${base}${ROUTE}${query}`, {
      headers: { 'x-api-key': api.key, ...headers },
      signal: abort.signal,
    });
    return new Listening(response, abort);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const part of this.response.body ?? []) this.text += decoder.decode(part, { stream: true });
    } catch {
      // closed by the test
    }
  }

  /** The `data` of the events so far. */
  get filings(): string[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map(
      ([, data = '{}']) => (JSON.parse(data) as { filing_id: string }).filing_id,
    );
  }

  async has(filings: readonly string[]): Promise<void> {
    const wanted = filings.map(name => `sec-edgar:${name}`);
    for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end && this.filings.length < wanted.length; )
      await sleep(10);
    expect(this.filings).toEqual(wanted);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }
}

describe(`GET ${ROUTE}`, () => {
  it('sends new notifications as they arrive', async () => {
    await publishEvents(database.db, [filingEvent(issuerId, 'before')]);
    const stream = await Listening.open();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toContain('no-store');
    await publishEvents(database.db, [filingEvent(issuerId, 'live')]);
    await stream.has(['live']);
    const id = eventIdOf(filingEvent(issuerId, 'live'));
    expect(stream.text).toMatch(new RegExp(`^retry: \\d+\n\nid: ${id}\nevent: notification\ndata: \\{"id":"${id}",`));
    await stream.close();
  });

  it('resumes after the last event of the client, given by header or query', async () => {
    const lastId = eventIdOf(filingEvent(issuerId, 'before'));
    const events = Array.from({ length: 250 }, (_, n) => filingEvent(issuerId, `missed-${n}`));
    await publishEvents(database.db, events);
    const resumed = await Listening.open({ 'last-event-id': lastId });
    const other = await Listening.open({}, `?last_event_id=${lastId}`);
    await publishEvents(database.db, [filingEvent(issuerId, 'after')]);
    const reported = await database.db.query<{ name: string }>(sql`
      select replace(event_key, 'sec-edgar:', '') as name from notifications join events using (event_id)
      where event_key <> 'sec-edgar:before' order by notifications.created_at, event_id`);
    expect(reported).toHaveLength(252);
    await resumed.has(reported.map(row => row.name));
    await other.has(reported.map(row => row.name));
    await Promise.all([resumed.close(), other.close()]);
  });

  it('rejects a last event id that is not a notification of the account', async () => {
    const unknown = await Listening.open({ 'last-event-id': '00000000-0000-4000-8000-000000000000' });
    expect(unknown.response.status).toBe(400);
    await unknown.ended;
    expect(JSON.parse(unknown.text)).toMatchObject({ error: 'invalid_cursor' });
    const wrong = await Listening.open({ 'last-event-id': 'yesterday' });
    expect(wrong.response.status).toBe(422);
  });

  it('ends when the key is revoked, before sending anything more', async () => {
    const { key, keyId } = await createKey(database.db, {
      email: 'business@example.org',
      plan: 'business',
      name: 'soon gone',
    });
    const stream = await Listening.open({ 'x-api-key': key });
    await revokeKey(database.db, keyId, new Date());
    // The time for which a key lookup is cached.
    await sleep(1_100);
    await publishEvents(database.db, [filingEvent(issuerId, 'secret')]);
    await stream.ended;
    expect(stream.filings).toEqual([]);
  });

  it('rejects the eleventh stream of an account until one is closed', async () => {
    const open = await Promise.all(Array.from({ length: 10 }, () => Listening.open()));
    expect(open.map(candidate => candidate.response.status)).toEqual(new Array(10).fill(200));
    const refused = await Listening.open();
    expect(refused.response.status).toBe(429);
    expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0);
    await Promise.all(open.map(candidate => candidate.close()));
    let again = await Listening.open();
    for (
      const end = Date.now() + WAIT_LIMIT_MS;
      again.response.status === 429 && Date.now() < end;
      again = await Listening.open()
    )
      await sleep(20);
    expect(again.response.status).toBe(200);
    await again.close();
  });

  it('does not take the place of a call', async () => {
    const { key } = await createKey(database.db, { email: 'free@example.org', plan: 'free', name: 'tabs' });
    const callsAtOnce = 4;
    const open = await Promise.all(Array.from({ length: callsAtOnce }, () => Listening.open({ 'x-api-key': key })));
    expect(open.map(candidate => candidate.response.status)).toEqual(new Array(callsAtOnce).fill(200));
    const startedAt = performance.now();
    const response = await fetch(`${base}/api/v1/markets`, { headers: { 'x-api-key': key } });
    expect(response.status).toBe(200);
    await response.body?.cancel();
    // A call without a place waits ten seconds and is refused.
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    await Promise.all(open.map(candidate => candidate.close()));
  });

  it('closes a HEAD request immediately', async () => {
    for (let n = 0; n < 12; n++) {
      const { status, headers } = await fetch(base + ROUTE, { method: 'HEAD', headers: { 'x-api-key': api.key } });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    const stream = await Listening.open();
    expect(stream.response.status).toBe(200);
    await stream.close();
  });

  it('requires a key', async () => {
    expect((await fetch(base + ROUTE)).status).toBe(401);
  });

  it('ends when the server closes, and resumes on another one', async () => {
    const second = await createTestApi(database.db);
    const address = await second.server.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(address + ROUTE, { headers: { 'x-api-key': second.key } });
    const rest = response.text();
    // Without a listener a stream polls.
    await publishEvents(database.db, [filingEvent(issuerId, 'unheard')]);
    await sleep(1_500);
    await second.server.close();
    expect(await rest).toContain('sec-edgar:unheard');
  });
});
