import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { describeError } from '../../api/use-change.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { NotificationRows } from '../../components/data/notification-rows.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { announce } from '../../components/ui/announce.ts';
import { download } from '../../components/ui/download.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatCount } from '../../format/numbers.ts';
import { AddCompany } from './add-company.tsx';
import { EntryTable } from './entry-table.tsx';
import { ImportDialog } from './import-dialog.tsx';
import css from './page.module.css';

/** The watchlist with its newest notifications. */
export default function WatchlistPage() {
  const query = useApi('getWatchlist', {});
  const [isImporting, setImporting] = useState(false);
  usePageTitle('Watchlist');
  return (
    <>
      <div className={`row ${css.head}`}>
        <div className="grow">
          <h1>Watchlist</h1>
          <p className="second">
            {query.data && `${formatCount(query.data.total)} of ${formatCount(query.data.limit)}. `}
            New filings of these companies appear here, in webhooks and in your feed.
          </p>
        </div>
        {query.data && (
          <>
            <button type="button" className="button" onClick={() => setImporting(true)}>
              Import CSV
            </button>
            <button type="button" className="button" onClick={exportFile}>
              <Icon name="download" />
              Export
            </button>
          </>
        )}
      </div>
      <Loaded query={query} subject="your watchlist">
        {({ items }) => (
          <>
            <AddCompany watched={items} />
            <div className={css.columns}>
              <EntryTable entries={items} />
              <NewestNotifications />
            </div>
          </>
        )}
      </Loaded>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

async function exportFile(): Promise<void> {
  try {
    const response = await client.exportWatchlist({});
    download(await response.text(), 'watchlist.csv', 'text/csv');
  } catch (error) {
    announce(error instanceof Error ? describeError(error) : String(error));
  }
}

const SHOWN = 8;

/** The newest notifications of the watched companies. */
function NewestNotifications() {
  const query = useApi('listNotifications', { limit: SHOWN });
  return (
    <section className="card" aria-labelledby="newest-notifications">
      <div className="card-head">
        <h2 id="newest-notifications">Notifications</h2>
        {query.data && query.data.unread_count > 0 && <span className="tag good">{query.data.unread_count} new</span>}
        <span className="grow" />
        <Link className="button plain" to="/notifications">
          All
          <Icon name="right" />
        </Link>
      </div>
      <Loaded query={query} subject="your notifications">
        {({ items }) =>
          items.length === 0 ? (
            <p style={{ padding: 16 }} className="quiet">
              No notifications yet. New filings of watched companies will appear here.
            </p>
          ) : (
            <NotificationRows items={items} />
          )
        }
      </Loaded>
    </section>
  );
}
