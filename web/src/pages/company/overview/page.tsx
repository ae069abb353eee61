import type { CompanyFinancialsOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { AsOf } from '../../../components/data/as-of.tsx';
import { FilingLink } from '../../../components/data/filing-link.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { quotient } from '../../../format/decimal.ts';
import { formatChange, formatPercent, formatShort } from '../../../format/numbers.ts';
import { reasonLabels } from '../../../labels/labels.ts';
import { companyRoute, type Period, reportsFirst, useCompany, useFilings, useYears } from '../company.ts';
import { decimalOf, numberOf, periodKey, periodLabel } from '../figures.ts';
import { Bars } from './bars.tsx';
import { Checks } from './checks.tsx';
import { FilingRows } from './filing-rows.tsx';
import css from './page.module.css';
import { Restatements } from './restatements.tsx';

const YEARS = 10;
const NEWEST = 5;

/** A company's key figures over ten years, newest filings, restatements and identity checks. */
export default function OverviewPage() {
  const { company_name } = useCompany();
  const params = companyRoute.useParams();
  const years = useYears();
  const filings = useFilings();
  usePageTitle(company_name);
  return (
    <>
      <Loaded query={years} subject={`the figures of ${company_name}`} skeleton={<WaitingFigures />}>
        {financials => <KeyFigures financials={financials} />}
      </Loaded>
      <div className={css.columns}>
        <section className="card" aria-labelledby="filings">
          <div className="card-head">
            <h2 id="filings" className="grow">
              Filings
            </h2>
            <Link className="button plain" to="/c/$market/$ticker/filings" params={params}>
              All filings
              <Icon name="right" />
            </Link>
          </div>
          <Loaded query={filings} subject={`the filings of ${company_name}`}>
            {({ filings: newest }) => <FilingRows filings={reportsFirst(newest).slice(0, NEWEST)} />}
          </Loaded>
        </section>
        {years.data && years.data.periods.length > 0 && (
          <div className={css.right}>
            <Restatements financials={years.data} />
            <Checks financials={years.data} />
          </div>
        )}
      </div>
      <p className={css.source}>
        <AsOf instant={years.data?.data_as_of ?? null} />
      </p>
    </>
  );
}

const WAITING = ['a', 'b', 'c', 'd', 'e'];

/** A placeholder of the figures' size, so that the content below does not shift. */
function WaitingFigures() {
  return (
    <>
      <div className={`card ${css.figures}`} role="status" aria-label="Loading">
        {WAITING.map(key => (
          <div key={key} className={css.figure} />
        ))}
      </div>
      <p className={css.source} />
    </>
  );
}

/** The five key figures by company type, without unreported ones. */
const KEY_FIGURES = [
  { code: 'revenue', label: 'Revenue', note: 'growth' },
  { code: 'operating_income', label: 'Operating income', note: 'margin' },
  { code: 'net_income', label: 'Net income', note: 'growth' },
  { code: 'free_cash_flow', label: 'Free cash flow', note: 'margin' },
  { code: 'eps_diluted', label: 'EPS, diluted', note: 'growth' },
  { code: 'total_assets', label: 'Total assets', note: 'growth' },
  { code: 'equity', label: 'Equity', note: 'growth' },
] as const;

function KeyFigures({ financials }: { financials: CompanyFinancialsOut }) {
  const [newest, before] = financials.periods;
  if (!newest) {
    return (
      <div className="card">
        <StateBlock title="No annual figures.">{reasonLabels(financials.empty_reason).long}.</StateBlock>
      </div>
    );
  }
  const oldestFirst = financials.periods.slice(0, YEARS).reverse();
  const shown = KEY_FIGURES.filter(({ code }) => typeof newest.values[code]?.value === 'number').slice(0, 5);
  return (
    <>
      <div className={`card ${css.figures}`}>
        {shown.map(figure => (
          <KeyFigure key={figure.code} figure={figure} newest={newest} before={before} oldestFirst={oldestFirst} />
        ))}
      </div>
      <p className={css.source}>
        {periodLabel(newest)}, year to {formatDay(newest.period_end)}, from the{' '}
        <FilingLink filingId={newest.filing_id}>
          {newest.form_type} filed {formatDay(newest.filed_at)}
        </FilingLink>
        . Bars: {oldestFirst.length} years.
      </p>
    </>
  );
}

interface KeyFigureProps {
  figure: (typeof KEY_FIGURES)[number];
  newest: Period;
  before: Period | undefined;
  oldestFirst: readonly Period[];
}

function KeyFigure({ figure: { code, label, note }, newest, before, oldestFirst }: KeyFigureProps) {
  const params = companyRoute.useParams();
  const value = newest.values[code];
  const decimal = decimalOf(value);
  if (!value || !decimal) return null;
  const { number, word } = formatShort(decimal);
  const unit = value.unit.replace('/shares', '');
  const years = oldestFirst.map(period => ({ key: periodKey(period), value: numberOf(period.values[code]) }));
  return (
    <Link
      className={css.figure}
      to="/c/$market/$ticker/financials"
      params={params}
      search={{ cell: `${code}.${periodKey(newest)}` }}
    >
      <p className="eyebrow">
        {label}
        {value.method === 'derived' && <span className={css.mark}> ƒ</span>}
      </p>
      <p>
        <span className={css.number}>{number}</span>{' '}
        <span className="quiet">
          {word} {unit}
        </span>
      </p>
      <p className={css.note}>{describeNotes(note, code, newest, before)}</p>
      <Bars points={years} label={`${label}, ${years.length} years to ${newest.fiscal_year}`} />
    </Link>
  );
}

function describeNotes(note: 'growth' | 'margin', code: string, newest: Period, before: Period | undefined): string {
  const value = decimalOf(newest.values[code]);
  if (note === 'growth') {
    const change = formatChange(decimalOf(before?.values[code]), value);
    return change && change.hanging !== '' ? `${change.text}% year on year` : '';
  }
  const revenue = decimalOf(newest.values.revenue);
  const share = value && revenue && quotient(value, revenue, 6);
  return share ? `${formatPercent(share).text}% of revenue` : '';
}
