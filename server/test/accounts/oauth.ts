import { createHash, randomBytes } from 'node:crypto';
import { createKey } from '../../src/accounts/keys/api-keys.ts';
import { hashPassword } from '../../src/accounts/sign-in/passwords.ts';
import { type Database, sql } from '../../src/db/database.ts';
import { SecretBox } from '../../src/kernel/secrets/secret-box.ts';
import { createTestApi, type TestApi } from '../api.ts';
import { useForFile } from '../use-for-file.ts';

export const PASSWORD = 'correct horse battery staple';

/** A listening service with its authorization server. */
export interface OAuthService extends TestApi {
  /** Its origin, which is also the OAuth issuer. */
  base: string;
}

export async function startOAuthService(
  db: Database,
  options: Parameters<typeof createTestApi>[1] = {},
): Promise<OAuthService> {
  const api = await createTestApi(db, { secretBox: new SecretBox(Buffer.alloc(32, 7)), ...options });
  const base = await api.server.listen({ host: '127.0.0.1', port: 0 });
  return { ...api, base };
}

/** A listening service over the database of a test file, with accounts of people. */
export function useOAuthService(
  database: { readonly db: Database },
  emails: readonly string[],
  options?: Parameters<typeof createTestApi>[1],
): OAuthService {
  return useForFile(
    async () => {
      for (const email of emails) await createPerson(database.db, email);
      return startOAuthService(database.db, options);
    },
    ({ server }) => server.close(),
  );
}

/** Creates an account with {@link PASSWORD} and returns its id. */
export async function createPerson(db: Database, email: string, plan: 'free' | 'pro' | 'business' = 'pro') {
  const { accountId, key } = await createKey(db, { email, plan, name: 'test' });
  await db.execute(sql`
    insert into passwords (account_id, hash, set_at) values (${accountId}, ${await hashPassword(PASSWORD)}, now())`);
  return { accountId, email, key };
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** The cookies of a browser (RFC 6265). It follows no redirects, so that tests inspect each step. */
export class Browser {
  readonly base: string;
  readonly #userAgent: string;
  cookies: Cookie[] = [];
  /** All received Set-Cookie headers. */
  readonly set: string[] = [];

  constructor(base: string, userAgent = 'test') {
    this.base = base;
    this.#userAgent = userAgent;
  }

  async go(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.base);
    const sent = this.cookies.filter(({ path }) =>
      `${url.pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    const headers = new Headers(init.headers);
    headers.set('user-agent', this.#userAgent);
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Sends a request as a page of the service does. */
  post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.go(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.base, 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify(body),
    });
  }

  #keep(line: string): void {
    this.set.push(line);
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const path = attributes.find(attribute => /^path=/i.test(attribute))?.slice(5) ?? '/';
    this.cookies = this.cookies.filter(cookie => cookie.name !== name || cookie.path !== path);
    if (value !== '' && !/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.push({ name, value, path });
  }
}

export interface Client {
  client_id: string;
  redirect_uri: string;
}

export const REDIRECT = 'http://127.0.0.1:47123/callback';

/** Registers a public client (RFC 7591). */
export async function register(base: string, metadata: Record<string, unknown> = {}): Promise<Client> {
  const response = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Test agent',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  });
  if (response.status !== 201) throw new Error(`registration: ${response.status} ${await response.text()}`);
  const { client_id } = (await response.json()) as { client_id: string };
  return { client_id, redirect_uri: REDIRECT };
}

export interface AuthorizationRequest {
  verifier: string;
  url: string;
}

/** An authorization request with PKCE (RFC 7636); `null` leaves a parameter out. */
export function authorizationRequest(
  client: Client,
  parameters: Record<string, string | null> = {},
): AuthorizationRequest {
  const verifier = randomBytes(32).toString('base64url');
  const all: Record<string, string | null> = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state-1',
    scope: 'data:read account:read',
    ...parameters,
  };
  const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  return { verifier, url: `/oauth/authorize?${new URLSearchParams(given)}` };
}

/** The Location header of a response. */
export function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}

/** Signs in and consents as a user does on the pages; returns the redirect address of the client. */
export async function authorize(browser: Browser, url: string, email: string): Promise<URL> {
  let next = locationOf(await browser.go(url));
  for (let step = 0; step < 6; step++) {
    const here = new URL(next, browser.base);
    if (here.origin !== browser.base || !here.pathname.startsWith('/oauth/')) return here;
    if (!here.pathname.startsWith('/oauth/interaction/')) {
      next = locationOf(await browser.go(here.href));
      continue;
    }
    const details = (await (await browser.go(`${here.pathname}/details`)).json()) as { prompt: string };
    const said =
      details.prompt === 'login'
        ? await browser.post(`${here.pathname}/sign-in`, { email, password: PASSWORD })
        : await browser.post(`${here.pathname}/consent`, {});
    const body = (await said.json()) as { next?: string };
    if (body.next === undefined) throw new Error(`${details.prompt}: ${said.status} ${JSON.stringify(body)}`);
    next = body.next;
  }
  throw new Error('The authorization did not end after all its prompts.');
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  token_type: string;
}

/** Calls the token endpoint. */
export async function requestTokens(
  base: string,
  form: Record<string, string>,
): Promise<{ status: number; body: Tokens & { error?: string } }> {
  const response = await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as Tokens & { error?: string } };
}

/** Exchanges a code for tokens. */
export function redeem(base: string, client: Client, code: string, verifier: string) {
  return requestTokens(base, {
    grant_type: 'authorization_code',
    code,
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    code_verifier: verifier,
  });
}

export function refresh(base: string, client: Client, token: string) {
  return requestTokens(base, { grant_type: 'refresh_token', refresh_token: token, client_id: client.client_id });
}

/** Runs the whole authorization of a client and returns its tokens. */
export async function authorizeClient(
  base: string,
  client: Client,
  email: string,
  parameters: Record<string, string | null> = {},
  browser = new Browser(base),
): Promise<Tokens> {
  const requested = authorizationRequest(client, parameters);
  const landed = await authorize(browser, requested.url, email);
  const code = landed.searchParams.get('code');
  if (code === null) throw new Error(`no code: ${landed}`);
  const { status, body } = await redeem(base, client, code, requested.verifier);
  if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The web app as a client. */
export function webApp(base: string): Client {
  return { client_id: 'asfiled-web', redirect_uri: `${base}/signin/done` };
}

/** Calls the REST API with a token. */
export async function callWith(
  base: string,
  token: string,
  request: `${'GET' | 'DELETE'} /${string}`,
): Promise<{ status: number; json: Record<string, unknown>; headers: Headers }> {
  const [method = 'GET', path = '/'] = request.split(' ');
  const response = await fetch(base + path, { method, headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { status: response.status, json: text === '' ? {} : JSON.parse(text), headers: response.headers };
}
