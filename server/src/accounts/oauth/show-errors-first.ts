import type { errors, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import { type Database, sql } from '../../db/database.ts';
import { labelClient, WEB_CLIENT_ID } from './client-rules.ts';

/** An error that a client would receive, and the page that is shown first. */
export interface PendingClientError {
  client: { name: string; host: string };
  error: string;
  description: string;
  /** The redirect that the user may follow; null if the response is not one. */
  location: string | null;
}

export type RenderPendingClientError = (context: KoaContextWithOIDC, held: PendingClientError) => void;

/**
 * Shows a page before an error of an authorization request is returned to a client that the user has not approved, so
 * that a link to this service never leads to a site of the client's choice by itself (RFC 9700 §4.11.2). Applies to
 * every way of returning the error; errors after a sign-in or consent page are returned directly.
 */
export function showErrorsFirst(
  provider: Provider,
  { db, path, render }: { db: Database; path: string; render: RenderPendingClientError },
): void {
  const failed = new WeakMap<KoaContextWithOIDC, errors.OIDCProviderError>();
  provider.on('authorization.error', (context, error) => failed.set(context, error));
  provider.use(async (context, next) => {
    await next();
    const answered = context as unknown as KoaContextWithOIDC;
    const error = failed.get(answered);
    if (error === undefined || answered.path !== path || answered.state.isErrorPage === true) return;
    const { client, session, params } = answered.oidc;
    const clientId = client?.clientId ?? '';
    if (await isApproved(db, clientId, session?.accountId)) return;
    const location = answered.response.get('location');
    answered.remove('location');
    answered.status = 400;
    render(answered, {
      client: labelClient(client, clientId, String(params?.redirect_uri ?? '')),
      error: error.error,
      description: error.error_description ?? '',
      location: location || null,
    });
  });
}

/** Whether the signed-in user granted the client access. The web app belongs to this service. */
async function isApproved(db: Database, clientId: string, accountId: string | undefined): Promise<boolean> {
  if (clientId === WEB_CLIENT_ID) return true;
  if (accountId === undefined) return false;
  const grant = await db.queryOne<{ found: boolean }>(sql`
    select true as found from oauth_records
    where model = 'Grant' and account_id = ${accountId} and client_id = ${clientId} and expires_at > now() limit 1`);
  return grant !== null;
}
