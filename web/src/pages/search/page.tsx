import type { FilingSectionSearchOut, Inputs } from '@asfiled/client';
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, Fragment, useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { AsOf } from '../../components/data/as-of.tsx';
import { companyParams } from '../../components/data/company-params.ts';
import { FilingLink, type FilingPlace } from '../../components/data/filing-link.tsx';
import { FormTag } from '../../components/data/form-tag.tsx';
import { Loaded } from '../../components/data/loaded.tsx';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { Name } from '../../components/data/name.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { copyText } from '../../components/ui/announce.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { useIsNarrow } from '../../components/ui/use-width.ts';
import { formatDay } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import { unescapeHtml } from '../../format/unescape-html.ts';
import { useKeys } from '../../keyboard/keys.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { Filters } from './filters.tsx';
import css from './page.module.css';
import type { SearchSearch } from './search.ts';

const route = getRouteApi('/search');

type Hit = FilingSectionSearchOut['items'][number];

const PAGE = 20;

/** Full-text search in sections of filings. */
export default function SearchPage() {
  const search = route.useSearch();
  const { q = '' } = search;
  const isNarrow = useIsNarrow();
  const list = useRef<HTMLElement>(null);
  useListKeys(list);
  useKeys({
    b: () => list.current?.querySelector<HTMLElement>('[data-row]:focus-within [data-earlier]')?.click(),
  });
  usePageTitle(q || undefined, 'Search');
  return (
    <div className={css.columns}>
      <details className={css.filterBox} open={!isNarrow}>
        <summary className="narrow">Filters</summary>
        <Filters />
      </details>
      <section aria-label="Results" ref={list}>
        <h1 className="visually-hidden">Search in filings</h1>
        <QuestionField key={q} q={q} />
        {q.length < 2 ? <HowToAsk /> : <HitPage key={JSON.stringify(search)} input={toInput(search)} offset={0} />}
      </section>
      <aside className="wide">
        <HowToAsk />
      </aside>
    </div>
  );
}

type SearchInput = Inputs['searchFilings'];

function toInput({ q = '', market, registry, form, from, to, section, lang }: SearchSearch): SearchInput {
  return {
    q,
    market_id: market,
    registry,
    form_types: form?.split(','),
    filed_from: from,
    filed_to: to,
    section_key: section,
    lang,
  };
}

/** One page of hits, and the next one on request. */
function HitPage({ input, offset }: { input: SearchInput; offset: number }) {
  const [wantsMore, setWantsMore] = useState(false);
  const query = useApi('searchFilings', { ...input, limit: PAGE, offset: offset === 0 ? undefined : offset });
  return (
    <Loaded query={query} subject={`sections with ${input.q}`}>
      {response => (
        <>
          {offset === 0 && <Total answer={response} />}
          <ol className={css.hits}>
            {response.items.map(hit => (
              <HitItem key={`${hit.filing_id} ${hit.section_key}`} hit={hit} />
            ))}
          </ol>
          {wantsMore ? (
            <HitPage input={input} offset={offset + PAGE} />
          ) : (
            <p className="row">
              {response.total > offset + response.items.length && (
                <button type="button" className="button" onClick={() => setWantsMore(true)}>
                  {PAGE} more · 1 credit
                </button>
              )}
              {response.items.length > 0 && <AsOf instant={response.data_as_of} />}
            </p>
          )}
        </>
      )}
    </Loaded>
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
    <form onSubmit={submit} className={css.input}>
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

/** The number of hits, or hints if there is no hit. */
function Total({ answer: response }: { answer: FilingSectionSearchOut }) {
  if (response.total === 0) {
    return (
      <StateBlock
        title="No section contains all of these words."
        actions={
          <Link className="button primary" to="/search" search={before => ({ q: before.q })}>
            Clear all filters
          </Link>
        }
      >
        Use fewer words, or join alternatives with <b>or</b>.
      </StateBlock>
    );
  }
  return (
    <p className={css.total}>
      <b>
        {response.total_is_exact ? '' : 'More than '}
        {formatCount(response.total)} {response.total === 1 ? 'section' : 'sections'}
      </b>
      {response.searched_from && (
        <span className="quiet"> ranked among filings since {formatDay(response.searched_from)}</span>
      )}
    </p>
  );
}

function HitItem({ hit }: { hit: Hit }) {
  const place = { sectionKey: hit.section_key, find: firstMarked(hit.snippet), at: hit.passage_start };
  return (
    <li className={css.hit} data-row="">
      <p className="row">
        <MarketTag marketId={hit.market_id} />
        <Link to="/c/$market/$ticker" params={companyParams(hit)}>
          <b>
            <Name text={hit.company_name} marketId={hit.market_id} />
          </b>{' '}
          <small className="mono quiet">{hit.ticker}</small>
        </Link>
        <FormTag form={hit.form_type} marketId={hit.market_id} />
        <span className="grow" />
        <span className="quiet nowrap">{formatDay(hit.filed_at)}</span>
      </p>
      <p data-opens="">
        <FilingLink filingId={hit.filing_id} place={place}>
          {hit.title}
        </FilingLink>
      </p>
      <p className="second">
        <SnippetText html={hit.snippet} />
      </p>
      <HitActions hit={hit} place={place} />
    </li>
  );
}

/** Actions on the focused result. */
function HitActions({ hit, place }: { hit: Hit; place: FilingPlace }) {
  const router = useRouter();
  const params = { filingId: hit.filing_id, sectionKey: hit.section_key };
  return (
    <p className={css.actions}>
      <FilingLink className="button small primary" filingId={hit.filing_id} place={place}>
        Open at match <kbd>↵</kbd>
      </FilingLink>
      <Link
        className="button small"
        to="/f/$filingId/$sectionKey/compare"
        params={params}
        preload={false}
        data-earlier=""
        title="Compares the section with a year earlier; the next page shows the price"
      >
        Compare with a year earlier <kbd>B</kbd>
      </Link>
      <button
        type="button"
        className="button small"
        onClick={() => {
          const { href } = router.buildLocation({
            to: '/f/$filingId/$sectionKey',
            params,
            search: { find: place.find, at: place.at === 0 ? undefined : String(place.at) },
          });
          copyText(location.origin + href, 'The link');
        }}
      >
        <Icon name="link" />
        Link
      </button>
    </p>
  );
}

function HowToAsk() {
  return (
    <div className={css.help}>
      <h2>Search syntax</h2>
      <dl>
        <dt className="mono">"going concern"</dt>
        <dd>exact phrase</dd>
        <dt className="mono">covenant or waiver</dt>
        <dd>either</dd>
        <dt className="mono">covenant -waiver</dt>
        <dd>without</dd>
      </dl>
    </div>
  );
}

const MARK = /<mark>(.*?)<\/mark>/gs;

/** A search snippet: escaped HTML with matches in `<mark>`, parsed as text and never inserted as markup. */
function SnippetText({ html }: { html: string }) {
  const marks = [...html.matchAll(MARK)].map(({ 0: whole, 1: word = '', index }) => ({
    word,
    index,
    end: index + whole.length,
  }));
  return (
    <>
      {marks.map(({ word, index }, place) => (
        <Fragment key={index}>
          {unescapeHtml(html.slice(marks[place - 1]?.end ?? 0, index))}
          <mark>{unescapeHtml(word)}</mark>
        </Fragment>
      ))}
      {unescapeHtml(html.slice(marks.at(-1)?.end ?? 0))}
    </>
  );
}

const MARKED_RUN = /<mark>[^<]*<\/mark>(?:\s<mark>[^<]*<\/mark>)*/;

/** The first run of adjacent matches in a snippet, to find it in the section. */
function firstMarked(html: string): string | undefined {
  const run = MARKED_RUN.exec(html)?.[0];
  return run === undefined ? undefined : unescapeHtml(run.replace(/<\/?mark>/g, ''));
}
