import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useCredits } from '../../api/use-credits.ts';
import { formatCount } from '../../format/numbers.ts';
import { signOut } from '../../session/session.ts';
import { useIsSignedIn } from '../../session/use-session.ts';
import { type ColorScheme, chooseColorScheme, useColorScheme } from '../../theme/color-scheme.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import css from './app-bar.module.css';
import { focusSearch, SearchBox } from './search-box.tsx';

// Loaded later: live notifications are not part of the first paint.
const Bell = lazy(() => import('./bell.tsx'));

interface AppBarProps {
  onApi: () => void;
  onKeys: () => void;
}

/** Links of the bar in order; a new top-level page adds a line here. */
const LINKS = [
  { to: '/search', label: 'Search' },
  { to: '/screen', label: 'Screen' },
  { to: '/watchlist', label: 'Watchlist' },
] as const;

const SCHEMES: readonly { scheme: ColorScheme; label: string }[] = [
  { scheme: 'auto', label: 'System default' },
  { scheme: 'light', label: 'Light' },
  { scheme: 'dark', label: 'Dark' },
];

/** The bar at the top of every page: logo, links, search, notifications, menu. */
export function AppBar({ onApi, onKeys }: AppBarProps) {
  const isHome = useRouterState({ select: state => state.location.pathname === '/' });
  const isSignedIn = useIsSignedIn();
  const [isSearchOpen, setSearchOpen] = useState(false);
  return (
    <header className={css.bar}>
      <Link to="/" className={css.logo} aria-label="asfiled home">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 1.500h9.500L17 6v12.500H3z" fill="var(--af-accent)" />
          <path d="M12.500 1.500V6H17z" fill="var(--af-accent-soft)" />
          <path d="M6 10h8M6 13.500h5" stroke="var(--af-on-accent)" strokeWidth="1.600" />
        </svg>
        asfiled
      </Link>
      {!isHome && (
        <div className={isSearchOpen ? `${css.search} ${css.open}` : css.search}>
          <SearchBox onLeave={() => setSearchOpen(false)} />
        </div>
      )}
      <nav className={`${css.links} wide`} aria-label="Main">
        {LINKS.map(({ to, label }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
        <a href="/docs">API</a>
      </nav>
      <div className="grow" />
      {!isHome && (
        <button
          type="button"
          className="icon-button narrow"
          aria-label="Search"
          onClick={() => {
            setSearchOpen(true);
            requestAnimationFrame(focusSearch);
          }}
        >
          <Icon name="search" />
        </button>
      )}
      {isSignedIn && (
        <Suspense fallback={<span className="icon-button" />}>
          <Bell />
        </Suspense>
      )}
      <AccountMenu onApi={onApi} onKeys={onKeys} />
    </header>
  );
}

function AccountMenu({ onApi, onKeys }: AppBarProps) {
  const isSignedIn = useIsSignedIn();
  const credits = useCredits();
  const navigate = useNavigate();
  const colorScheme = useColorScheme();
  return (
    <>
      {!isSignedIn && (
        <Link className="button wide" to="/signin">
          Sign in
        </Link>
      )}
      <MenuButton
        label="Menu"
        className="icon-button"
        position="bottom-end"
        groups={[
          {
            title: credits === null ? undefined : `${formatCount(credits)} credits left`,
            entries: [
              ...LINKS.map(({ to, label }) => ({ label, onChoose: () => navigate({ to }) })),
              { label: 'This page as API calls', onChoose: onApi },
              { label: 'API reference', onChoose: () => location.assign('/docs') },
              { label: 'Keyboard', onChoose: onKeys },
            ],
          },
          {
            title: 'Colours',
            entries: SCHEMES.map(({ scheme, label }) => ({
              label,
              isChosen: colorScheme === scheme,
              onChoose: () => chooseColorScheme(scheme),
            })),
          },
          {
            entries: isSignedIn
              ? [
                  { label: 'Account', onChoose: () => navigate({ to: '/account/profile' }) },
                  { label: 'Sign out', onChoose: signOut },
                ]
              : [{ label: 'Sign in', onChoose: () => navigate({ to: '/signin' }) }],
          },
        ]}
      >
        <Icon name={isSignedIn ? 'person' : 'menu'} />
      </MenuButton>
    </>
  );
}
