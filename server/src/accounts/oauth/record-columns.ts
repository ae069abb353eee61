import type { AdapterPayload } from 'oidc-provider';
import { SCOPES } from '../account.ts';
import { RESOURCE_PATHS } from './resources.ts';

/** The fields of a record that SQL queries need, stored unencrypted beside the payload. */
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

/** Reads the columns from a payload of oidc-provider. */
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
  if (model === 'AccessToken') return knownScopes(payload.scope ?? '');
  if (model !== 'Grant') return null;
  return knownScopes(Object.values(payload.resources ?? {}).join(' '));
}

function knownScopes(text: string): string[] {
  const scopes = new Set(text.split(' '));
  return SCOPES.filter(scope => scopes.has(scope));
}

/** Only the path, so that tokens stay valid when the origin of the service changes. */
function resourceOf(audience: string | string[] | undefined): string | null {
  const url = typeof audience === 'string' ? URL.parse(audience) : null;
  return RESOURCE_PATHS.find(path => path === url?.pathname) ?? null;
}
