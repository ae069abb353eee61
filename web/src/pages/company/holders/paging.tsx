import { getRouteApi, Link } from '@tanstack/react-router';
import { companyRoute } from '../company.ts';
import { ROWS_A_PAGE } from './labels.ts';

const route = getRouteApi('/c/$market/$ticker/holders');

/** Links to the previous and next rows; renders nothing if all rows are shown. */
export function Pages({ total, offset, shown, noun }: { total: number; offset: number; shown: number; noun: string }) {
  const params = companyRoute.useParams();
  const { manager } = route.useSearch();
  if (total <= shown) return null;
  const to = (from: number) => ({ manager, from: from <= 0 ? undefined : String(from) });
  return (
    <nav className="row" aria-label="Pages">
      {offset > 0 && (
        <Link
          className="button small"
          to="/c/$market/$ticker/holders"
          params={params}
          search={to(offset - ROWS_A_PAGE)}
        >
          Larger
        </Link>
      )}
      <span className="quiet">
        {offset + 1} to {offset + shown} of {total} {noun}
      </span>
      {offset + shown < total && (
        <Link
          className="button small"
          to="/c/$market/$ticker/holders"
          params={params}
          search={to(offset + ROWS_A_PAGE)}
        >
          Smaller
        </Link>
      )}
    </nav>
  );
}
