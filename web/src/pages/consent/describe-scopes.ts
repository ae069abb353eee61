/** What each scope allows, as words that follow “It can” and “It cannot”. */
const WORDS: Readonly<Record<string, string>> = {
  'data:read': 'read filings, figures and documents, using your credits',
  'account:read':
    'see your account: plan, usage, watchlist, notifications, webhooks, sessions, apps, the names of keys',
  'account:write': 'change your account: watchlist, notifications, webhooks, API keys, sessions, apps',
  openid: 'identify your account',
};

const NEVER = 'see or change your password, or delete your account without it';

/** What an app with these scopes can and cannot do. `resource` is the path that its tokens are limited to. */
export function describeScopes(
  scopes: readonly string[],
  resource: string | null,
): { may: string[]; mayNot: string[] } {
  const requested = new Set(scopes);
  const may = Object.entries(WORDS).flatMap(([scope, words]) => (requested.has(scope) ? [words] : []));
  const mayNot = Object.entries(WORDS).flatMap(([scope, words]) =>
    requested.has(scope) || scope === 'openid' ? [] : [words],
  );
  const elsewhere =
    resource === '/mcp' ? ['use the REST API'] : resource === '/api' ? ['use the tools for agents'] : [];
  return { may, mayNot: [...mayNot, ...elsewhere, NEVER] };
}
