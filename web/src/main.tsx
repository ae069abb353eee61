import './theme/tokens.css';
import './theme/font.css';
import './theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { routeTree } from './routes.ts';
import { parseQuery, writeQuery } from './search-params.ts';
import { applyColorScheme } from './theme/color-scheme.ts';

const router = createRouter({
  routeTree,
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  scrollRestoration: true,
  // Keys and filing ids contain colons, which a path may contain unencoded.
  pathParamsAllowedCharacters: [':'],
  // Hovering a link loads the page's code, never its data.
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

applyColorScheme();
// Starts loading the first page's code and data before React renders.
void router.load();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
