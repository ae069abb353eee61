import type { FinancialsScreenOut } from '@asfiled/client';
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
import { Criteria, type Panel, yearWords } from './criteria.tsx';
import { toCsv, toTsv } from './export.ts';
import { FilterDialog, filterWords } from './filter-dialog.tsx';
import { MEASURES } from './measures.ts';
import css from './page.module.css';
import {
  DEFAULT_PAGE,
  type Filter,
  MOST_FILTERS,
  type Question,
  readQuestion,
  shownColumns,
  toInput,
  writeFilter,
  writeFilters,
} from './question.ts';
import { CompaniesAcross, CompaniesDown } from './screen-table.tsx';
import type { ScreenSearch } from './search.ts';
import { toTable } from './table.ts';
import { type Answer, useAnswer } from './use-answer.ts';

const route = getRouteApi('/screen');

const CREDITS = creditsOf('screenFinancials');
/** Charts compare as many. */
const MOST_IN_CHARTS = 6;

/** Companies by line items that are chosen, ordered and filtered; asked for by hand, since an answer costs. */
export default function ScreenPage() {
  const search = route.useSearch();
  const question = readQuestion(search, MEASURES);
  usePageTitle('Screen and compare');
  return (
    <>
      <div className={css.head}>
        <div className="grow">
          <h1>Screen and compare</h1>
          <p className="second">Companies by the lines they file. The address of this page keeps everything you set.</p>
        </div>
        <button type="button" className="button" onClick={() => copyText(location.href, 'The link')}>
          <Icon name="link" />
          Copy link
        </button>
      </div>
      {question && <Screen question={question} />}
    </>
  );
}

function Screen({ question }: { question: Question }) {
  const [panel, setPanel] = useState<Panel>(null);
  const change = useSearchChange();
  const answer = useAnswer(toInput(question));
  const data = answer.query?.data;
  const { filters, columns, companies, search } = question;
  const changeFilters = (next: readonly Filter[]) => change({ f: writeFilters(next) });
  const close = () => setPanel(null);
  useKeys({
    f: () => filters.length < MOST_FILTERS && setPanel({ kind: 'filter', filter: null }),
    r: () => answer.ask(toInput(question)),
    x: () => change({ view: search.view === undefined ? 'across' : undefined }),
  });
  return (
    <>
      <Criteria
        question={question}
        currencies={data?.currencies ?? []}
        onChange={change}
        onFilters={changeFilters}
        onOpen={setPanel}
      />
      {question.leftOut.length > 0 && (
        <Note isWarning>
          Left out of the address, since it is no line item, no filter or one too many: {question.leftOut.join(', ')}.
        </Note>
      )}
      <Answered question={question} answer={answer} onChange={change} onFilters={changeFilters} />
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

/** The filter in the place of the one that it changes, else at the end. */
function withFilter(filters: readonly Filter[], before: Filter | null, filter: Filter): readonly Filter[] {
  const replaced = before === null ? null : writeFilter(before);
  const others = filters.map(one => (writeFilter(one) === replaced ? filter : one));
  return before === null ? [...others, filter] : others;
}

interface AnsweredProps {
  question: Question;
  answer: Answer;
  onChange: (change: Partial<ScreenSearch>) => void;
  onFilters: (filters: readonly Filter[]) => void;
}

/** What it would cost, then what was found. */
function Answered({ question, answer, onChange, onFilters }: AnsweredProps) {
  const { query, isOfAnother, isAsking, ask } = answer;
  const run = () => ask(toInput(question));
  if (query === null) return <Ask question={question} onRun={run} />;
  return (
    <>
      {isOfAnother && !isAsking && (
        <div className={css.ask}>
          <span className="grow">The table answers the question as it was before. {costWords(question)} Run?</span>
          <button type="button" className="button primary" onClick={run}>
            Run
          </button>
        </div>
      )}
      <Loaded query={{ ...query, refetch: run }} what="the companies that pass" skeleton={<Skeleton lines={8} />}>
        {data => (
          <Found
            data={data}
            question={question}
            isOfAnother={isOfAnother}
            onChange={onChange}
            onFilters={onFilters}
            onNext={cursor => {
              ask({ ...toInput(question), cursor });
              onChange({ after: cursor });
            }}
          />
        )}
      </Loaded>
    </>
  );
}

/** Nothing was asked yet: the question in words, and its price. */
function Ask({ question, onRun }: { question: Question; onRun: () => void }) {
  const credits = useCredits();
  return (
    <StateBlock
      title={`${sentence(question)}.`}
      actions={
        <button type="button" className="button primary" onClick={onRun}>
          Run
        </button>
      }
    >
      {costWords(question)} Run?{credits !== null && ` You have ${formatCount(credits)} credits left.`}
    </StateBlock>
  );
}

function costWords({ search }: Question): string {
  return `${formatCredits(CREDITS)} a page of up to ${search.n ?? DEFAULT_PAGE} companies.`;
}

/** `All companies whose Revenue is at least 400 m; newest fiscal year, the largest Revenue first`. */
function sentence({ companies, filters, sort, search }: Question): string {
  const who = companies.length === 0 ? 'All companies' : `${companies.length} chosen companies`;
  const where = search.market === undefined ? '' : ` of market ${search.market}`;
  const which = filters.length === 0 ? '' : ` whose ${filters.map(filterWords).join(' and ')}`;
  const reported = search.rep === undefined ? '' : `, reported in ${search.rep}`;
  const currency = search.cur === undefined ? reported : `${reported}, converted to ${search.cur}`;
  const order = `the ${sort.isDescending ? 'largest' : 'smallest'} ${sort.item.label} first`;
  return `${who}${where}${which}${currency}; ${yearWords(search).toLowerCase()}, ${order}`;
}

interface FoundProps extends Omit<AnsweredProps, 'answer'> {
  data: FinancialsScreenOut;
  isOfAnother: boolean;
  onNext: (cursor: string) => void;
}

function Found({ data, question, isOfAnother, onChange, onFilters, onNext }: FoundProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const { search, sort, filters } = question;
  if (data.items.length === 0)
    return <Nobody data={data} question={question} onChange={onChange} onFilters={onFilters} />;
  const given = new Set(Object.keys(data.items[0]?.values ?? {}));
  const table = toTable(data, {
    // What the answer of another question does not have comes with the next one.
    columns: shownColumns(question).filter(({ code }) => given.has(code)),
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
      <MissingNote data={data} question={question} />
      {search.view === 'across' ? <CompaniesAcross {...props} /> : <CompaniesDown {...props} />}
      <div className={css.foot}>
        <span>– Not reported, which is not zero; last whichever way</span>
        {table.isConverted && (
          <span>≈ Converted by ECB rates: flows at the average of the year, balances at its last</span>
        )}
        <span>
          {formatCount(data.total)} {data.total === 1 ? 'company passes' : 'companies pass'}
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
          onClick={() => download(toCsv(table), `screen-${question.sort.item.code}.csv`, 'text/csv')}
        >
          <Icon name="download" />
          CSV
        </button>
        {!isOfAnother && <Pages data={data} search={search} onChange={onChange} onNext={onNext} />}
      </div>
    </div>
  );
}

/** Amounts of several currencies beside each other: what that means, and how to keep to one. */
function MixedNote({ currencies, onChange }: { currencies: readonly string[] } & Pick<AnsweredProps, 'onChange'>) {
  if (currencies.length < 2) return null;
  return (
    <Note isWarning>
      These companies report in {currencies.join(', ')}. Amounts stand as reported: nothing is converted, and their
      order is that of their digits. Convert all to one:
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

/** Chosen companies that the answer does not have. */
function MissingNote({ data, question: { companies, filters } }: { data: FinancialsScreenOut; question: Question }) {
  const missing = companies.length - data.total;
  if (companies.length === 0 || missing <= 0) return null;
  return (
    <Note>
      {missing} of the {companies.length} chosen companies {missing === 1 ? 'is' : 'are'} not here:{' '}
      {filters.length > 0 && 'a filter leaves them out, '}they have no figures of this year, or this store does not have
      them.
    </Note>
  );
}

function ChartsLink({ data }: { data: FinancialsScreenOut }) {
  const listed = data.items.filter(({ entity }) => entity.ticker !== null && entity.market_id !== null);
  const [first, ...others] = listed;
  if (!first || others.length === 0 || data.total > MOST_IN_CHARTS) return null;
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

/** A further page costs like the first, and its button says so. */
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

/** Nobody passes: what was asked, and the nearest way out. */
function Nobody({ data, question, onChange, onFilters }: Omit<FoundProps, 'isOfAnother' | 'onNext'>) {
  const { filters, search } = question;
  const last = filters.at(-1);
  const isNarrowed = [search.year, search.since, search.market, search.rep].some(part => part !== undefined);
  return (
    <StateBlock
      title={data.empty_reason === 'not_covered' ? 'This store has no such figures.' : 'No company passes.'}
      actions={
        <>
          {last && (
            <button type="button" className="button primary" onClick={() => onFilters(filters.slice(0, -1))}>
              Without “{filterWords(last)}”
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
      {sentence(question)}.
    </StateBlock>
  );
}

/** What only changes how the table looks; anything else is another question, which begins at its first page. */
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
