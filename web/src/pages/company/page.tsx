import type { Entity } from '@asfiled/client';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { latinName } from '../../components/data/company-params.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { Name } from '../../components/data/name.tsx';
import { announce } from '../../components/ui/announce.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDay, formatMonthDay } from '../../format/dates.ts';
import { languageOf } from '../../format/language.ts';
import { useKeys } from '../../keyboard/keys.ts';
import { companyTypeLabel, schemeLabel, standardLabel } from '../../labels/labels.ts';
import { addRecentCompany } from '../../recent-companies.ts';
import { CompanyProvider, companyRoute, reportsFirst, useCompanyInput, useFilings, useYears } from './company.ts';
import css from './page.module.css';

/** Header and tabs of a company around the open tab. */
export default function CompanyLayout() {
  const { ticker } = companyRoute.useParams();
  const query = useApi('lookupEntity', useCompanyInput());
  // Mounted here so that the data stay cached across tabs.
  useYears();
  useFilings();
  return (
    <>
      {!query.data && <h1 className="visually-hidden">{ticker}</h1>}
      <Loaded query={query} subject={ticker} skeleton={<div className={css.head} style={{ minHeight: 120 }} />}>
        {({ entity }) => (
          <CompanyProvider value={entity}>
            <CompanyHeader company={entity} />
            <CompanyTabs />
            <Outlet />
          </CompanyProvider>
        )}
      </Loaded>
    </>
  );
}

function CompanyHeader({ company }: { company: Entity }) {
  const { data: financials } = useYears();
  const { data: filings } = useFilings();
  useEffect(() => addRecentCompany(company), [company]);
  const [newest] = reportsFirst(filings?.filings ?? []);
  const facts = [
    financials?.accounting_standard && standardLabel(financials.accounting_standard),
    company.company_type && companyTypeLabel(company.company_type),
    financials?.currency,
  ].filter(Boolean);
  return (
    <div className={css.head}>
      <div className="grow">
        <div className={css.name}>
          <h1>
            <Name text={company.company_name} marketId={company.market_id} />
          </h1>
          {languageOf(company.company_name, null) && (
            <span className="second">{latinName(company.alternate_names)}</span>
          )}
          {company.market_id !== null && (
            <span className="wide">
              <MarketTag marketId={company.market_id} />
            </span>
          )}
          {company.listings.slice(0, 4).map(listing => (
            <span key={`${listing.market_id} ${listing.ticker}`} className="chip">
              <b>{listing.ticker}</b> {listing.exchange ?? listing.mic ?? listing.market_id}
              {listing.status !== 'active' && ` · ${listing.status}`}
            </span>
          ))}
          {company.listings.length === 0 && <span className="chip">Not listed</span>}
        </div>
        <div className={css.meta}>
          {mainIdentifiers(company).map(({ scheme, identifier }) => (
            <span key={scheme}>
              {schemeLabel(scheme)} <b className="mono">{identifier}</b>
            </span>
          ))}
          {facts.length > 0 && <span className="wide">{facts.join(' · ')}</span>}
          {company.fiscal_year_end && (
            <span className="wide">
              Year ends <b>{formatMonthDay(company.fiscal_year_end)}</b>
            </span>
          )}
          {newest && (
            <span>
              Newest filing{' '}
              <b>
                {newest.form_type}, {formatDay(newest.filed_at)}
              </b>
            </span>
          )}
        </div>
      </div>
      <WatchButton company={company} />
    </div>
  );
}

/** The registry's own identifier, then the LEI. */
function mainIdentifiers({ canonical_key, lei }: Entity): { scheme: string; identifier: string }[] {
  const [scheme = '', identifier = ''] = canonical_key.split(':');
  return [{ scheme, identifier }, ...(lei !== null && scheme !== 'lei' ? [{ scheme: 'lei', identifier: lei }] : [])];
}

/** Tabs in order; a new tab adds a line here. */
const TABS = [
  { to: '/c/$market/$ticker', label: 'Overview' },
  { to: '/c/$market/$ticker/financials', label: 'Financials' },
  { to: '/c/$market/$ticker/charts', label: 'Charts' },
  { to: '/c/$market/$ticker/filings', label: 'Filings' },
  { to: '/c/$market/$ticker/events', label: 'Events' },
  { to: '/c/$market/$ticker/signals', label: 'Signals' },
  { to: '/c/$market/$ticker/people', label: 'People' },
  { to: '/c/$market/$ticker/insiders', label: 'Insiders' },
  { to: '/c/$market/$ticker/holders', label: 'Holders' },
  { to: '/c/$market/$ticker/press', label: 'Press' },
  { to: '/c/$market/$ticker/calls', label: 'Calls' },
  { to: '/c/$market/$ticker/supply-chain', label: 'Supply chain' },
  { to: '/c/$market/$ticker/prices', label: 'Prices' },
] as const;

function CompanyTabs() {
  const params = companyRoute.useParams();
  const current = { 'aria-current': 'page' } as const;
  return (
    <nav className={css.tabs} aria-label="Company">
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={params}
          activeOptions={{ exact: to === TABS[0].to, includeSearch: false }}
          activeProps={current}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Adds the company to the watchlist or removes it. Only listed companies can be watched. */
function WatchButton({ company: { company_name, ticker, market_id } }: { company: Entity }) {
  const { data, needsSignIn } = useApi('getWatchlist', {});
  const add = useChange('addWatchlistEntry', ['getWatchlist']);
  const remove = useChange('removeWatchlistEntry', ['getWatchlist']);
  const isWatched = data?.items.some(item => item.ticker === ticker && item.market_id === market_id) ?? false;
  const isReady = data !== undefined && ticker !== null && !add.isBusy && !remove.isBusy;
  const toggle = async () => {
    if (!isReady) return;
    const input = { ticker, market_id: market_id ?? undefined };
    const response = await (isWatched ? remove : add).run(input);
    if (response)
      announce(
        isWatched ? `${company_name} was removed from your watchlist.` : `${company_name} was added to your watchlist.`,
      );
  };
  useKeys({ w: toggle });
  if (needsSignIn || ticker === null) return null;
  return (
    <div>
      <button type="button" className="button" aria-pressed={isWatched} disabled={!isReady} onClick={toggle}>
        <Icon name={isWatched ? 'check' : 'plus'} />
        {isWatched ? 'Watched' : 'Watch'}
      </button>
      <ChangeError of={isWatched ? remove : add} />
    </div>
  );
}
