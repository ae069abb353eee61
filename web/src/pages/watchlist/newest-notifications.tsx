import { Link } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.ts';
import { Icon } from '../../components/icon.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { NotificationRows } from '../../components/notification-rows.tsx';

const SHOWN = 8;

/** What the watched companies did last. */
export function NewestNotifications() {
  const query = useApi('listNotifications', { limit: SHOWN });
  return (
    <section className="card" aria-labelledby="told">
      <div className="card-head">
        <h2 id="told">Notifications</h2>
        {query.data && query.data.unread_count > 0 && <span className="tag good">{query.data.unread_count} new</span>}
        <span className="grow" />
        <Link className="button plain" to="/notifications">
          All
          <Icon name="right" />
        </Link>
      </div>
      <Loaded query={query} what="your notifications">
        {({ items }) =>
          items.length === 0 ? (
            <p style={{ padding: 16 }} className="quiet">
              Nothing yet: what a watched company files from now on stands here.
            </p>
          ) : (
            <NotificationRows items={items} />
          )
        }
      </Loaded>
    </section>
  );
}
