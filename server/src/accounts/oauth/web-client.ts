import type { ClientMetadata } from 'oidc-provider';
import { SCOPES } from '../account.ts';

/** The client id of the web app. */
export const WEB_CLIENT_ID = 'asfiled-web';

/** The page that receives the authorization code. */
const WEB_REDIRECT_PATH = '/signin/done';

/** The web app as a preregistered public client of the authorization server. */
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
