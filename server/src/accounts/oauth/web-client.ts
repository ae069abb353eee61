import type { ClientMetadata } from 'oidc-provider';
import { SCOPES } from '../account.ts';

/** The web app as a client of the authorization server: known beforehand, trusted, without a secret. */
export const WEB_CLIENT_ID = 'asfiled-web';

/** Where the web app takes up its code. */
const WEB_REDIRECT_PATH = '/signin/done';

/** The web app as a public client of this service: a client like any other, known without being registered. */
export function webClient(origin: string): ClientMetadata {
  return {
    client_id: WEB_CLIENT_ID,
    client_name: 'asfiled',
    application_type: 'web',
    redirect_uris: [origin + WEB_REDIRECT_PATH],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPES.join(' '),
  };
}
