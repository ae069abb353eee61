import { AsyncLocalStorage } from 'node:async_hooks';
import Bowser from 'bowser';
import type { Credential } from '../account.ts';
import { WEB_CLIENT_ID } from '../oauth/client-rules.ts';

/** Who acts on an account: its signed-in owner, a key, a connected app, or an operator by a command. */
export const ACTORS = ['owner', 'key', 'app', 'operator'] as const;

/** The origin of a request that may change an account. */
export interface Visitor {
  address: string;
  userAgent: string;
  actor: (typeof ACTORS)[number];
  /** The key_id of a key, the client_id of an app; null for others. */
  actorId: string | null;
}

const MAX_USER_AGENT_LENGTH = 512;

/** The visitor of the current request: the functions that change accounts and the library for OAuth do not pass it on. */
export const visitors = new AsyncLocalStorage<Visitor>();

/** The visitor of a request with a credential; without one, the owner on the sign-in pages. */
export function visitorOf(
  { ip, headers }: { ip: string; headers: { 'user-agent'?: string | undefined } },
  credential?: Credential,
): Visitor {
  const origin = { address: ip, userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH) };
  if (credential?.kind === 'key') return { ...origin, actor: 'key', actorId: credential.id };
  const clientId = credential?.clientId ?? WEB_CLIENT_ID;
  return clientId === WEB_CLIENT_ID
    ? { ...origin, actor: 'owner', actorId: null }
    : { ...origin, actor: 'app', actorId: clientId };
}

/** `Firefox on Windows`, from a User-Agent header; null if it names no known browser. */
export function describeBrowser(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter(part => part !== undefined && part !== '');
  return parts.length === 0 ? null : parts.join(' on ');
}
