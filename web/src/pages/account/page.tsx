import { Link, Outlet } from '@tanstack/react-router';
import css from './page.module.css';

/** Pages about the account, in the order in which they are listed. */
const PAGES = [
  { to: '/account/profile', label: 'Profile and security' },
  { to: '/account/usage', label: 'Usage and keys' },
  { to: '/account/apps', label: 'Connected apps' },
  { to: '/account/plan', label: 'Plan' },
] as const;

/** The list of the account's pages, and the one that is open. */
export default function AccountPages() {
  return (
    <div className={css.page}>
      <nav className={css.pages} aria-label="Account">
        {PAGES.map(({ to, label }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
