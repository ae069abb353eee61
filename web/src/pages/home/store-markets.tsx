import type { Market } from '@asfiled/client';
import { useApi } from '../../api/use-api.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { TableHead } from '../../components/ui/table-head.tsx';
import { formatAge, formatInstant } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import css from './page.module.css';

/** Registries publish every working day; older data, allowing for a weekend, are late. */
const LATE_AFTER_MS = 4 * 86_400_000;

/** The stored markets with their counts and freshness. */
export function StoreMarkets() {
  const query = useApi('listMarkets', {});
  return (
    <section className="card" aria-labelledby="store">
      <div className="card-head">
        <h2 id="store" className="grow">
          Stored data
        </h2>
        {query.data && <span className="quiet">{totals(query.data.items)}</span>}
      </div>
      <Loaded query={query} subject="the stored data">
        {({ items }) => (
          <>
            <table className={`plain-table ${css.store}`}>
              <TableHead columns={['Market', { figures: 'Companies' }, { figures: 'Filings' }, 'Newest']} />
              <tbody>
                {[...items].sort(loadedFirst).map(market => (
                  <MarketRow key={market.market_id} market={market} />
                ))}
              </tbody>
            </table>
            <p className={css.legend}>
              <span className={css.fresh}>
                <span className="dot" /> current
              </span>
              <span className={css.fresh}>
                <span className="dot late" /> older than four days
              </span>
              <span className={css.fresh}>
                <span className="dot none" /> not loaded
              </span>
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

function MarketRow({ market }: { market: Market }) {
  const { data_as_of, registries } = market;
  return (
    <tr>
      <td>
        <span className={css.market}>
          <MarketTag marketId={market.market_id} />
          <span>
            {market.name}
            {registries.length > 0 && <small>{registries.map(({ name }) => name).join(', ')}</small>}
          </span>
        </span>
      </td>
      <td className="right">{isLoaded(market) ? formatCount(market.companies_count) : '–'}</td>
      <td className="right">{isLoaded(market) ? formatCount(market.filings_count) : '–'}</td>
      <td>
        <span className={css.fresh} title={data_as_of === null ? undefined : formatInstant(data_as_of)}>
          <span className={`dot ${freshness(data_as_of)}`} />
          {data_as_of === null ? 'Not loaded' : formatAge(data_as_of, Date.now())}
        </span>
      </td>
    </tr>
  );
}

function freshness(dataAsOf: string | null): string {
  if (dataAsOf === null) return 'none';
  return Date.now() - Date.parse(dataAsOf) > LATE_AFTER_MS ? 'late' : '';
}

function isLoaded({ companies_count, filings_count }: Market): boolean {
  return companies_count > 0 || filings_count > 0;
}

function loadedFirst(a: Market, b: Market): number {
  return b.companies_count - a.companies_count || (a.name < b.name ? -1 : 1);
}

function totals(markets: readonly Market[]): string {
  const sum = (count: (market: Market) => number) =>
    formatCount(markets.reduce((total, market) => total + count(market), 0));
  return `${sum(market => market.companies_count)} companies · ${sum(market => market.filings_count)} filings`;
}
