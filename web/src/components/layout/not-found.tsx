import { Link } from '@tanstack/react-router';
import { StateBlock } from '../ui/state-block.tsx';
import { usePageTitle } from './use-page-title.ts';

/** An address that no page has. */
export function Missing() {
  usePageTitle('Nothing here');
  return (
    <>
      <h1 className="visually-hidden">Nothing here</h1>
      <StateBlock
        title="There is nothing at this address."
        actions={
          <Link className="button primary" to="/">
            Go to the start
          </Link>
        }
      >
        The link may be old or mistyped.
      </StateBlock>
    </>
  );
}
