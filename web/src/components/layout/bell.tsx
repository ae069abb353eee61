import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApi } from '../../api/use-api.ts';
import { onNotification } from '../../live/notification-stream.ts';
import { announce } from '../ui/announce.ts';
import css from './bell.module.css';

const MAX_SHOWN = 99;

/** A link to the notifications with a live count of unread ones. */
export default function Bell() {
  const queries = useQueryClient();
  const { data } = useApi('countUnreadNotifications', {});
  useEffect(
    () =>
      onNotification(item => {
        if (item !== null) announce(`New: ${item.title}`);
        for (const name of ['countUnreadNotifications', 'listNotifications'])
          queries.invalidateQueries({ queryKey: [name] });
      }),
    [queries],
  );
  const unread = data?.unread_count ?? 0;
  return (
    <Link
      to="/notifications"
      className={`icon-button ${css.bell}`}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 11V7a4 4 0 0 1 8 0v4l1.200 1.500H2.800zM6.500 14h3" />
      </svg>
      {unread > 0 && (
        <span className={css.count} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}
