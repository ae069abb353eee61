export const PLANS = ['free', 'pro', 'business'] as const;
export type Plan = (typeof PLANS)[number];

/** The account that makes a call. */
export interface Account {
  accountId: string;
  email: string;
  plan: Plan;
}

/** Permissions of a credential: read data, read the account, change what the account owns. */
export const SCOPES = ['data:read', 'account:read', 'account:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** The API key or access token that authenticated a call. */
export interface Credential {
  kind: 'key' | 'token';
  /** The id of the key or token; never the secret. */
  id: string;
  scopes: readonly Scope[];
  /** The OAuth client that a token was issued to; null for keys. */
  clientId: string | null;
  /** The resource that a token is restricted to (RFC 8707); null for keys, which work everywhere. */
  resource: string | null;
}

/** An account and the credential that authenticated as it. */
export interface Access {
  account: Account;
  credential: Credential;
}
