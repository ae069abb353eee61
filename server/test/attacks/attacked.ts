import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { createListener, type Listener } from '../../src/db/listener.ts';
import {
  authorizationRequest,
  type Browser,
  type Client,
  callWith,
  createPerson,
  locationOf,
  type OAuthService,
  PASSWORD,
  register,
  startOAuthService,
} from '../accounts/oauth.ts';
import { useTestDatabase } from '../database.ts';

/** The victim, whose password is {@link PASSWORD}, and another account. */
export const EMAIL = 'ada@example.org';
export const OTHER_EMAIL = 'bob@example.org';

/** A listening service with a public client and two accounts of plan Pro. */
export interface Attacked {
  readonly db: Database;
  readonly service: OAuthService;
  readonly base: string;
  readonly client: Client;
  now(): Date;
  /** Advances the clock by a second, past the in-memory caches. */
  later(): void;
  /** Calls the REST API with a token or key; returns the response. */
  markets(token: string): ReturnType<typeof callWith>;
  /** Follows an authorization to the sign-in page. */
  atSignIn(browser: Browser, url?: string): Promise<string>;
  /** Signs in there; returns the next address. */
  signInAt(browser: Browser, place: string, email?: string): Promise<string>;
}

/** Starts it before the first test of a file, and stops it after the last. */
export function useAttacked(): Attacked {
  const database = useTestDatabase();
  let now = new Date();
  let listener: Listener | null = null;
  let started: { service: OAuthService; client: Client } | null = null;
  const running = () => {
    if (started === null) throw new Error('The service starts before the first test. Use it inside a test or hook.');
    return started;
  };
  beforeAll(async () => {
    listener = createListener(database.connection, 'attacked');
    const service = await startOAuthService(database.db, { now: () => now, listener });
    started = { service, client: await register(service.base) };
    await createPerson(database.db, EMAIL);
    await createPerson(database.db, OTHER_EMAIL);
  });
  afterAll(async () => {
    await started?.service.server.close();
    await listener?.close();
  });
  return {
    get db() {
      return database.db;
    },
    get service() {
      return running().service;
    },
    get base() {
      return running().service.base;
    },
    get client() {
      return running().client;
    },
    now: () => now,
    later() {
      now = new Date(now.getTime() + 1_001);
    },
    markets: token => callWith(running().service.base, token, 'GET /api/v1/markets'),
    atSignIn: async (browser, url = authorizationRequest(running().client).url) => locationOf(await browser.go(url)),
    async signInAt(browser, place, email = EMAIL) {
      const response = await browser.post(`${place}/sign-in`, { email, password: PASSWORD });
      return ((await response.json()) as { next: string }).next;
    },
  };
}
