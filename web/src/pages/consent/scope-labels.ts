/** What each scope allows, in words that follow “It may” and “It may not”. */
const WORDS: Readonly<Record<string, string>> = {
  'data:read': 'read filings, figures and documents, paid with your credits',
  'account:read':
    'see your account: plan, usage, watchlist, notifications, webhooks, sessions, apps, the names of keys',
  'account:write': 'change your account: watchlist, notifications, webhooks, API keys, sessions, apps',
  openid: 'know which account this is',
};

const NEVER = 'see or change your password, or delete your account without it';

/** What an app that asks for scopes may and may not do. `resource`: the path that it is held to. */
export function scopeWords(scopes: readonly string[], resource: string | null): { may: string[]; mayNot: string[] } {
  const asked = new Set(scopes);
  const may = Object.entries(WORDS).flatMap(([scope, words]) => (asked.has(scope) ? [words] : []));
  const mayNot = Object.entries(WORDS).flatMap(([scope, words]) =>
    asked.has(scope) || scope === 'openid' ? [] : [words],
  );
  const elsewhere =
    resource === '/mcp' ? ['use the REST API'] : resource === '/api' ? ['use the tools for agents'] : [];
  return { may, mayNot: [...mayNot, ...elsewhere, NEVER] };
}
