import type { Inputs, NotificationItem } from '@asfiled/client';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { NotificationRows } from '../../components/data/notification-rows.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Segments } from '../../components/ui/segments.tsx';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { formatDay } from '../../format/dates.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { NOTIFIED_EVENTS } from '../../labels/events.ts';
import css from './page.module.css';
import type { NotificationsSearch } from './search.ts';

const route = getRouteApi('/notifications');

const PAGE = 50;

/** All notifications by day. */
export default function NotificationsPage() {
  const search = route.useSearch();
  const list = useRef<HTMLElement>(null);
  useListKeys(list);
  usePageTitle('Notifications');
  const all = useChange('markAllNotificationsRead', ['listNotifications', 'countUnreadNotifications']);
  const { data: count } = useApi('countUnreadNotifications', {});
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1 className="grow">Notifications</h1>
        <button
          type="button"
          className="button"
          disabled={all.isBusy || !count || count.unread_count === 0}
          onClick={() => all.run({})}
        >
          Mark all as read
        </button>
      </div>
      <Filters />
      <ChangeError of={all} />
      <section ref={list} aria-label="Notifications">
        <Page key={JSON.stringify(search)} search={search} cursor={undefined} before={null} />
      </section>
    </div>
  );
}

function Filters() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/notifications' });
  const { data: markets } = useApi('listMarkets', {});
  const change = (part: Partial<NotificationsSearch>) => navigate({ search: before => ({ ...before, ...part }) });
  return (
    <div className={css.filters}>
      <Segments
        label="Which"
        value={search.unread ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          { value: '1', label: 'Unread' },
        ]}
        onChange={value => change({ unread: value === '1' ? '1' : undefined })}
      />
      <select
        className="field"
        aria-label="Event"
        value={search.type ?? ''}
        onChange={event => change({ type: event.target.value || undefined })}
      >
        <option value="">All events</option>
        {NOTIFIED_EVENTS.map(({ type, label }) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label="Market"
        value={search.market ?? ''}
        onChange={event => change({ market: event.target.value || undefined })}
      >
        <option value="">All markets</option>
        {markets?.items.map(({ market_id, name }) => (
          <option key={market_id} value={market_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PageProps {
  search: NotificationsSearch;
  cursor: string | undefined;
  /** The last day of the previous page, whose heading is already shown. */
  before: string | null;
}

/** One page of notifications, and the next one on request. */
function Page({ search, cursor, before }: PageProps) {
  const [wantsMore, setWantsMore] = useState(false);
  const query = useApi('listNotifications', { ...toInput(search), cursor });
  return (
    <Loaded query={query} subject="your notifications">
      {({ items, next_cursor: next }) => (
        <>
          {items.length === 0 && cursor === undefined && <Nothing search={search} />}
          {byDay(items).map(({ day, items: ofDay }) => (
            <section key={day} aria-label={formatDay(day)}>
              {day !== before && <h2 className={css.day}>{formatDay(day)}</h2>}
              <div className="card">
                <NotificationRows items={ofDay} />
              </div>
            </section>
          ))}
          {next !== null && !wantsMore && (
            <button type="button" className="button" onClick={() => setWantsMore(true)}>
              Show earlier
            </button>
          )}
          {next !== null && wantsMore && (
            <Page search={search} cursor={next} before={items.at(-1)?.created_at.slice(0, 10) ?? before} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Nothing({ search }: { search: NotificationsSearch }) {
  const isNarrowed = Object.values(search).some(value => value !== undefined);
  return (
    <div className="card">
      <StateBlock
        title={isNarrowed ? 'No notifications match.' : 'No notifications yet.'}
        actions={
          isNarrowed ? (
            <Link className="button primary" to="/notifications">
              Show all
            </Link>
          ) : (
            <Link className="button primary" to="/watchlist">
              Open the watchlist
            </Link>
          )
        }
      >
        {!isNarrowed && 'New filings of the companies on your watchlist will appear here.'}
      </StateBlock>
    </div>
  );
}

type Input = Inputs['listNotifications'];

function toInput({ unread, type, market }: NotificationsSearch): Input {
  const known = NOTIFIED_EVENTS.find(event => event.type === type)?.type;
  return {
    limit: PAGE,
    unread_only: unread === '1' ? true : undefined,
    event_types: known === undefined ? undefined : [known],
    market_ids: market === undefined ? undefined : [market],
  };
}

/** The UTC day. */
function byDay(items: readonly NotificationItem[]): { day: string; items: NotificationItem[] }[] {
  const days: { day: string; items: NotificationItem[] }[] = [];
  for (const item of items) {
    const day = item.created_at.slice(0, 10);
    if (days.at(-1)?.day === day) days.at(-1)?.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
