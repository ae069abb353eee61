import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { companyParams } from '../../components/data/company-params.ts';
import { Name } from '../../components/data/name.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDay } from '../../format/dates.ts';
import css from './head.module.css';
import type { FilingHead } from './sections.ts';

/** The heading of a filing with its actions. */
export function Head({ filing, children }: { filing: FilingHead; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <Link
        className="icon-button"
        to="/c/$market/$ticker/filings"
        params={companyParams(filing)}
        aria-label={`All filings of ${filing.company_name}`}
      >
        <Icon name="left" />
      </Link>
      <h1>
        <Name text={filing.company_name} marketId={filing.market_id} /> <span className="quiet">·</span>{' '}
        {filing.form_type}
      </h1>
      {filing.period_end && (
        <span className="chip">
          Period to <b>{formatDay(filing.period_end)}</b>
        </span>
      )}
      <span className="chip" title={filing.filed_at}>
        Filed <b>{formatDay(filing.filed_at)}</b>
      </span>
      <span className={`chip mono ${css.id}`}>{filing.filing_id.slice(filing.filing_id.indexOf(':') + 1)}</span>
      <span className="grow" />
      {children}
      <a className="button" href={filing.url} rel="noreferrer">
        <Icon name="external" />
        View at registry
      </a>
    </div>
  );
}
