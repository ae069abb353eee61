import './theme/tokens.css';
import './theme/font.css';
import './theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { createAppRouter } from './router.ts';
import { applyColorScheme } from './theme/color-scheme.ts';

applyColorScheme();
const router = createAppRouter();
// The code and the calls of the first page are on their way while React begins.
void router.load();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
