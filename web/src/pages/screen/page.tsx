import type { FinancialsScreenOut, ScreenParameters } from '@asfiled/client';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { creditsOf, formatCredits } from '../../api/prices.ts';
import { useCredits } from '../../api/use-credits.ts';
import { AsOf } from '../../components/data/as-of.tsx';
import { companyParams } from '../../components/data/company-params.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { copyText } from '../../components/ui/announce.ts';
import { download } from '../../components/ui/download.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Note, Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import type { LineItem } from '../../format/line-items.ts';
import { formatCount, type Scale } from '../../format/numbers.ts';
import { useKeys } from '../../keyboard/keys.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { CompaniesDialog, companyKey } from './companies-dialog.tsx';
import { ConditionInput } from './condition-input.tsx';
import {
  type Criteria,
  DEFAULT_PAGE,
  type Filter,
  MAX_FILTERS,
  readCriteria,
  shownColumns,
  toInput,
  writeFilter,
  writeFilters,
} from './criteria.ts';
import { CriteriaBar, type Panel, yearLabel } from './criteria-bar.tsx';
import { toCsv, toTsv } from './export.ts';
import { describeFilter, FilterDialog } from './filter-dialog.tsx';
import { MEASURES } from './measures.ts';
import css from './page.module.css';
import { SaveDialog } from './save-dialog.tsx';
import { CompaniesAsColumns, CompaniesAsRows } from './screen-table.tsx';
import type { ScreenSearch } from './search.ts';
import { toTable } from './table.ts';
import { type ScreenQuery, useScreenResult } from './use-screen-result.ts';

const route = getRouteApi('/screen');

const CREDITS = creditsOf('screenFinancials');
/** The maximum number of companies in charts. */
const MAX_IN_CHARTS = 6;

/** Screens companies by line items; runs on demand, since a result costs credits. */
export default function ScreenPage() {
  const search = route.useSearch();
  const criteria = readCriteria(search, MEASURES);
  const [isSaving, setSaving] = useState(false);
  usePageTitle('Screen and compare');
  return (
    <>
      <div className={css.head}>
        <div className="grow">
          <h1>Screen and compare</h1>
          <p className="second">Screen companies by reported line items. The URL of this page contains all settings.</p>
        </div>
        <Link className="button" to="/screens">
          Saved screens
        </Link>
        <button type="button" className="button" onClick={() => setSaving(true)}>
          Save…
        </button>
        <button type="button" className="button" onClick={() => copyText(location.href, 'The link')}>
          <Icon name="link" />
          Copy link
        </button>
      </div>
      {criteria && <Screen criteria={criteria} />}
      {criteria && isSaving && <SaveDialog query={toSavedQuery(criteria)} onClose={() => setSaving(false)} />}
    </>
  );
}

/** The API parameters of a screen that can be saved: those of its companies, not of a page. */
function toSavedQuery(criteria: Criteria): ScreenParameters {
  const { limit: _, cursor: __, as_of: ___, view: ____, ...saved } = toInput(criteria);
  return Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== undefined));
}

function Screen({ criteria }: { criteria: Criteria }) {
  const [panel, setPanel] = useState<Panel>(null);
  const change = useSearchChange();
  const result = useScreenResult(toInput(criteria));
  const data = result.query?.data;
  const { filters, columns, companies, search } = criteria;
  const changeFilters = (next: readonly Filter[]) => change({ f: writeFilters(next) });
  const close = () => setPanel(null);
  useKeys({
    f: () => filters.length < MAX_FILTERS && setPanel({ kind: 'filter', filter: null }),
    r: () => result.run(toInput(criteria)),
    x: () => change({ view: search.view === undefined ? 'across' : undefined }),
  });
  return (
    <>
      <CriteriaBar
        criteria={criteria}
        currencies={data?.currencies ?? []}
        onChange={change}
        onFilters={changeFilters}
        onOpen={setPanel}
      />
      <ConditionInput key={search.where} condition={search.where} onChange={where => change({ where })} />
      {criteria.ignored.length > 0 && (
        <Note isWarning>
          Ignored in the URL (unknown line item, invalid filter, or too many): {criteria.ignored.join(', ')}.
        </Note>
      )}
      <ScreenResult criteria={criteria} result={result} onChange={change} onFilters={changeFilters} />
      {panel?.kind === 'filter' && (
        <FilterDialog
          filter={panel.filter}
          onClose={close}
          onDone={filter => {
            changeFilters(withFilter(filters, panel.filter, filter));
            close();
          }}
        />
      )}
      {panel?.kind === 'columns' && (
        <ColumnsDialog
          chosen={columns}
          onClose={close}
          onChange={chosen => change({ cols: chosen.map(({ code }) => code).join(',') })}
        />
      )}
      {panel?.kind === 'companies' && (
        <CompaniesDialog
          companies={companies}
          names={new Map(data?.items.map(({ entity }) => [companyKey(entity), entity.company_name]))}
          onClose={close}
          onChange={chosen => change({ add: chosen.join(',') || undefined })}
        />
      )}
    </>
  );
}

/** Replaces the edited filter, or appends a new one. */
function withFilter(filters: readonly Filter[], before: Filter | null, filter: Filter): readonly Filter[] {
  const replaced = before === null ? null : writeFilter(before);
  const others = filters.map(existing => (writeFilter(existing) === replaced ? filter : existing));
  return before === null ? [...others, filter] : others;
}

interface ScreenResultProps {
  criteria: Criteria;
  result: ScreenQuery;
  onChange: (change: Partial<ScreenSearch>) => void;
  onFilters: (filters: readonly Filter[]) => void;
}

/** The price of the screen, then its result. */
function ScreenResult({ criteria, result, onChange, onFilters }: ScreenResultProps) {
  const { query, isOutdated, isRunning, run: runWith } = result;
  const run = () => runWith(toInput(criteria));
  if (query === null) return <RunPrompt criteria={criteria} onRun={run} />;
  return (
    <>
      {isOutdated && !isRunning && (
        <div className={css.ask}>
          <span className="grow">
            The table shows the result of the previous criteria. {describeCost(criteria)} Run?
          </span>
          <button type="button" className="button primary" onClick={run}>
            Run
          </button>
        </div>
      )}
      <Loaded query={{ ...query, refetch: run }} subject="the matching companies" skeleton={<Skeleton lines={8} />}>
        {data => (
          <ResultTable
            data={data}
            criteria={criteria}
            isOutdated={isOutdated}
            onChange={onChange}
            onFilters={onFilters}
            onNext={cursor => {
              runWith({ ...toInput(criteria), cursor });
              onChange({ after: cursor });
            }}
          />
        )}
      </Loaded>
    </>
  );
}

/** Shown before the first run: the criteria in words and the price. */
function RunPrompt({ criteria, onRun }: { criteria: Criteria; onRun: () => void }) {
  const credits = useCredits();
  return (
    <StateBlock
      title={`${sentence(criteria)}.`}
      actions={
        <button type="button" className="button primary" onClick={onRun}>
          Run
        </button>
      }
    >
      {describeCost(criteria)} Run?{credits !== null && ` You have ${formatCount(credits)} credits left.`}
    </StateBlock>
  );
}

function describeCost({ search }: Criteria): string {
  return `${formatCredits(CREDITS)} per page of up to ${search.n ?? DEFAULT_PAGE} companies.`;
}

/** `All companies whose Revenue is at least 400 m; newest fiscal year, the largest Revenue first`. */
function sentence({ companies, filters, sort, search }: Criteria): string {
  const who = companies.length === 0 ? 'All companies' : `${companies.length} selected companies`;
  const where = search.market === undefined ? '' : ` in market ${search.market}`;
  const conditions = [...filters.map(describeFilter), ...(search.where === undefined ? [] : [search.where])];
  const which = conditions.length === 0 ? '' : ` whose ${conditions.join(' and ')}`;
  const reported = search.rep === undefined ? '' : `, reported in ${search.rep}`;
  const currency = search.cur === undefined ? reported : `${reported}, converted to ${search.cur}`;
  const order = `the ${sort.isDescending ? 'largest' : 'smallest'} ${sort.item.label} first`;
  return `${who}${where}${which}${currency}; ${yearLabel(search).toLowerCase()}, ${order}`;
}

interface ResultTableProps extends Omit<ScreenResultProps, 'result'> {
  data: FinancialsScreenOut;
  isOutdated: boolean;
  onNext: (cursor: string) => void;
}

function ResultTable({ data, criteria, isOutdated, onChange, onFilters, onNext }: ResultTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const { search, sort, filters } = criteria;
  if (data.items.length === 0)
    return <NoMatch data={data} criteria={criteria} onChange={onChange} onFilters={onFilters} />;
  const given = new Set(Object.keys(data.items[0]?.values ?? {}));
  const table = toTable(data, {
    // Columns that the shown result does not have are filled by the next run.
    columns: shownColumns(criteria).filter(({ code }) => given.has(code)),
    sort,
    scale: search.scale === undefined ? null : (Number(search.scale) as Scale),
  });
  const isPart = data.next_cursor !== null || search.after !== undefined;
  const props = {
    table,
    isDescending: sort.isDescending,
    count: `${formatCount(table.rows.length)}${isPart ? ' on this page' : ''}`,
    onSort: (item: LineItem) => {
      const isDescending = item !== sort.item || !sort.isDescending;
      const code = `${isDescending ? '-' : ''}${item.code}`;
      onChange({ sort: code === '-revenue' ? undefined : code });
    },
  };
  return (
    <div ref={list}>
      <MixedNote currencies={data.currencies} onChange={onChange} />
      <MissingNote data={data} criteria={criteria} />
      {search.view === 'across' ? <CompaniesAsColumns {...props} /> : <CompaniesAsRows {...props} />}
      <div className={css.foot}>
        <span>– Not reported (not the same as zero); always sorted last</span>
        {table.isConverted && (
          <span>≈ Converted at ECB rates: flows at the year’s average, balances at its closing rate</span>
        )}
        <span>
          {formatCount(data.total)} {data.total === 1 ? 'company matches' : 'companies match'}
          {filters.length > 0 && (filters.length === 1 ? ' the filter' : ` all ${filters.length} filters`)}
        </span>
        <span className="grow" />
        <AsOf instant={data.data_as_of} />
        <ChartsLink data={data} />
        <button type="button" className="button small" onClick={() => copyText(toTsv(table), 'The table')}>
          <Icon name="copy" />
          Copy
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => download(toCsv(table), `screen-${criteria.sort.item.code}.csv`, 'text/csv')}
        >
          <Icon name="download" />
          CSV
        </button>
        {!isOutdated && <Pages data={data} search={search} onChange={onChange} onNext={onNext} />}
      </div>
    </div>
  );
}

/** A note on mixed currencies, with buttons to choose one. */
function MixedNote({ currencies, onChange }: { currencies: readonly string[] } & Pick<ScreenResultProps, 'onChange'>) {
  if (currencies.length < 2) return null;
  return (
    <Note isWarning>
      These companies report in {currencies.join(', ')}. Amounts are shown as reported, without conversion, and their
      order ignores the currency. Convert all to one:
      <span className={css.currencies}>
        {currencies.map(cur => (
          <button key={cur} type="button" className="button small" onClick={() => onChange({ cur })}>
            {cur}
          </button>
        ))}
      </span>
    </Note>
  );
}

/** Selected companies that are missing from the result. */
function MissingNote({ data, criteria: { companies, filters } }: { data: FinancialsScreenOut; criteria: Criteria }) {
  const missing = companies.length - data.total;
  if (companies.length === 0 || missing <= 0) return null;
  return (
    <Note>
      {missing} of the {companies.length} selected companies {missing === 1 ? 'is' : 'are'} missing:{' '}
      {filters.length > 0 && 'a filter excludes them, '}they have no figures for this year, or they are not stored.
    </Note>
  );
}

function ChartsLink({ data }: { data: FinancialsScreenOut }) {
  const listed = data.items.filter(({ entity }) => entity.ticker !== null && entity.market_id !== null);
  const [first, ...others] = listed;
  if (!first || others.length === 0 || data.total > MAX_IN_CHARTS) return null;
  return (
    <Link
      className="button small"
      to="/c/$market/$ticker/charts"
      params={companyParams(first.entity)}
      search={{ with: others.map(({ entity }) => companyKey(entity)).join(',') }}
    >
      Compare in charts
    </Link>
  );
}

interface PagesProps {
  data: FinancialsScreenOut;
  search: ScreenSearch;
  onChange: (change: Partial<ScreenSearch>) => void;
  onNext: (cursor: string) => void;
}

/** Paging; the button shows the price of the next page. */
function Pages({ data, search, onChange, onNext }: PagesProps) {
  const { next_cursor: next } = data;
  return (
    <>
      {search.after !== undefined && (
        <button type="button" className="button small" onClick={() => onChange({ after: undefined })}>
          First page
        </button>
      )}
      {next !== null && (
        <button type="button" className="button small" onClick={() => onNext(next)}>
          Next page, {formatCredits(CREDITS)}
        </button>
      )}
    </>
  );
}

/** Shown if no company matches: the criteria, and buttons to relax them. */
function NoMatch({ data, criteria, onChange, onFilters }: Omit<ResultTableProps, 'isOutdated' | 'onNext'>) {
  const { filters, search } = criteria;
  const last = filters.at(-1);
  const isNarrowed = [search.year, search.since, search.market, search.rep].some(part => part !== undefined);
  return (
    <StateBlock
      title={data.empty_reason === 'not_covered' ? 'No such figures are stored.' : 'No companies match.'}
      actions={
        <>
          {last && (
            <button type="button" className="button primary" onClick={() => onFilters(filters.slice(0, -1))}>
              Without “{describeFilter(last)}”
            </button>
          )}
          {search.where !== undefined && (
            <button type="button" className="button" onClick={() => onChange({ where: undefined })}>
              Without the condition
            </button>
          )}
          {isNarrowed && (
            <button
              type="button"
              className="button"
              onClick={() => onChange({ year: undefined, since: undefined, market: undefined, rep: undefined })}
            >
              All markets, years and currencies
            </button>
          )}
        </>
      }
    >
      {sentence(criteria)}.
    </StateBlock>
  );
}

/** Display options keep the page; any other change starts a new query at its first page. */
const LOOKS: ReadonlySet<string> = new Set(['view', 'scale', 'after']);

function useSearchChange(): (change: Partial<ScreenSearch>) => void {
  const navigate = useNavigate({ from: '/screen' });
  return change => {
    const isSamePage = Object.keys(change).every(key => LOOKS.has(key));
    navigate({
      search: before => ({ ...before, ...(isSamePage ? {} : { after: undefined }), ...change }),
      resetScroll: false,
    });
  };
}
