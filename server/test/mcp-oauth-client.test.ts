import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { sql } from '../src/db/database.ts';
import { authorize, Browser, REDIRECT, useOAuthService } from './accounts/oauth.ts';
import { useTestDatabase } from './database.ts';

const database = useTestDatabase();
const EMAIL = 'ada@example.org';
const service = useOAuthService(database, [EMAIL]);

type Kept<Name extends 'clientInformation' | 'tokens'> = Awaited<ReturnType<OAuthClientProvider[Name]>>;

/** An OAuth client in memory whose user consents. */
function newAgent(): { provider: OAuthClientProvider; code: () => string; tokens: () => Kept<'tokens'> } {
  let client: Kept<'clientInformation'>;
  let tokens: Kept<'tokens'>;
  let verifier = '';
  let code = '';
  return {
    code: () => code,
    tokens: () => tokens,
    provider: {
      redirectUrl: REDIRECT,
      clientMetadata: {
        client_name: 'Agent',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => client,
      saveClientInformation: given => {
        client = given;
      },
      tokens: () => tokens,
      saveTokens: given => {
        tokens = given;
      },
      saveCodeVerifier: given => {
        verifier = given;
      },
      codeVerifier: () => verifier,
      redirectToAuthorization: async url => {
        const landed = await authorize(new Browser(service.base), url.href, EMAIL);
        code = landed.searchParams.get('code') ?? '';
      },
    },
  };
}

it('the MCP SDK client authorizes itself after a 401 and refreshes an expired token', async () => {
  const { provider, code, tokens } = newAgent();
  const url = new URL('/mcp', service.base);
  const connect = async () => {
    const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
    return client;
  };
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  await new StreamableHTTPClientTransport(url, { authProvider: provider }).finishAuth(
    new URLSearchParams({ code: code(), iss: service.base }),
  );
  const client = await connect();
  expect((await client.callTool({ name: 'list_markets', arguments: {} })).isError).toBeFalsy();
  await client.close();

  const first = tokens()?.access_token;
  await database.db.execute(sql`delete from oauth_records where model = 'AccessToken'`);
  await new Promise(done => setTimeout(done, 1_100));
  const again = await connect();
  expect((await again.callTool({ name: 'list_markets', arguments: {} })).isError).toBeFalsy();
  expect(tokens()?.access_token).not.toBe(first);
  await again.close();
});
