import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of a request to the authorization server, shown in the list of sessions. */
export interface Visitor {
  address: string;
  userAgent: string;
}

/** The visitor of the current request, because oidc-provider does not pass the request to its adapter. */
export const visitors = new AsyncLocalStorage<Visitor>();
