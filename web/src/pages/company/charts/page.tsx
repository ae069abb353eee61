import type { CompanyFinancialsOut } from '@asfiled/client';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { creditsOf, formatCredits } from '../../../api/prices.ts';
import { apiQuery } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { companyInput, companyParams } from '../../../components/data/company-params.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { SearchBox } from '../../../components/layout/search-box.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { announce } from '../../../components/ui/announce.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { Note, Skeleton, StateBlock } from '../../../components/ui/state-block.tsx';
import { useKeys } from '../../../keyboard/keys.ts';
import { reasonLabels } from '../../../labels/labels.ts';
import { useIsSignedIn } from '../../../session/use-session.ts';
import { useCompany } from '../company.ts';
import { readPeriodSearch } from '../period-search.ts';
import {
  ConversionBanner,
  CountMenu,
  CurrencyMenu,
  filedCurrencyOf,
  PeriodSegments,
  VersionBanner,
  VersionMenu,
} from '../period-tools.tsx';
import { usePeriods } from '../periods.ts';
import css from './chart-card.module.css';
import { ChartCard } from './chart-card.tsx';
import { type ChartCompany, type ChartModel, readout, toCharts } from './chart-models.ts';
import type { ChartsSearch } from './search.ts';

const route = getRouteApi('/c/$market/$ticker/charts');

const MAX_OTHERS = 5;

/** Small charts of a company with a shared period, optionally compared with other companies. */
export default function ChartsPage() {
  const { company_name } = useCompany();
  const search = route.useSearch();
  const query = usePeriods(readPeriodSearch(search));
  usePageTitle(company_name, 'Charts');
  return (
    <Loaded query={query} subject={`the charts of ${company_name}`} skeleton={<Skeleton lines={8} />}>
      {financials => <Charts financials={financials} search={search} />}
    </Loaded>
  );
}

function Charts({ financials, search }: { financials: CompanyFinancialsOut; search: ChartsSearch }) {
  const { company_name } = useCompany();
  const change = useSearchChange();
  const { vintage, count, kind } = readPeriodSearch(search);
  const others = useOthers(search, kind);
  const shown = count === null ? financials.periods : financials.periods.slice(0, count);
  const companies: ChartCompany[] = [
    { name: company_name, periods: financials.periods, changes: financials.basis_changes ?? [] },
    ...others.flatMap(({ data, name }) =>
      data
        ? [{ name: name ?? data.entity.company_name, periods: data.periods, changes: data.basis_changes ?? [] }]
        : [],
    ),
  ];
  const charts = toCharts(companies, shown, vintage);
  const keys = charts[0]?.keys ?? [];
  const at = placeOf(keys, search.at);
  const move = (to: number) => {
    const key = keys[to];
    if (key === undefined) return;
    change({ at: key }, 'replace');
  };
  useKeys({
    ArrowLeft: () => {
      move(at - 1);
      announce(spoken(charts, at - 1));
    },
    ArrowRight: () => {
      move(at + 1);
      announce(spoken(charts, at + 1));
    },
  });
  return (
    <>
      <div className={css.bar}>
        <PeriodSegments search={search} onChange={change} />
        <VersionMenu search={search} onChange={change} />
        <CountMenu search={search} onChange={change} />
        <CurrencyMenu search={search} filedCurrency={filedCurrencyOf(financials)} onChange={change} />
        <span className="grow" />
        <Compare search={search} others={others} onChange={change} />
        <Segments
          label="View"
          value={search.view ?? 'charts'}
          options={VIEWS}
          onChange={view => change({ view: view === 'table' ? 'table' : undefined })}
        />
      </div>
      <VersionBanner search={search} onChange={change} />
      <ConversionBanner search={search} financials={financials} onChange={change} />
      {charts.length === 0 ? (
        <StateBlock title="No data for charts.">
          {company_name}: {reasonLabels(financials.empty_reason).long}.
        </StateBlock>
      ) : (
        <div className={css.grid}>
          {charts.map(model => (
            <ChartCard key={model.id} model={model} at={at} onPoint={move} isTable={search.view === 'table'} />
          ))}
        </div>
      )}
      <p className={css.foot}>
        <span className="wide">
          Hover over a chart or press <kbd>←</kbd> <kbd>→</kbd> to compare one period across all charts. Fiscal years as
          named by each company.
        </span>
        {others.length > 0 && !charts.some(({ id }) => id === 'compared-revenue') && (
          <span>Choose a currency above to compare revenue.</span>
        )}
        <span className="grow" />
        <AsOf instant={financials.data_as_of} />
      </p>
    </>
  );
}

const VIEWS = [
  { value: 'charts', label: 'Charts' },
  { value: 'table', label: 'Tables' },
] as const;

/** The newest period if none or an unknown one is requested. */
function placeOf(keys: readonly string[], requested: string | undefined): number {
  const place = keys.findIndex(key => key === requested || key === `${requested}fy`);
  return place === -1 ? keys.length - 1 : place;
}

function spoken(charts: readonly ChartModel[], at: number): string {
  const label = charts[0]?.labels[at];
  if (label === undefined) return '';
  const parts = charts.map(
    ({ title, unit, series }) =>
      `${title} ${series.map(({ values }) => readout(values[at] ?? null)).join(', ')} ${unit}`,
  );
  return `${label}: ${parts.join('; ')}`;
}

type Change = (change: Partial<ChartsSearch>, how?: 'replace') => void;

function useSearchChange(): Change {
  const navigate = useNavigate({ from: '/c/$market/$ticker/charts' });
  return (change, how) => {
    navigate({ search: before => ({ ...before, ...change }), replace: how === 'replace', resetScroll: false });
  };
}

interface Other {
  /** `us.MSFT`. */
  address: string;
  name: string | undefined;
  data: CompanyFinancialsOut | undefined;
  error: Error | null;
}

/** The compared companies: annual figures only, one call per company. */
function useOthers(search: ChartsSearch, kind: string): Other[] {
  const isSignedIn = useIsSignedIn();
  const addresses = useMemo(() => (search.with ?? '').split(',').filter(Boolean).slice(0, MAX_OTHERS), [search.with]);
  const responses = useQueries({
    queries: addresses.map(address => ({
      ...apiQuery('getCompanyFinancials', { ...companyInput(parseAddress(address)), currency: search.cur }),
      enabled: isSignedIn && kind === 'fy',
    })),
  });
  return addresses.map((address, index) => ({
    address,
    name: responses[index]?.data?.entity.company_name,
    data: responses[index]?.data,
    error: responses[index]?.error ?? null,
  }));
}

/** `us.BRK.B`: the market ends at the first dot. */
function parseAddress(address: string): { market: string; ticker: string } {
  const point = address.indexOf('.');
  return { market: address.slice(0, point), ticker: address.slice(point + 1) };
}

interface CompareProps {
  search: ChartsSearch;
  others: readonly Other[];
  onChange: Change;
}

/** The compared companies, at most five. The price of each is shown first. */
function Compare({ search, others, onChange }: CompareProps) {
  const [isAdding, setAdding] = useState(false);
  const isFull = others.length >= MAX_OTHERS;
  const change = (addresses: string[]) => onChange({ with: addresses.length === 0 ? undefined : addresses.join(',') });
  if ((search.p ?? 'fy') !== 'fy') return <span className="quiet">Comparison needs annual figures.</span>;
  return (
    <>
      {others.map(({ address, name, error }) => (
        <span key={address} className={css.company}>
          {error ? `${address}: not available` : (name ?? address)}
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${name ?? address}`}
            onClick={() => change(others.map(other => other.address).filter(other => other !== address))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {isAdding ? (
        <div className={css.add} ref={focusWithin}>
          <SearchBox
            placeholder={`Company · ${formatCredits(creditsOf('getCompanyFinancials'))}`}
            onPick={company => {
              const { market, ticker } = companyParams(company);
              setAdding(false);
              change([...new Set([...others.map(other => other.address), `${market}.${ticker}`])]);
            }}
            onLeave={() => setAdding(false)}
          />
        </div>
      ) : isFull ? (
        <Note>At most five other companies can be compared.</Note>
      ) : (
        <button type="button" className="button plain" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          Compare
        </button>
      )}
    </>
  );
}

/** Focuses the field that was just opened. */
function focusWithin(element: HTMLElement | null): void {
  element?.querySelector('input')?.focus();
}
