import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routes.ts';
import { parseQuery, writeQuery } from './search-params.ts';

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    scrollRestoration: true,
    // Keys and filing ids have colons, which may stand in a path as they are.
    pathParamsAllowedCharacters: [':'],
    // The code of a page comes when somebody points at it; its data never before it is asked for.
    defaultPreload: 'intent',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
