import { TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  authorizeClient,
  Browser,
  callWith,
  createPerson,
  PASSWORD,
  refresh,
  register,
  useOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { setPlan } from '../accounts.ts';
import { purgeAudit } from '../audit/audit-log.ts';
import { revokeKey } from '../keys/api-keys.ts';

const database = useTestDatabase();
const EMAIL = 'ada@example.org';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const service = useOAuthService(database, []);
let ada: Awaited<ReturnType<typeof createPerson>>;

beforeAll(async () => {
  ada = await createPerson(database.db, EMAIL);
});

interface Event {
  event_id: string;
  kind: string;
  actor: string;
  [field: string]: unknown;
}

async function events(key = ada.key): Promise<Event[]> {
  const { status, json } = await service.get('/api/user/audit?limit=200', { 'x-api-key': key });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.items as Event[];
}

async function send(token: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}

describe('GET /api/user/audit', () => {
  it('lists sign-ins, sessions, second factors, keys, apps and plans with who and from where, newest first', async () => {
    expect((await events()).map(({ kind, actor }) => `${kind} by ${actor}`)).toEqual([
      'key_created by operator',
      'account_created by operator',
    ]);
    const browser = new Browser(service.base, FIREFOX);
    const scope = 'account:read account:write';
    const web = await authorizeClient(service.base, webApp(service.base), EMAIL, { scope }, browser);
    const app = await register(service.base, { client_name: 'Reader' });
    const tokens = await authorizeClient(service.base, app, EMAIL, { scope }, browser);
    const made = await send(tokens.access_token, 'POST', '/api/user/keys', { name: 'of the app' });
    const own = await send(web.access_token, 'POST', '/api/user/keys', { name: 'own' });
    await send(ada.key, 'DELETE', `/api/user/keys/${own.key_id}`);
    await callWith(service.base, web.access_token, `DELETE /api/user/apps/${app.client_id}`);
    const started = await send(web.access_token, 'POST', '/api/user/totp', { password: PASSWORD });
    const url = String(Object.values(started).find(value => String(value).startsWith('otpauth://')));
    const totp = new TOTP({ secret: new URL(url).searchParams.get('secret') ?? '' });
    const code = totp.generate({ timestamp: Date.now() - 30_000 });
    const { recovery_codes: codes } = await send(web.access_token, 'POST', '/api/user/totp/confirm', { code });
    const [recovery] = codes as string[];
    await send(web.access_token, 'POST', '/api/user/totp/disable', {
      password: 'wrong password',
      code: totp.generate(),
    });
    await send(web.access_token, 'POST', '/api/user/totp/disable', { password: PASSWORD, code: recovery });
    await setPlan(database.db, ada.accountId, 'business');
    await setPlan(database.db, ada.accountId, 'business');
    await browser.post('/oauth/sign-out', {});

    const listed = await events();
    expect(listed.map(({ kind, actor }) => `${kind} by ${actor}`)).toEqual([
      'signed_out by owner',
      'plan_changed by operator',
      'two_step_disabled by owner',
      'recovery_code_used by owner',
      'sign_in_failed by owner',
      'two_step_enabled by owner',
      'app_disconnected by owner',
      'key_revoked by owner',
      'key_revoked by key',
      'key_created by owner',
      'key_created by app',
      'app_connected by owner',
      'signed_in by owner',
      'key_created by operator',
      'account_created by operator',
    ]);
    const of = (kind: string, actor: string) => listed.find(event => event.kind === kind && event.actor === actor);
    expect(of('signed_in', 'owner')).toMatchObject({
      address: '127.0.0.1',
      browser: 'Firefox on Windows',
      actor_id: null,
    });
    expect(of('key_created', 'app')).toMatchObject({
      actor_id: app.client_id,
      subject_id: made.key_id,
      subject_name: 'of the app',
    });
    expect(of('key_revoked', 'key')).toMatchObject({ subject_id: own.key_id, subject_name: 'own' });
    expect(of('app_connected', 'owner')).toMatchObject({ subject_id: app.client_id, subject_name: 'Reader' });
    expect(of('app_disconnected', 'owner')).toMatchObject({ subject_name: 'Reader' });
    expect(of('plan_changed', 'operator')).toMatchObject({ plan_before: 'pro', plan_after: 'business', address: null });
  });

  it('records that an app ended its grant, or lost it by using a refresh token twice', async () => {
    const browser = new Browser(service.base, FIREFOX);
    const app = await register(service.base, { client_name: 'Leaver' });
    const { refresh_token: token } = await authorizeClient(service.base, app, EMAIL, {}, browser);
    const body = new URLSearchParams({ token: token ?? '', client_id: app.client_id });
    expect((await fetch(`${service.base}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    const thief = await register(service.base, { client_name: 'Twice' });
    const first = await authorizeClient(service.base, thief, EMAIL, {}, browser);
    expect((await refresh(service.base, thief, first.refresh_token)).status).toBe(200);
    expect((await refresh(service.base, thief, first.refresh_token)).status).toBe(400);
    const ended = (await events()).filter(({ kind, actor }) => kind === 'app_disconnected' && actor === 'app');
    expect(ended).toMatchObject([
      { subject_name: 'Twice', actor_id: thief.client_id },
      { subject_name: 'Leaver', actor_id: app.client_id },
    ]);
  });

  it('records failed sign-ins of the account, and of unknown addresses for the operator only', async () => {
    const before = (await events()).length;
    const guesser = new Browser(service.base);
    const place = (await guesser.go(authorizationUrl())).headers.get('location') ?? '';
    for (const email of [EMAIL, 'nobody@example.org']) {
      expect((await guesser.post(`${place}/sign-in`, { email, password: 'a wrong password' })).status).toBe(403);
    }
    const listed = await events();
    expect(listed.length).toBe(before + 1);
    expect(listed[0]).toMatchObject({ kind: 'sign_in_failed', actor: 'owner', address: '127.0.0.1' });
    const unknown = await database.db.query<{ kind: string; text: string }>(sql`
      select kind, to_jsonb(e)::text as text from audit_events e where account_id is null`);
    expect(unknown.map(({ kind }) => kind)).toEqual(['sign_in_failed']);
    expect(unknown[0]?.text).not.toContain('nobody');
  });

  it('is paged, and hidden from other accounts', async () => {
    const all = await events();
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await service.get(`/api/user/audit?limit=4${cursor}`, { 'x-api-key': ada.key });
      seen.push(...(json.items as Event[]).map(({ event_id }) => event_id));
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(all.map(({ event_id }) => event_id));
    const bob = await createPerson(database.db, 'bob@example.org');
    expect(JSON.stringify(await events(bob.key))).not.toContain('Reader');
    const { json } = await service.get('/api/user/audit?limit=1', { 'x-api-key': ada.key });
    const foreign = await service.get(`/api/user/audit?cursor=${json.next_cursor}`, { 'x-api-key': bob.key });
    expect(foreign.json.error).toBe('invalid_cursor');
  });

  it('keeps events of an account for 400 days and of unknown addresses for 30', async () => {
    const count = async () =>
      (await database.db.queryOne<{ events: number }>(sql`select count(*)::integer as events from audit_events`))
        ?.events ?? 0;
    const all = await count();
    const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000);
    await purgeAudit(database.db, daysOn(29));
    expect(await count()).toBe(all);
    await purgeAudit(database.db, daysOn(31));
    expect(await count()).toBe(all - 1);
    await purgeAudit(database.db, daysOn(401));
    expect(await count()).toBe(0);
  });

  it('is deleted with the account', async () => {
    const carol = await createPerson(database.db, 'carol@example.org');
    await revokeKey(database.db, '00000000-0000-4000-8000-000000000000', new Date());
    await database.db.execute(sql`delete from accounts where account_id = ${carol.accountId}`);
    const rows = await database.db.query(sql`select from audit_events where account_id = ${carol.accountId}`);
    expect(rows).toHaveLength(0);
  });
});

function authorizationUrl(): string {
  const { client_id, redirect_uri } = webApp(service.base);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return `/oauth/authorize?${query}`;
}
