import { Link, Outlet } from '@tanstack/react-router';
import css from './account-layout.module.css';

/** Pages about the account, in the order in which they are listed; a page that is new adds its line here. */
const PAGES = [
  { to: '/account/profile', label: 'Profile and security' },
  { to: '/account/usage', label: 'Usage and keys' },
  { to: '/account/apps', label: 'Connected apps' },
  { to: '/account/webhooks', label: 'Webhooks' },
  { to: '/account/plan', label: 'Plan and ledger' },
] as const;

/** The list of the account's pages, and the one that is open beside it. */
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
