export const PLANS = ['free', 'pro', 'business'] as const;
export type Plan = (typeof PLANS)[number];

/** Who calls. */
export interface Account {
  accountId: string;
  email: string;
  plan: Plan;
}

/** What a credential may be allowed: read data; see the account; change what the account owns. */
export const SCOPES = ['data:read', 'account:read', 'account:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a caller showed to be let in. */
export interface Credential {
  kind: 'key' | 'token';
  /** The key's or the token's own id; never the secret. */
  id: string;
  scopes: readonly Scope[];
  /** The OAuth client that a token was given to; null for keys. */
  clientId: string | null;
  /** Where a token may be used, as its client asked for it (RFC 8707); null = everywhere, as keys. */
  resource: string | null;
}

/** An account, and the credential that speaks for it. */
export interface Access {
  account: Account;
  credential: Credential;
}
