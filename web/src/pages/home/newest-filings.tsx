import type { NewestFilingsOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { companyParams } from '../../components/data/company-params.ts';
import { FilingLink } from '../../components/data/filing-link.tsx';
import { FormTag } from '../../components/data/form-tag.tsx';
import { Loaded } from '../../components/data/loaded.tsx';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { Name } from '../../components/data/name.tsx';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { TableHead } from '../../components/ui/table-head.tsx';
import { formatAge, formatDay, formatInstant } from '../../format/dates.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { categoryLabel } from '../../labels/labels.ts';
import { onNotification } from '../../live/notification-stream.ts';
import css from './page.module.css';

type NewestFiling = NewestFilingsOut['filings'][number];

const SHOWN = 12;
const ASK_AGAIN_MS = 30_000;

/** A live list of the newest filings. While the pointer is over the list, new ones are held back. */
export function NewestFilings() {
  const query = useApi('listNewestFilings', { limit: SHOWN }, { refetchMs: ASK_AGAIN_MS });
  const [isHeld, setHeld] = useState(false);
  const { refetch } = query;
  // Filings of watched companies arrive by stream; others with the next refetch.
  useEffect(() => onNotification(item => item?.event_type === 'filing.discovered' && refetch()), [refetch]);
  return (
    <section
      className="card"
      aria-labelledby="newest"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="card-head">
        <h2 id="newest">Newest filings</h2>
        {query.data && !query.error && (
          <>
            <span className="dot" />
            <span className="quiet">Live</span>
          </>
        )}
      </div>
      <Loaded
        query={query}
        subject="the newest filings"
        skeleton={
          <div className={css.waitingFeed}>
            <Skeleton lines={8} />
          </div>
        }
      >
        {({ filings }) => <Feed filings={filings} isHeld={isHeld} />}
      </Loaded>
    </section>
  );
}

function Feed({ filings, isHeld }: { filings: readonly NewestFiling[]; isHeld: boolean }) {
  const list = useRef<HTMLTableElement>(null);
  useListKeys(list);
  const [shown, setShown] = useState(filings);
  const [seen] = useState(() => new Set(filings.map(({ filing_id }) => filing_id)));
  const waiting = filings.filter(
    filing => !shown.includes(filing) && !shown.some(other => other.filing_id === filing.filing_id),
  );
  useEffect(() => {
    if (!isHeld) setShown(filings);
  }, [filings, isHeld]);
  if (shown.length === 0) {
    return (
      <StateBlock title="No filings yet.">
        The operator can load filings: see <code className="mono">npm run asfiled -- ingest --help</code>.
      </StateBlock>
    );
  }
  return (
    <>
      {waiting.length > 0 && (
        <button type="button" className={css.waiting} onClick={() => setShown(filings)}>
          {waiting.length} new {waiting.length === 1 ? 'filing' : 'filings'}
        </button>
      )}
      <table ref={list} className={`plain-table ${css.feed}`}>
        <TableHead columns={['Filed', 'Company', 'Form', 'Description']} />
        <tbody>
          {shown.map(filing => (
            <FeedRow key={filing.filing_id} filing={filing} isNew={!seen.has(filing.filing_id)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function FeedRow({ filing, isNew }: { filing: NewestFiling; isNew: boolean }) {
  const description = [
    filing.title ?? categoryLabel(filing.category),
    filing.period_end && `to ${formatDay(filing.period_end)}`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <tr data-row="" className={isNew ? css.new : undefined}>
      <td className={css.time} title={formatInstant(filing.filed_at)}>
        {formatAge(filing.filed_at, Date.now())}
      </td>
      <td className={css.company}>
        <Link to="/c/$market/$ticker" params={companyParams(filing)}>
          <MarketTag marketId={filing.market_id} />{' '}
          <b>
            <Name text={filing.company_name} marketId={filing.market_id} />
          </b>{' '}
          <small className="mono">{filing.ticker}</small>
        </Link>
      </td>
      <td>
        <FormTag form={filing.form_type} marketId={filing.market_id} />
      </td>
      <td className="second">
        {filing.available.includes('sections') ? (
          <FilingLink filingId={filing.filing_id}>{description}</FilingLink>
        ) : (
          <a className="link" href={filing.url} rel="noreferrer">
            {description}
          </a>
        )}
      </td>
    </tr>
  );
}
