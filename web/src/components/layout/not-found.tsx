import { Link } from '@tanstack/react-router';
import { StateBlock } from '../ui/state-block.tsx';
import { usePageTitle } from './use-page-title.ts';

/** The page for unknown URLs. */
export function NotFound() {
  usePageTitle('Page not found');
  return (
    <>
      <h1 className="visually-hidden">Page not found</h1>
      <StateBlock
        title="This page does not exist."
        actions={
          <Link className="button primary" to="/">
            Go to the home page
          </Link>
        }
      >
        The link may be outdated or mistyped.
      </StateBlock>
    </>
  );
}
