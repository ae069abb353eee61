import { companyParams } from '../../components/data/company-params.ts';
import { SearchBox } from '../../components/layout/search-box.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import css from './dialogs.module.css';

interface CompaniesDialogProps {
  companies: readonly string[];
  /** Known company names by company key. */
  names: ReadonlyMap<string, string>;
  onChange: (companies: readonly string[]) => void;
  onClose: () => void;
}

/** Selects the companies to compare, or all. */
export function CompaniesDialog({ companies, names, onChange, onClose }: CompaniesDialogProps) {
  return (
    <Dialog title="Companies" place="side" onClose={onClose}>
      <div className={css.form}>
        <SearchBox
          placeholder="Add a company"
          onPick={company => {
            const key = companyKey(company);
            if (!companies.includes(key)) onChange([...companies, key]);
          }}
        />
        {companies.length === 0 ? (
          <p className={css.reading}>All stored companies are screened. Choose some to compare only those.</p>
        ) : (
          <>
            <ul className={css.list}>
              {companies.map(company => (
                <li key={company}>
                  <span className="grow">
                    <span className="mono">{company}</span> <small className="quiet">{names.get(company)}</small>
                  </span>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Remove ${company}`}
                    onClick={() => onChange(companies.filter(other => other !== company))}
                  >
                    <Icon name="close" />
                  </button>
                </li>
              ))}
            </ul>
            <button type="button" className="button" onClick={() => onChange([])}>
              All companies
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** A company in the URL: `us.AAPL`, or `cik:320193` without a ticker. */
export function companyKey(company: {
  canonical_key: string;
  ticker: string | null;
  market_id: string | null;
}): string {
  const { market, ticker } = companyParams(company);
  return ticker.includes(':') ? ticker : `${market}.${ticker}`;
}
