import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request to the authorization server came from, for the list of sessions. */
export interface Visitor {
  address: string;
  userAgent: string;
}

/** The visitor of the request that is being answered: the library hands its adapter no request. */
export const visitors = new AsyncLocalStorage<Visitor>();
