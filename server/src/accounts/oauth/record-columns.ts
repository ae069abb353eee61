import type { AdapterPayload } from 'oidc-provider';
import { SCOPES } from '../account.ts';
import { RESOURCE_PATHS } from './resources.ts';

/** What of a record is asked for in SQL, and therefore stands beside its sealed text. */
export interface RecordColumns {
  accountId: string | null;
  clientId: string | null;
  grantId: string | null;
  sessionUid: string | null;
  scopes: string[] | null;
  resource: string | null;
  /** ISO 8601 instant; null = now. */
  madeAt: string | null;
}

/** Reads them from what the library gives to be kept. */
export function recordColumns(model: string, payload: AdapterPayload): RecordColumns {
  const { accountId, clientId, grantId, loginTs } = payload;
  return {
    accountId: accountId ?? null,
    clientId: (model === 'Client' ? payload.client_id : clientId) ?? null,
    grantId: grantId ?? null,
    sessionUid: sessionUidOf(model, payload),
    scopes: scopesOf(model, payload),
    resource: model === 'AccessToken' ? resourceOf(payload.aud) : null,
    madeAt: model === 'Session' && loginTs !== undefined ? new Date(loginTs * 1000).toISOString() : null,
  };
}

function sessionUidOf(model: string, payload: AdapterPayload & { uid?: unknown }): string | null {
  if (model === 'Session') return typeof payload.uid === 'string' ? payload.uid : null;
  return payload.expiresWithSession === true ? (payload.sessionUid ?? null) : null;
}

function scopesOf(model: string, payload: AdapterPayload & { resources?: unknown }): string[] | null {
  if (model === 'AccessToken') return ourScopes(payload.scope ?? '');
  if (model !== 'Grant') return null;
  return ourScopes(Object.values(payload.resources ?? {}).join(' '));
}

function ourScopes(text: string): string[] {
  const given = new Set(text.split(' '));
  return SCOPES.filter(scope => given.has(scope));
}

/** The path alone: which tokens are ours to judge does not change when the service gets another name. */
function resourceOf(audience: string | string[] | undefined): string | null {
  const url = typeof audience === 'string' ? URL.parse(audience) : null;
  return RESOURCE_PATHS.find(path => path === url?.pathname) ?? null;
}
