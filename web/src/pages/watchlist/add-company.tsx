import { ApiError, type EntityRef, type WatchlistEntry } from '@asfiled/client';
import { useRef, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { Name } from '../../components/data/name.tsx';
import { SearchBox } from '../../components/layout/search-box.tsx';
import { announce } from '../../components/ui/announce.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Note } from '../../components/ui/state-block.tsx';
import { useKeys } from '../../keyboard/keys.ts';
import css from './page.module.css';

interface Candidate {
  company_name: string;
  ticker: string | null;
  market_id: string | null;
}

/** Adds a company by name, ticker or identifier; asks which one if a ticker is ambiguous. */
export function AddCompany({ watched }: { watched: readonly WatchlistEntry[] }) {
  const box = useRef<HTMLDivElement>(null);
  const add = useChange('addWatchlistEntry', ['getWatchlist']);
  const [refusal, setRefusal] = useState<string | null>(null);
  useKeys({ a: () => box.current?.querySelector('input')?.focus() });
  const pick = async ({ company_name, ticker, market_id }: Candidate) => {
    add.reset();
    setRefusal(null);
    if (ticker === null) {
      setRefusal(`${company_name} is not listed. Only listed companies can be watched.`);
      return;
    }
    if (watched.some(entry => entry.ticker === ticker && entry.market_id === market_id)) {
      setRefusal(`${company_name} is already on your watchlist.`);
      return;
    }
    const response = await add.run({ ticker, market_id: market_id ?? undefined });
    if (response) announce(`${company_name} was added to your watchlist.`);
  };
  const candidates = candidatesOf(add.error);
  return (
    <div className={css.add} ref={box}>
      <SearchBox placeholder="Add a company by name, ticker or identifier" onPick={pick} />
      {refusal !== null && <Note>{refusal}</Note>}
      {candidates.length === 0 ? <ChangeError of={add} /> : <Which candidates={candidates} onPick={pick} />}
    </div>
  );
}

function Which({ candidates, onPick }: { candidates: readonly EntityRef[]; onPick: (candidate: EntityRef) => void }) {
  return (
    <section className="card" aria-label="Which company do you mean?">
      <p className={css.which}>
        <b>Which {candidates[0]?.ticker} do you mean?</b> Several companies have this ticker, each in a market of its
        own.
      </p>
      <ul className={css.candidates}>
        {candidates.map(candidate => (
          <li key={`${candidate.canonical_key} ${candidate.market_id}`}>
            <MarketTag marketId={candidate.market_id} />
            <b className="grow">
              <Name text={candidate.company_name} marketId={candidate.market_id} />
            </b>
            <button type="button" className="button small" onClick={() => onPick(candidate)}>
              Watch
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function candidatesOf(error: Error | null): readonly EntityRef[] {
  if (!(error instanceof ApiError) || error.code !== 'ambiguous_ticker') return [];
  return (error.details.candidates ?? []) as EntityRef[];
}
