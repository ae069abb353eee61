import type { Entity } from '@asfiled/client';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { announce } from '../../components/announce.ts';
import { Fault } from '../../components/fault.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeys } from '../../keyboard/keys.ts';

/** Watches the company of the page, or no longer. Only listings can be watched. */
export function WatchButton({ company: { company_name, ticker, market_id } }: { company: Entity }) {
  const { data, needsSignIn } = useApi('getWatchlist', {});
  const add = useChange('addWatchlistEntry', ['getWatchlist']);
  const remove = useChange('removeWatchlistEntry', ['getWatchlist']);
  const isWatched = data?.items.some(one => one.ticker === ticker && one.market_id === market_id) ?? false;
  const isReady = data !== undefined && ticker !== null && !add.isBusy && !remove.isBusy;
  const toggle = async () => {
    if (!isReady) return;
    const input = { ticker, market_id: market_id ?? undefined };
    const answer = await (isWatched ? remove : add).run(input);
    if (answer) announce(isWatched ? `${company_name} is no longer watched.` : `${company_name} is on your watchlist.`);
  };
  useKeys({ w: toggle });
  if (needsSignIn || ticker === null) return null;
  return (
    <div>
      <button type="button" className="button" aria-pressed={isWatched} disabled={!isReady} onClick={toggle}>
        <Icon name={isWatched ? 'check' : 'plus'} />
        {isWatched ? 'Watched' : 'Watch'}
      </button>
      <Fault of={isWatched ? remove : add} />
    </div>
  );
}
