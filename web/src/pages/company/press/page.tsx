import type { ListedPressRelease, ProductListPressReleasesOut } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { PreviewNote } from '../../../components/data/preview-note.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay, formatInstant, formatLocally } from '../../../format/dates.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { pressTierLabel, wireLabel } from '../../../labels/labels.ts';
import { companyRoute, useCompany } from '../company.ts';
import css from '../entries.module.css';

const route = getRouteApi('/c/$market/$ticker/press');

const MAX_RELEASES = 100;
const TIERS = ['1', '2', '3'] as const;

/** Press releases about a company, newest first. */
export default function PressPage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const { tier } = route.useSearch();
  const isListed = !ticker.includes(':');
  const query = useApi(
    'listPressReleases',
    { ticker, market, limit: MAX_RELEASES, ...(tier === undefined ? {} : { tier: Number(tier) }) },
    { enabled: isListed, keepPrevious: true },
  );
  usePageTitle(company.company_name, 'Press');
  if (!isListed)
    return (
      <StateBlock title={`${company.company_name} is not listed.`}>
        Wires tag press releases by listing, and this company has none.
      </StateBlock>
    );
  return (
    <Loaded query={query} subject={`the press releases of ${company.company_name}`}>
      {response => (
        <>
          <TierLinks chosen={tier} />
          <PreviewNote preview={response.preview} noun="releases" />
          <Releases answer={response} />
          <p className={css.foot}>
            {response.has_more && response.preview === null && (
              <span className="quiet">Showing the newest {MAX_RELEASES}. </span>
            )}
            <AsOf instant={response.data_as_of} />
          </p>
        </>
      )}
    </Loaded>
  );
}

/** Chips that filter by tier. */
function TierLinks({ chosen }: { chosen: (typeof TIERS)[number] | undefined }) {
  return (
    <nav className="choices" aria-label="Kinds of releases">
      {[undefined, ...TIERS].map(tier => (
        <Link
          key={tier ?? 'all'}
          from={route.id}
          to="."
          search={{ tier }}
          className="button small"
          aria-current={tier === chosen ? 'true' : undefined}
          resetScroll={false}
        >
          {tier === undefined ? 'All' : pressTierLabel(tier)}
        </Link>
      ))}
    </nav>
  );
}

function Releases({ answer: { items, empty_reason, company_name } }: { answer: ProductListPressReleasesOut }) {
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  if (items.length === 0)
    return empty_reason === 'not_reported' ? (
      <StateBlock title="No press releases of this kind.">Choose another kind.</StateBlock>
    ) : (
      <StateBlock title={`No press releases of ${company_name} yet.`}>
        This service reads new releases of GlobeNewswire and PR Newswire. Older releases are on their sites only.
      </StateBlock>
    );
  return (
    <ol className={`card ${css.list}`} ref={list}>
      {items.map(release => (
        <Release key={release.press_release_id} release={release} />
      ))}
    </ol>
  );
}

function Release({ release }: { release: ListedPressRelease }) {
  const { title, url, summary, published_at, source, language, subjects = [], also_tagged } = release;
  const lang = language === 'und' ? undefined : language;
  return (
    <li data-row="">
      <p className={css.when}>
        <time dateTime={published_at} title={`${formatInstant(published_at)} · ${formatLocally(published_at)}`}>
          {formatDay(published_at)}
        </time>
        <span className="quiet">{wireLabel(source)}</span>
      </p>
      <div className="grow">
        <h2 lang={lang}>
          {url === undefined ? (
            title
          ) : (
            <a className="link" href={url} rel="noreferrer">
              {title}
            </a>
          )}
        </h2>
        {summary && <p lang={lang}>{summary}</p>}
        <p className={css.tags}>
          <span className="tag">{pressTierLabel(String(release.tier))}</span>
          {subjects.map(({ subject_code, label }) => (
            <span key={subject_code} className="chip">
              {label}
            </span>
          ))}
          {also_tagged.length > 0 && (
            <span className="second">
              also{' '}
              {also_tagged.map(({ ticker, market_id }, index) => (
                <span key={`${market_id} ${ticker}`}>
                  {index > 0 && ', '}
                  <Link className="link" to="/c/$market/$ticker" params={{ market: market_id, ticker }}>
                    {ticker}
                  </Link>
                </span>
              ))}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
