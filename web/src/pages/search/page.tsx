import type { FilingSectionSearchOut } from '@asfiled/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { AsOf } from '../../components/as-of.tsx';
import { companyAddress } from '../../components/company-address.ts';
import { FilingLink } from '../../components/filing-link.tsx';
import { FormTag } from '../../components/form-tag.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { MarketTag } from '../../components/market-tag.tsx';
import { Name } from '../../components/name.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { StateBlock } from '../../components/state-block.tsx';
import { formatDay } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { Filters } from './filters.tsx';
import css from './page.module.css';
import { searchRoute } from './route.ts';
import { SnippetText } from './snippet.tsx';

type Hit = FilingSectionSearchOut['items'][number];

const PAGE = 20;

/** Sections of filings that have the words asked for. */
export default function SearchPage() {
  const { q = '', ...filters } = searchRoute.useSearch();
  const [limit, setLimit] = useState(PAGE);
  const query = useApi(
    'searchFilings',
    {
      q,
      limit,
      market_id: filters.market,
      registry: filters.registry,
      form_types: filters.form?.split(','),
      filed_from: filters.from,
      filed_to: filters.to,
      section_key: filters.section,
      lang: filters.lang,
    },
    { enabled: q.length >= 2, keepPrevious: true },
  );
  usePageTitle(q || undefined, 'Search');
  return (
    <div className={css.columns}>
      <Filters />
      <section aria-label="Results">
        <h1 className="visually-hidden">Search in filings</h1>
        <QuestionField key={q} q={q} />
        {q.length < 2 ? (
          <HowToAsk />
        ) : (
          <Loaded query={query} what={`sections with ${q}`}>
            {answer => <Hits answer={answer} onMore={limit < 50 ? () => setLimit(50) : null} />}
          </Loaded>
        )}
      </section>
      <aside className="wide">
        <HowToAsk />
      </aside>
    </div>
  );
}

function QuestionField({ q }: { q: string }) {
  const navigate = useNavigate({ from: '/search' });
  const [text, setText] = useState(q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate({ search: before => ({ ...before, q: text.trim() || undefined }) });
  };
  return (
    <form onSubmit={submit} className={css.question}>
      <input
        className="field grow"
        type="search"
        aria-label="Words in filings"
        placeholder="Words in filings"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <button type="submit" className="button primary">
        Find
      </button>
    </form>
  );
}

function Hits({ answer, onMore }: { answer: FilingSectionSearchOut; onMore: (() => void) | null }) {
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  if (answer.items.length === 0) {
    return (
      <StateBlock
        title="No section has all of these words."
        actions={
          <Link className="button primary" to="/search" search={before => ({ q: before.q })}>
            Clear all filters
          </Link>
        }
      >
        Fewer words, or words joined by <b>or</b>, find more.
      </StateBlock>
    );
  }
  return (
    <>
      <p className={css.total}>
        <b>
          {answer.total_is_exact ? '' : 'More than '}
          {formatCount(answer.total)} {answer.total === 1 ? 'section' : 'sections'}
        </b>
        {answer.searched_from && (
          <span className="quiet"> ranked among filings since {formatDay(answer.searched_from)}</span>
        )}
      </p>
      <ol className={css.hits} ref={list}>
        {answer.items.map(hit => (
          <HitItem key={`${hit.filing_id} ${hit.section_key}`} hit={hit} />
        ))}
      </ol>
      {onMore && answer.total > answer.items.length && (
        <button type="button" className="button" onClick={onMore}>
          More
        </button>
      )}{' '}
      <AsOf instant={answer.data_as_of} />
    </>
  );
}

function HitItem({ hit }: { hit: Hit }) {
  return (
    <li className={css.hit} data-row="">
      <p className="row">
        <MarketTag marketId={hit.market_id} />
        <Link to="/c/$market/$ticker" params={companyAddress(hit)}>
          <b>
            <Name text={hit.company_name} marketId={hit.market_id} />
          </b>{' '}
          <small className="mono quiet">{hit.ticker}</small>
        </Link>
        <FormTag form={hit.form_type} marketId={hit.market_id} />
        <span className="grow" />
        <span className="quiet nowrap">{formatDay(hit.filed_at)}</span>
      </p>
      <p>
        <FilingLink filingId={hit.filing_id}>{hit.title}</FilingLink>
      </p>
      <p className="second">
        <SnippetText html={hit.snippet} />
      </p>
    </li>
  );
}

function HowToAsk() {
  return (
    <div className={css.help}>
      <h2>How to ask</h2>
      <dl>
        <dt className="mono">"going concern"</dt>
        <dd>these words together</dd>
        <dt className="mono">covenant or waiver</dt>
        <dd>either</dd>
        <dt className="mono">covenant -waiver</dt>
        <dd>without</dd>
      </dl>
    </div>
  );
}
