import { Link, Outlet } from '@tanstack/react-router';
import css from './account-layout.module.css';

/** The account pages in navigation order; a new page adds a line here. */
const PAGES = [
  { to: '/account/profile', label: 'Profile and security' },
  { to: '/account/usage', label: 'Usage and keys' },
  { to: '/account/apps', label: 'Connected apps' },
  { to: '/account/webhooks', label: 'Webhooks' },
  { to: '/account/plan', label: 'Plan and ledger' },
] as const;

/** The navigation of the account pages beside the open page. */
export default function AccountLayout() {
  return (
    <div className={css.layout}>
      <nav className={css.pages} aria-label="Account">
        {PAGES.map(({ to, label }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={css.page}>
        <Outlet />
      </div>
    </div>
  );
}
