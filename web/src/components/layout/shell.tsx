import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useKeys } from '../../keyboard/keys.ts';
import { setAnnouncer } from '../ui/announce.ts';
import { AppBar } from './app-bar.tsx';
import { focusSearch } from './search-box.tsx';

const ApiDrawer = lazy(() => import('./api-drawer.tsx'));
const KeysHelp = lazy(() => import('./keys-help.tsx'));

type Panel = 'api' | 'keys' | null;

/** The frame of every page: bar, content, dialogs. */
export function Shell() {
  const router = useRouter();
  const [panel, setPanel] = useState<Panel>(null);
  const go = (to: string) => router.navigate({ to });
  useKeys({
    '/': focusSearch,
    '?': () => setPanel('keys'),
    '.': () => setPanel('api'),
    'g h': () => go('/'),
    'g s': () => go('/search'),
    'g w': () => go('/watchlist'),
    'g n': () => go('/notifications'),
  });
  const main = useFocusOnNewPage();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AppBar onApi={() => setPanel('api')} onKeys={() => setPanel('keys')} />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <div className="visually-hidden" role="status" ref={setAnnouncer} />
      <Suspense>
        {panel === 'api' && <ApiDrawer onClose={() => setPanel(null)} />}
        {panel === 'keys' && <KeysHelp onClose={() => setPanel(null)} />}
      </Suspense>
    </>
  );
}

/** Moves the focus to the content after navigation, for screen readers; the first page keeps its own focus. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  // A colon in a path may be encoded or not; both are the same page.
  const pathname = useRouterState({ select: state => state.resolvedLocation?.pathname.replace(/%3A/gi, ':') });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (before.current !== undefined && before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return main;
}
