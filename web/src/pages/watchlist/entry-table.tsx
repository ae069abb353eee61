import type { WatchlistEntry } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { companyParams } from '../../components/data/company-params.ts';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { Name } from '../../components/data/name.tsx';
import { announce } from '../../components/ui/announce.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { TableHead } from '../../components/ui/table-head.tsx';
import { formatDay } from '../../format/dates.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { AlertsDialog } from './alerts-dialog.tsx';
import { describeAlerts } from './describe-alerts.ts';
import css from './page.module.css';

/** The watched companies with their alerts and notes. */
export function EntryTable({ entries }: { entries: readonly WatchlistEntry[] }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const [edited, setEdited] = useState<WatchlistEntry | null>(null);
  if (entries.length === 0) {
    return (
      <section className="card">
        <StateBlock title="No watched companies yet.">
          Add a company above, or press <kbd>W</kbd> on its page.
        </StateBlock>
      </section>
    );
  }
  return (
    <div className="card scroll" ref={list}>
      <table className={`plain-table ${css.entries}`}>
        <TableHead columns={['Company', 'Alerts', 'Note', 'Since', { actions: 'Remove' }]} />
        <tbody>
          {entries.map(entry => (
            <EntryRow key={`${entry.market_id} ${entry.ticker}`} entry={entry} onAlerts={() => setEdited(entry)} />
          ))}
        </tbody>
      </table>
      {edited && <AlertsDialog entry={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

function EntryRow({ entry, onAlerts }: { entry: WatchlistEntry; onAlerts: () => void }) {
  const { company_name, ticker, market_id } = entry;
  const remove = useChange('removeWatchlistEntry', ['getWatchlist']);
  return (
    <tr data-row="">
      <td className={css.company}>
        <Link to="/c/$market/$ticker" params={companyParams(entry)}>
          <MarketTag marketId={market_id} />{' '}
          <b>
            <Name text={company_name} marketId={market_id} />
          </b>{' '}
          <small className="mono quiet">{ticker}</small>
        </Link>
        <ChangeError of={remove} />
      </td>
      <td>
        <button
          type="button"
          className={css.alerts}
          aria-label={`Edit alerts for ${company_name}: ${describeAlerts(entry.alerts)}`}
          onClick={onAlerts}
        >
          {describeAlerts(entry.alerts)}
          <Icon name="down" />
        </button>
      </td>
      <td>
        <NoteField entry={entry} />
      </td>
      <td className="quiet nowrap">{formatDay(entry.created_at)}</td>
      <td className="right">
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${company_name} from the watchlist`}
          disabled={remove.isBusy}
          onClick={async () => {
            const input = { ticker: ticker ?? '', market_id: market_id ?? undefined };
            if (await remove.run(input)) announce(`${company_name} was removed from your watchlist.`);
          }}
        >
          <Icon name="close" />
        </button>
      </td>
    </tr>
  );
}

const MAX_CHARACTERS = 500;

/** A note that is saved on blur or Enter; Esc discards the change. */
function NoteField({ entry }: { entry: WatchlistEntry }) {
  const change = useChange('updateWatchlistEntry', ['getWatchlist']);
  const keep = async (text: string) => {
    const note = text.trim() || null;
    if (note === entry.note) return;
    const input = { ticker: entry.ticker ?? '', market_id: entry.market_id ?? undefined, note };
    if (await change.run(input)) announce(`The note on ${entry.company_name} was saved.`);
  };
  return (
    <>
      <input
        key={entry.note}
        className={css.note}
        aria-label={`Note on ${entry.company_name}`}
        placeholder="Add a note"
        maxLength={MAX_CHARACTERS}
        defaultValue={entry.note ?? ''}
        onBlur={event => keep(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.value = entry.note ?? '';
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <ChangeError of={change} />
    </>
  );
}
