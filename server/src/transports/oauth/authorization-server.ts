import type { Configuration, default as Provider } from 'oidc-provider';
import { fetch as undiciFetch } from 'undici';
import { loadOAuthKeys } from '../../accounts/oauth/oauth-keys.ts';
import { createProvider } from '../../accounts/oauth/provider.ts';
import { purgeRecords } from '../../accounts/oauth/sessions.ts';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { Log } from '../../kernel/log.ts';
import { createGuardedDispatcher } from '../../kernel/network/guarded-dispatcher.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { renderErrorPage, renderPendingClientError } from './error-page.ts';

type Fetch = NonNullable<Configuration['fetch']>;

export interface AuthorizationServerOptions {
  db: Database;
  secretBox: SecretBox;
  log: Log;
  /** The issuer, which is known once the service listens. */
  origin: () => string;
  /** Fetches metadata documents of clients; by default from public addresses only. */
  fetch?: Fetch | undefined;
  now: () => Date;
  /** Receives the notice that signing keys were rotated. */
  listener?: Listener | undefined;
}

/** The channel that a database trigger notifies when signing keys change. */
const KEYS_CHANNEL = 'asfiled_oauth_keys';

/** The minimum interval between purges of expired records. */
const PURGE_INTERVAL_MS = 10 * 60_000;

/** Creates the oidc-provider server on first use, because the origin is unknown until the service listens. */
export class AuthorizationServer {
  readonly #options: AuthorizationServerOptions;
  readonly #stopListening: (() => void) | undefined;
  #made: { origin: string; provider: Promise<Provider> } | null = null;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: AuthorizationServerOptions) {
    this.#options = options;
    this.#stopListening = options.listener?.on(KEYS_CHANNEL, () => {
      this.#made = null;
    });
  }

  close(): void {
    this.#stopListening?.();
  }

  get origin(): string {
    return this.#options.origin();
  }

  get isSecure(): boolean {
    return this.origin.startsWith('https:');
  }

  provider(): Promise<Provider> {
    const { origin } = this;
    this.#sweep();
    if (this.#made?.origin === origin) return this.#made.provider;
    const provider = this.#make(origin);
    this.#made = { origin, provider };
    provider.catch(() => {
      this.#made = null;
    });
    return provider;
  }

  #sweep(): void {
    const { db, log, now } = this.#options;
    const atMs = now().getTime();
    if (atMs - this.#sweptAtMs < PURGE_INTERVAL_MS) return;
    this.#sweptAtMs = atMs;
    purgeRecords(db, now()).catch(error => log.error({ err: error }, 'purging expired OAuth records failed'));
  }

  async #make(origin: string): Promise<Provider> {
    const { db, secretBox, log, fetch } = this.#options;
    const keys = await loadOAuthKeys(db, secretBox);
    const provider = createProvider({
      origin,
      db,
      secretBox,
      keys,
      fetch: fetch ?? guardedFetch(),
      renderError: renderErrorPage,
      renderPendingClientError,
    });
    provider.on('server_error', (_context, error) => log.error({ err: error }, 'authorization server error'));
    return provider;
  }
}

function guardedFetch(): Fetch {
  const dispatcher = createGuardedDispatcher({ allowPrivate: false });
  return async (url, options = {}) => {
    const response = await undiciFetch(String(url), {
      method: 'GET',
      headers: [...new Headers(options.headers)],
      signal: options.signal ?? null,
      redirect: 'manual',
      dispatcher,
    });
    return response as unknown as Response;
  };
}
