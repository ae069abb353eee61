import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { propose, type StandInModel, say, startStandInModel } from '../../../test/stand-ins/stand-in-model.ts';
import { ModelClient, type ModelSettings, readRetryAfter } from './model-client.ts';

let model: StandInModel;
let client: ModelClient;
/** Waits 300 ms. */
let hasty: ModelClient;
const KEY = 'sk-not-for-logs';

function settings(given: Partial<ModelSettings> = {}): ModelSettings {
  return { url: model.url, name: 'example-1', key: KEY, dailyTokens: 1_000_000, allowPrivate: true, ...given };
}

const ask = (of = client) => of.ask('Say what it states.', 'The mill burned.', new AbortController().signal);

beforeAll(async () => {
  model = await startStandInModel();
  client = new ModelClient(settings());
  hasty = new ModelClient(settings(), 300);
});
afterAll(async () => {
  await client.close();
  await hasty.close();
  await model.close();
});
beforeEach(() => {
  model.requests.length = 0;
});

describe('ModelClient', () => {
  it('sends the prompt, the passage and the key, and returns what the model proposes', async () => {
    model.answer = (_request, response) => propose(response, { subject: 'event' }, 'nonsense');
    expect(await ask()).toEqual({ state: 'answered', proposals: [{ subject: 'event' }, 'nonsense'], tokens: 1_000 });
    expect(model.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${KEY}` },
        body: {
          model: 'example-1',
          temperature: 0,
          messages: [
            { role: 'system', content: 'Say what it states.' },
            { role: 'user', content: 'The mill burned.' },
          ],
        },
      },
    ]);
  });

  it('reads an answer in a Markdown fence, and at most sixty proposals', async () => {
    const assertions = Array.from({ length: 100 }, (_, at) => at);
    model.answer = (_request, response) => say(response, `\`\`\`json\n${JSON.stringify({ assertions })}\n\`\`\``);
    expect(await ask()).toMatchObject({ state: 'answered', proposals: assertions.slice(0, 60) });
  });

  it('counts at least the length of prompt and answer, whatever use the address states', async () => {
    model.answer = (_request, response) => say(response, '{"assertions":[]}', 0);
    expect(await ask()).toEqual({ state: 'answered', proposals: [], tokens: 14 });
  });

  it.each([
    ['text without JSON', 'It burned.'],
    ['JSON without assertions', '{"events":[]}'],
    ['assertions that are not a list', '{"assertions":"none"}'],
    ['nothing', ''],
  ])('reports invalid content as junk: %s', async (_kind, content) => {
    model.answer = (_request, response) => say(response, content);
    expect(await ask()).toMatchObject({ state: 'junk', reason: 'the answer has no list of assertions' });
  });

  it.each(['<html>Bad gateway</html>', '{}', '{"choices":[]}', '{"choices":[{"message":{"content":7}}]}', '[', ''])(
    'reports a response without a completion as junk: %s',
    async body => {
      model.answer = (_request, response) => response.end(body);
      expect(await ask()).toMatchObject({ state: 'junk', reason: 'the answer is no chat completion' });
    },
  );

  it('stops reading a response that is too large', async () => {
    model.answer = (_request, response) => say(response, 'x'.repeat(5_000_000));
    expect(await ask()).toMatchObject({ state: 'junk', reason: 'the answer is too large' });
  });

  it.each([
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [403, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
  ])('reports an address that responds with HTTP %i as %s', async (status, state) => {
    model.answer = (_request, response) => response.writeHead(status).end();
    const wait = state === 'unavailable' ? { retryAfterSeconds: null } : {};
    expect(await ask()).toEqual({ state, reason: `HTTP ${status}`, ...wait });
  });

  it('reports how long an overloaded address asks to wait', async () => {
    model.answer = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end();
    expect(await ask()).toEqual({ state: 'unavailable', reason: 'HTTP 429', retryAfterSeconds: 120 });
  });

  it.each([
    ['90', 90],
    ['Fri, 01 Mar 2024 12:01:30 GMT', 90],
    ['Fri, 01 Mar 2024 11:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    [undefined, null],
  ])('reads a Retry-After of %s as %s seconds', (header, seconds) => {
    expect(readRetryAfter(header, new Date('2024-03-01T12:00:00Z'))).toBe(seconds);
  });

  it.each([400, 413, 422])('reports the passage, not the address, as faulty after HTTP %i', async status => {
    model.answer = (_request, response) => response.writeHead(status).end();
    expect(await ask()).toMatchObject({ state: 'junk', reason: `HTTP ${status}` });
  });

  it('follows no redirect', async () => {
    model.answer = (_request, response) =>
      response.writeHead(307, { location: model.url.replace('127.0.0.1', '127.0.0.2') }).end();
    expect(await ask()).toEqual({ state: 'refused', reason: 'HTTP 307' });
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['never responds', () => undefined],
    ['never ends', (_: unknown, response: { write(text: string): unknown }) => void response.write('{"choices":')],
  ])('reports a timeout if the address %s', async (_kind, answer) => {
    model.answer = answer;
    expect(await ask(hasty)).toEqual({ state: 'unavailable', reason: 'timeout', retryAfterSeconds: null });
  });

  it('reports an address as unavailable if it closes or refuses the connection', async () => {
    model.answer = (_request, response) => response.destroy();
    expect(await ask()).toMatchObject({ state: 'unavailable' });
    const silent = new ModelClient(settings({ url: 'http://127.0.0.1:1/v1' }));
    expect(await ask(silent)).toMatchObject({ state: 'unavailable' });
    await silent.close();
  });

  it.each(['https://127.0.0.1/v1', 'https://[::1]/v1', 'https://10.0.0.1/v1', 'https://rebound.example.com/v1'])(
    'sends nothing to the private address %s unless it is allowed',
    async url => {
      const guarded = new ModelClient(settings({ url, allowPrivate: false, resolve: async () => ['127.0.0.1'] }));
      expect(await ask(guarded)).toMatchObject({ state: 'refused', reason: expect.stringContaining('not a public') });
      expect(model.requests).toEqual([]);
      await guarded.close();
    },
  );

  it('never includes the key in a reason', async () => {
    model.answer = (_request, response) => response.writeHead(401).end(`the key ${KEY} is wrong`);
    expect(JSON.stringify(await ask())).not.toContain(KEY);
  });
});
