import type { NotificationItem } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/use-change.ts';
import { formatAge, formatInstant } from '../../format/dates.ts';
import { languageOf } from '../../format/language.ts';
import css from './notification-rows.module.css';

/** Notifications, each a link to its subject; opening one marks it as read. */
export function NotificationRows({ items }: { items: readonly NotificationItem[] }) {
  const read = useChange('markNotificationRead', ['listNotifications', 'countUnreadNotifications']);
  return (
    <ul className={css.list}>
      {items.map(item => (
        <li key={item.id} data-row="" data-unread={item.read_at === null || undefined}>
          <span className={css.dot}>{item.read_at === null && <span className="visually-hidden">Unread: </span>}</span>
          <Target item={item} onOpen={() => item.read_at === null && read.run({ notification_id: item.id })} />
          <time className="quiet nowrap" dateTime={item.created_at} title={formatInstant(item.created_at)}>
            {formatAge(item.created_at, Date.now())}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** Links to the filing in the reader, else to the registry's page; without either, a click only marks it as read. */
function Target({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const words = (
    <>
      <b lang={languageOf(item.title, item.market_id) ?? undefined}>{item.title}</b>
      {item.summary && <small className="second">{item.summary}</small>}
    </>
  );
  if (item.filing_id !== undefined) {
    return (
      <Link className="grow" to="/f/$filingId" params={{ filingId: item.filing_id }} preload={false} onClick={onOpen}>
        {words}
      </Link>
    );
  }
  if (item.url !== null) {
    return (
      <a className="grow" href={item.url} rel="noreferrer" onClick={onOpen}>
        {words}
      </a>
    );
  }
  return (
    <button type="button" className={css.notice} onClick={onOpen}>
      {words}
    </button>
  );
}
