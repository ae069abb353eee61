import { beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  authorize,
  authorizeClient,
  Browser,
  createPerson,
  locationOf,
  PASSWORD,
  redeem,
  refresh,
  register,
  useOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();
const service = useOAuthService(database, []);
let base: string;

beforeAll(async () => {
  base = service.base;
  await createPerson(database.db, 'ada@example.org');
});

const call = (token: string, path = '/api/v1/markets') =>
  fetch(base + path, { headers: { authorization: `Bearer ${token}` } });

describe('metadata', () => {
  it('names the endpoints of the issuer, whatever the Host header', async () => {
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      const response = await fetch(base + path, { headers: { 'x-forwarded-host': 'evil.example' } });
      expect(await response.json()).toMatchObject({
        issuer: base,
        authorization_endpoint: `${base}/oauth/authorize`,
        token_endpoint: `${base}/oauth/token`,
        registration_endpoint: `${base}/oauth/register`,
        revocation_endpoint: `${base}/oauth/revoke`,
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('describes each resource with the host that was requested', async () => {
    for (const path of ['', '/api', '/mcp']) {
      const response = await fetch(`${base}/.well-known/oauth-protected-resource${path}`);
      expect(await response.json()).toMatchObject({ resource: base + path, authorization_servers: [base] });
    }
    const local = base.replace('127.0.0.1', 'localhost');
    const response = await fetch(`${local}/.well-known/oauth-protected-resource/mcp`);
    expect(await response.json()).toMatchObject({ resource: `${local}/mcp`, authorization_servers: [base] });
  });

  it('is referenced by a 401, and the missing scope by a 403', async () => {
    const bare = await fetch(`${base}/mcp`, { method: 'POST' });
    expect(bare.status).toBe(401);
    expect(bare.headers.get('www-authenticate')).toBe(
      `Bearer realm="asfiled", resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
    );
    const wrong = await call('nonsense');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe(
      `Bearer realm="asfiled", error="invalid_token", resource_metadata="${base}/.well-known/oauth-protected-resource"`,
    );
  });
});

describe('authorizing a client', () => {
  it('leads from registration through sign-in and consent to working tokens', async () => {
    const client = await register(base);
    const requested = authorizationRequest(client);
    const browser = new Browser(base);
    const landed = await authorize(browser, requested.url, 'ada@example.org');
    expect(landed.origin + landed.pathname).toBe('http://127.0.0.1:47123/callback');
    expect(landed.searchParams.get('state')).toBe('state-1');
    expect(landed.searchParams.get('iss')).toBe(base);
    const { status, body } = await redeem(base, client, landed.searchParams.get('code') ?? '', requested.verifier);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'data:read account:read', expires_in: 3600 });
    expect((await call(body.access_token)).status).toBe(200);
    const renewed = await refresh(base, client, body.refresh_token);
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).not.toBe(body.refresh_token);
    expect((await call(renewed.body.access_token)).status).toBe(200);
    const revoked = await fetch(`${base}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: renewed.body.refresh_token, client_id: client.client_id }),
    });
    expect(revoked.status).toBe(200);
    expect((await refresh(base, client, renewed.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('requires no consent for the web app, and no second sign-in in one browser', async () => {
    const browser = new Browser(base);
    const tokens = await authorizeClient(
      base,
      webApp(base),
      'ada@example.org',
      { scope: 'data:read account:read account:write' },
      browser,
    );
    expect(tokens).toMatchObject({ scope: 'data:read account:read account:write', expires_in: 600 });
    const other = new Browser(base);
    const first = await other.go(authorizationRequest(webApp(base)).url);
    const signedIn = await other.post(`${locationOf(first)}/sign-in`, { email: 'ada@example.org', password: PASSWORD });
    const { next } = (await signedIn.json()) as { next: string };
    expect(locationOf(await other.go(next))).toContain(`${base}/signin/done?code=`);
    const again = authorizationRequest(webApp(base), { scope: 'data:read' });
    expect(locationOf(await browser.go(again.url))).toContain(`${base}/signin/done?code=`);
  });

  it('stores no session, code or token id in plain text', async () => {
    const browser = new Browser(base);
    const client = await register(base);
    const tokens = await authorizeClient(base, client, 'ada@example.org', {}, browser);
    const rows = await database.db.query<{ text: string }>(sql`
      select to_jsonb(r)::text || encode(r.payload, 'escape') as text from oauth_records r`);
    const secrets = [tokens.access_token, tokens.refresh_token, ...browser.cookies.map(({ value }) => value)];
    expect(rows.length).toBeGreaterThan(3);
    for (const secret of secrets) expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  });

  it('requests the default scope if the client requests none', async () => {
    const client = await register(base);
    expect(await authorizeClient(base, client, 'ada@example.org', { scope: null })).toMatchObject({
      scope: 'data:read',
    });
  });
});
