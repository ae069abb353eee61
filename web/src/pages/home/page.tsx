import { Link } from '@tanstack/react-router';
import { companyParams } from '../../components/data/company-params.ts';
import { Name } from '../../components/data/name.tsx';
import { SearchBox } from '../../components/layout/search-box.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { clearRecentCompanies, useRecentCompanies } from '../../recent-companies.ts';
import { NewestFilings } from './newest-filings.tsx';
import css from './page.module.css';
import { StoreMarkets } from './store-markets.tsx';

/** The home page: search, newest filings, stored markets. */
export default function HomePage() {
  usePageTitle();
  return (
    <>
      <div className={css.hero}>
        <h1>Every figure links to the filing that states it.</h1>
        <SearchBox isLarge />
        <RecentCompanies />
      </div>
      <div className={css.columns}>
        <NewestFilings />
        <StoreMarkets />
      </div>
    </>
  );
}

function RecentCompanies() {
  const companies = useRecentCompanies();
  if (companies.length === 0) return <div className={css.recent} />;
  return (
    <nav className={css.recent} aria-label="Recent companies">
      <span className="quiet">Recent</span>
      {companies.map(company => (
        <Link key={company.canonical_key} to="/c/$market/$ticker" params={companyParams(company)}>
          <Name text={company.company_name} marketId={company.market_id} />
          <span className="mono quiet">{company.ticker}</span>
        </Link>
      ))}
      <button type="button" className="button plain small" onClick={clearRecentCompanies}>
        Clear
      </button>
    </nav>
  );
}
