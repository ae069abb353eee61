import { type CompanyFinancialsOut, LINE_ITEMS } from '@asfiled/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AsOf } from '../../../components/data/as-of.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { copyText } from '../../../components/ui/announce.ts';
import { download } from '../../../components/ui/download.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Skeleton, StateBlock } from '../../../components/ui/state-block.tsx';
import type { Scale } from '../../../format/numbers.ts';
import { useKeys } from '../../../keyboard/keys.ts';
import { reasonLabels } from '../../../labels/labels.ts';
import { useCompany } from '../company.ts';
import { readPeriodSearch } from '../period-search.ts';
import { ConversionBanner, filedCurrencyOf, VersionBanner } from '../period-tools.tsx';
import { usePeriods } from '../periods.ts';
import { toCsv, toTsv } from './export.ts';
import { Legend } from './legend.tsx';
import { type FinancialsSearch, STATEMENTS } from './search.ts';
import { type Statement, type StatementCode, toStatement } from './statement.ts';
import { StatementGrid } from './statement-grid.tsx';
import { Toolbar } from './toolbar.tsx';

const route = getRouteApi('/c/$market/$ticker/financials');

const PERIOD_LABELS = { fy: 'years', q: 'quarters', ttm: 'twelve months' } as const;

/** A company's statements over time. */
export default function FinancialsPage() {
  const { company_name } = useCompany();
  const search = route.useSearch();
  const query = usePeriods(readPeriodSearch(search));
  usePageTitle(company_name, 'Financials');
  return (
    <Loaded query={query} subject={`the financials of ${company_name}`} skeleton={<Skeleton lines={8} />}>
      {financials => <Financials financials={financials} search={search} />}
    </Loaded>
  );
}

interface FinancialsProps {
  financials: CompanyFinancialsOut;
  search: FinancialsSearch;
}

function Financials({ financials, search }: FinancialsProps) {
  const { company_name, ticker } = useCompany();
  const change = useSearchChange();
  const { vintage } = readPeriodSearch(search);
  const statement = useStatement(financials, search);
  const folded = useMemo(() => foldedOf(search.fold), [search.fold]);
  const toggleFold = (group: StatementCode) => {
    const next = folded.includes(group) ? folded.filter(other => other !== group) : [...folded, group];
    change({ fold: next.length === 0 ? undefined : next.join(',') });
  };
  useFinancialsKeys(search, change);
  return (
    <>
      <Toolbar
        search={search}
        currency={financials.currency}
        filedCurrency={filedCurrencyOf(financials)}
        scale={statement.scale}
        onChange={change}
        onCopy={() => copyText(toTsv(statement, vintage), 'The table')}
        onDownload={() =>
          download(
            toCsv(company_name, statement, vintage),
            `${ticker ?? company_name}-${search.p ?? 'fy'}.csv`,
            'text/csv',
          )
        }
      />
      <VersionBanner search={search} onChange={change} />
      <ConversionBanner search={search} financials={financials} onChange={change} />
      {statement.groups.length === 0 ? (
        <StateBlock title={`No ${PERIOD_LABELS[search.p ?? 'fy']} available.`}>
          {company_name}: {reasonLabels(financials.empty_reason).long}.
        </StateBlock>
      ) : (
        <StatementGrid
          statement={statement}
          currency={financials.currency}
          company={company_name}
          vintage={vintage}
          folded={folded}
          onFold={toggleFold}
          pinned={search.cell ?? null}
          onPin={cell => change({ cell: cell ?? undefined }, 'replace')}
        />
      )}
      <Legend statement={statement}>
        <ChecksTag financials={financials} />
        <AsOf instant={financials.data_as_of} />
      </Legend>
    </>
  );
}

/** Recomputed only if the shown data change: pinning a source must not re-render thousands of cells. */
function useStatement(financials: CompanyFinancialsOut, search: FinancialsSearch): Statement {
  const { p, v, n, s = 'all', order, rows } = search;
  const scale = search.scale === undefined ? null : (Number(search.scale) as Scale);
  return useMemo(() => {
    const { vintage, count } = readPeriodSearch({ p, v, n });
    const newest = count === null ? financials.periods : financials.periods.slice(0, count);
    const columns = order === 'old' ? [...newest].reverse() : newest;
    const changes = financials.basis_changes ?? [];
    const options = { statement: s, vintage, scale, withSubLines: rows !== 'none', changes };
    return toStatement(LINE_ITEMS, columns, financials.periods, options);
  }, [financials, p, v, n, s, order, rows, scale]);
}

function foldedOf(fold: string | undefined): StatementCode[] {
  return (fold?.split(',') ?? []) as StatementCode[];
}

type Change = (change: Partial<FinancialsSearch>, how?: 'replace') => void;

/** Updates the URL: filters add a history entry, selections replace it. */
function useSearchChange(): Change {
  const navigate = useNavigate({ from: '/c/$market/$ticker/financials' });
  return (change, how) => {
    navigate({ search: before => ({ ...before, ...change }), replace: how === 'replace', resetScroll: false });
  };
}

function useFinancialsKeys(search: FinancialsSearch, change: Change): void {
  useKeys({
    ...Object.fromEntries(
      STATEMENTS.map((s, index) => [String(index + 1), () => change({ s: s === 'all' ? undefined : s })]),
    ),
    y: () => change({ p: undefined }),
    q: () => change({ p: 'q' }),
    t: () => change({ p: 'ttm' }),
    v: () => change({ v: search.v === undefined ? 'first' : undefined }),
    x: () => change({ rows: search.rows === undefined ? 'none' : undefined }),
  });
}

/** Whether the accounting identities of the newest period hold. */
function ChecksTag({ financials }: { financials: CompanyFinancialsOut }) {
  const [newest] = financials.periods;
  if (!newest) return null;
  if (newest.breaches.length > 0) return <span className="tag warn">{newest.breaches.length} checks do not pass</span>;
  return (
    <span className="tag good">
      <Icon name="check" />
      Checks pass
    </span>
  );
}
