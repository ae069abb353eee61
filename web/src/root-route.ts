import { createRootRoute } from '@tanstack/react-router';
import { Missing } from './components/missing.tsx';
import { Shell } from './components/shell.tsx';

/** What every page stands in. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: Missing });
