import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import './theme/tokens.css';
import './theme/font.css';
import './theme/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { QUERY_DEFAULTS } from './api/use-api.ts';
import { createAppRouter } from './router.ts';
import { onSessionChange } from './session/session.ts';
import { cssVariables, theme } from './theme/theme.ts';

const queries = new QueryClient({ defaultOptions: QUERY_DEFAULTS });
// What one person was shown is not the next one's.
onSessionChange(() => queries.resetQueries());
const router = createAppRouter();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** What the server allows styles under in this answer. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
