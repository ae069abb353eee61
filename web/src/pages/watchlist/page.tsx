import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { faultWords } from '../../api/use-change.ts';
import { announce } from '../../components/announce.ts';
import { download } from '../../components/download.ts';
import { Icon } from '../../components/icon.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { formatCount } from '../../format/numbers.ts';
import { AddCompany } from './add-company.tsx';
import { EntryTable } from './entry-table.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NewestNotifications } from './newest-notifications.tsx';
import css from './page.module.css';

/** The companies that somebody is told of. */
export default function WatchlistPage() {
  const query = useApi('getWatchlist', {});
  const [isImporting, setImporting] = useState(false);
  usePageTitle('Watchlist');
  return (
    <>
      <div className={css.head}>
        <div className="grow">
          <h1>Watchlist</h1>
          <p className="second">
            {query.data && `${formatCount(query.data.total)} of ${formatCount(query.data.limit)}. `}
            What these companies file reaches you here, by webhook and in your feed.
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
      <Loaded query={query} what="your watchlist">
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
    const answer = await client.exportWatchlist({});
    download(await answer.text(), 'watchlist.csv', 'text/csv');
  } catch (error) {
    announce(error instanceof Error ? faultWords(error) : String(error));
  }
}
