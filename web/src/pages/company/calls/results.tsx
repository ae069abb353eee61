import type { EarningsRelease } from '@asfiled/client';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { FilingLink } from '../../../components/data/filing-link.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { formatDay } from '../../../format/dates.ts';
import { parseDecimal } from '../../../format/decimal.ts';
import { formatExact, formatShort } from '../../../format/numbers.ts';
import { companyRoute, useCompany } from '../company.ts';
import css from '../entries.module.css';

const MAX_RELEASES = 9;

const TIMES: Readonly<Record<string, string>> = {
  before_market: 'before market open',
  during_market: 'during market hours',
  after_market: 'after market close',
};

/** Release dates and reported results against estimates, newest first. Renders nothing without data. */
export function Results() {
  const company = useCompany();
  const params = companyRoute.useParams();
  const query = useApi('listEarningsReleases', { ...params, limit: MAX_RELEASES });
  return (
    <Loaded query={query} subject={`the results of ${company.company_name}`} skeleton={null}>
      {({ items, data_as_of }) =>
        items.length > 0 && (
          <section aria-labelledby="results">
            <h2 id="results">Results</h2>
            <ReleaseTable releases={items} />
            <p className={css.foot}>
              <span className="quiet">
                Reported figures are diluted, as filed; estimates often refer to adjusted earnings.{' '}
              </span>
              <AsOf instant={data_as_of} />
            </p>
          </section>
        )
      }
    </Loaded>
  );
}

function ReleaseTable({ releases }: { releases: readonly EarningsRelease[] }) {
  return (
    <CardTable
      columns={[
        'Day',
        'Period',
        { figures: 'Expected EPS' },
        { figures: 'Reported EPS' },
        { figures: 'Revenue' },
        'Source',
      ]}
    >
      {releases.map(release => (
        <ReleaseRow key={release.earnings_release_id} release={release} />
      ))}
    </CardTable>
  );
}

function ReleaseRow({ release }: { release: EarningsRelease }) {
  const { report_date, report_time, report_date_status, status, fiscal_period, fiscal_year, currency } = release;
  const { eps_estimate, eps_actual, eps_surprise_pct, revenue_estimate, revenue_actual, filing_id, source } = release;
  const revenue = revenue_actual ?? revenue_estimate;
  return (
    <tr>
      <td className="nowrap">
        <time dateTime={report_date}>{formatDay(report_date)}</time>
        <div className="quiet">
          {status === 'upcoming' && (report_date_status === 'confirmed' ? 'confirmed' : 'expected')}{' '}
          {TIMES[report_time]}
        </div>
      </td>
      <td className="nowrap">{fiscal_year !== null && `${fiscal_period?.toUpperCase()} ${fiscal_year}`}</td>
      <td className="right nowrap">{eps_estimate !== null && perShare(eps_estimate, currency)}</td>
      <td className="right nowrap">
        {eps_actual !== null && perShare(eps_actual, currency)}
        {eps_surprise_pct !== null && <div className="quiet">{surpriseText(eps_surprise_pct)}</div>}
      </td>
      <td className="right nowrap">
        {revenue !== null && amountText(revenue, currency)}
        {revenue_actual === null && revenue !== null && <div className="quiet">expected</div>}
      </td>
      <td className="nowrap">{filing_id === null ? source : <FilingLink filingId={filing_id}>As filed</FilingLink>}</td>
    </tr>
  );
}

function perShare(value: number, currency: string | null): string {
  return [formatExact(String(value)), currency].filter(Boolean).join(' ');
}

function amountText(value: number, currency: string | null): string {
  const { number, word } = formatShort(parseDecimal(String(value)));
  return [number, word, currency].filter(Boolean).join(' ');
}

function surpriseText(percent: number): string {
  if (percent === 0) return 'as expected';
  return `${formatExact(String(Math.abs(percent)))} % ${percent > 0 ? 'above' : 'below'}`;
}
