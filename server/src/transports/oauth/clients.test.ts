import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  authorize,
  authorizeClient,
  Browser,
  callWith,
  createPerson,
  type OAuthService,
  redeem,
  refresh,
  register,
  startOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();
const EMAIL = 'ada@example.org';
const ID = 'https://apps.example/asfiled.json';
const REDIRECT = 'http://localhost/callback';
let service: OAuthService;
const requested: string[] = [];
let document: object = {};

beforeAll(async () => {
  service = await startOAuthService(database.db, {
    fetchClientDocument: async url => {
      requested.push(String(url));
      return Response.json(document);
    },
  });
  await createPerson(database.db, EMAIL);
});
afterAll(() => service.server.close());

describe('a client with a metadata document', () => {
  it('is accepted without registration, on any loopback port', async () => {
    document = {
      client_id: ID,
      client_name: 'Reader',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    };
    const client = { client_id: ID, redirect_uri: REDIRECT.replace('localhost', 'localhost:53682') };
    const tokens = await authorizeClient(service.base, client, EMAIL, { scope: 'account:read' });
    expect(requested).toEqual([ID]);
    const { json } = await callWith(service.base, tokens.access_token, 'GET /api/user/apps');
    expect(json.items).toMatchObject([{ client_id: ID, name: 'Reader', host: 'apps.example' }]);
    expect((await refresh(service.base, client, tokens.refresh_token)).status).toBe(200);
  });

  it('is rejected if its document names another client or requests what is not allowed', async () => {
    for (const [id, metadata] of [
      ['https://apps.example/a.json', { client_id: ID }],
      ['https://apps.example/b.json', { redirect_uris: ['http://elsewhere.example/callback'] }],
      ['https://apps.example/c.json', { token_endpoint_auth_method: 'client_secret_basic' }],
    ] as const) {
      document = { client_id: id, redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...metadata };
      const response = await new Browser(service.base).go(
        authorizationRequest({ client_id: id, redirect_uri: REDIRECT }).url,
      );
      expect([response.status, response.headers.get('location')], id).toEqual([400, null]);
    }
  });

  it('is not fetched from private addresses', async () => {
    const guarded = await startOAuthService(database.db);
    for (const id of [
      'https://127.0.0.1/c.json',
      'https://localhost/c.json',
      'https://169.254.169.254/c.json',
      'https://[::1]/c.json',
      `${guarded.base}/c.json`,
    ]) {
      const response = await new Browser(guarded.base).go(
        authorizationRequest({ client_id: id, redirect_uri: REDIRECT }).url,
      );
      expect(response.status, id).toBe(400);
    }
    await guarded.server.close();
  });
});

describe('a registration', () => {
  const send = (metadata: object) =>
    fetch(`${service.base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...metadata }),
    });

  it('is bounded in names, counts and sizes', async () => {
    const many = Array.from({ length: 11 }, (_, at) => `https://apps.example/${at}`);
    for (const metadata of [
      { client_name: 'x'.repeat(101) },
      { redirect_uris: many },
      { contacts: many },
      { redirect_uris: [`https://apps.example/${'x'.repeat(1_024)}`] },
      { client_uri: `https://apps.example/${'x'.repeat(1_024)}` },
      { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x'.repeat(9_000), y: 'y' }] } },
    ]) {
      const response = await send(metadata);
      const { error } = (await response.json()) as { error: string };
      expect([response.status, error], JSON.stringify(metadata).slice(0, 80)).toEqual([
        400,
        expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/),
      ]);
    }
    expect((await send({ client_name: 'x'.repeat(100), redirect_uris: many.slice(1) })).status).toBe(201);
  });

  it('is refused beyond fifty from one address, counted across processes', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 51; at++) statuses.push((await send({ client_name: `client ${at}` })).status);
    const response = await send({});
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(statuses).toContain(201);
    await database.db.execute(sql`delete from throttles`);
  });
});

describe('a client with a secret', () => {
  it('must present it', async () => {
    const response = await fetch(`${service.base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Server app', redirect_uris: ['https://apps.example/callback'] }),
    });
    const { client_id, client_secret } = (await response.json()) as { client_id: string; client_secret: string };
    const client = { client_id, redirect_uri: 'https://apps.example/callback' };
    const request = authorizationRequest(client);
    const code = (await authorize(new Browser(service.base), request.url, EMAIL)).searchParams.get('code') ?? '';
    expect((await redeem(service.base, client, code, request.verifier)).body.error).toBe('invalid_client');
    const good = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: client.redirect_uri,
        code_verifier: request.verifier,
      }),
    });
    expect(good.status).toBe(200);
    const rows = await database.db.query<{ text: string }>(sql`
      select encode(payload, 'escape') as text from oauth_records where model = 'Client'`);
    expect(rows.some(({ text }) => text.includes(client_secret))).toBe(false);
  });
});

describe("a client that requests the user's identity", () => {
  it('gets an ID token that verifies with the published keys', async () => {
    const { base } = service;
    const client = await register(base);
    const request = authorizationRequest(client, { scope: 'openid data:read', nonce: 'n-1' });
    const code = (await authorize(new Browser(base), request.url, EMAIL)).searchParams.get('code') ?? '';
    const { body } = await redeem(base, client, code, request.verifier);
    const { id_token: idToken = '' } = body as { id_token?: string };
    const [head = '', claims = '', signature = ''] = idToken.split('.');
    const { keys } = (await (await fetch(`${base}/oauth/jwks`)).json()) as { keys: JsonWebKey[] };
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    const isGood = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isGood).toBe(true);
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
    expect(read(head)).toMatchObject({ alg: 'ES256' });
    expect(read(claims)).toMatchObject({ iss: base, aud: client.client_id, nonce: 'n-1', sub: expect.any(String) });
  });
});

describe('two processes on one store', () => {
  it('share the state of every step: sign-in, code, token, refresh, sign-out', async () => {
    const publicUrl = service.base;
    const other = await startOAuthService(database.db, { publicUrl });
    const client = await register(service.base);
    const request = authorizationRequest(client);
    // The browser goes back and forth between the two, as behind a load balancer.
    const browser = new Browser(service.base);
    const first = await browser.go(request.url);
    const place = first.headers.get('location') ?? '';
    const elsewhere = new Browser(other.base);
    elsewhere.cookies = browser.cookies;
    const details = await elsewhere.go(`${place}/details`);
    expect(await details.json()).toMatchObject({ prompt: 'login' });
    const landed = await authorize(browser, request.url, EMAIL);
    const code = landed.searchParams.get('code') ?? '';
    const { status, body } = await redeem(other.base, client, code, request.verifier);
    expect(status).toBe(200);
    expect((await callWith(service.base, body.access_token, 'GET /api/v1/markets')).status).toBe(200);
    expect((await callWith(other.base, body.access_token, 'GET /api/v1/markets')).status).toBe(200);
    expect((await refresh(service.base, client, body.refresh_token)).status).toBe(200);
    const keys = async (base: string) => (await fetch(`${base}/oauth/jwks`)).text();
    expect(await keys(other.base)).toBe(await keys(service.base));
    const web = await authorizeClient(service.base, webApp(service.base), EMAIL, {}, browser);
    const out = await browser.post('/oauth/sign-out', {});
    expect(out.status).toBe(204);
    await expect
      .poll(async () => (await callWith(other.base, web.access_token, 'GET /api/v1/markets')).status)
      .toBe(401);
    await other.server.close();
  });
});
