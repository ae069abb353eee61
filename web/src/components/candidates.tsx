import type { ApiError, EntityRef } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import css from './candidates.module.css';
import { companyAddress } from './company-address.ts';
import { MarketTag } from './market-tag.tsx';
import { Name } from './name.tsx';
import { StateBlock } from './state-block.tsx';

/** A ticker that several companies have: which is meant. */
export function Candidates({ error }: { error: ApiError }) {
  const candidates = (error.details.candidates ?? []) as EntityRef[];
  return (
    <StateBlock title={`Which ${candidates[0]?.ticker ?? 'company'} do you mean?`}>
      <ul className={css.list}>
        {candidates.map(candidate => (
          <li key={candidate.canonical_key}>
            <MarketTag marketId={candidate.market_id} />
            <b className="grow">
              <Name text={candidate.company_name} marketId={candidate.market_id} />
            </b>
            <Link className="button small" to="/c/$market/$ticker" params={companyAddress(candidate)}>
              Choose
            </Link>
          </li>
        ))}
      </ul>
    </StateBlock>
  );
}
