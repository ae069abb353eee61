import type { WatchlistImportResponse } from '@asfiled/client';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { formatCount } from '../../format/numbers.ts';
import css from './page.module.css';

/** Imports companies from a CSV file and shows the outcome of each line. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const change = useChange('importWatchlist', ['getWatchlist']);
  const [response, setResponse] = useState<WatchlistImportResponse | null>(null);
  const take = async (file: File | undefined) => {
    if (file) setResponse((await change.run({ csv: await file.text() })) ?? null);
  };
  return (
    <Dialog title="Import a watchlist" place="middle" onClose={onClose}>
      <div className={css.form}>
        <p className="second">
          A CSV file with a header line. <code className="mono">ticker</code> is required;{' '}
          <code className="mono">market_id</code> is required for ambiguous tickers; <code className="mono">note</code>,{' '}
          <code className="mono">event_types</code> and <code className="mono">form_types</code> (separated by{' '}
          <code className="mono">;</code>) are optional. Exported files can be imported unchanged.
        </p>
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={change.isBusy}
          onChange={event => take(event.currentTarget.files?.[0])}
        />
        <ChangeError of={change} />
        {response && <Outcome answer={response} />}
      </div>
    </Dialog>
  );
}

const OUTCOMES = { added: 'Added', updated: 'Updated', unchanged: 'Unchanged', refused: 'Rejected' } as const;

function Outcome({ answer: { lines, added, updated, refused, total, limit } }: { answer: WatchlistImportResponse }) {
  return (
    <>
      <p role="status">
        <b>
          {formatCount(added)} added, {formatCount(updated)} updated, {formatCount(refused)} rejected.
        </b>{' '}
        You watch {formatCount(total)} of {formatCount(limit)}.
      </p>
      <div className={css.outcome}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col" className="right">
                Line
              </th>
              <th scope="col">Ticker</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, ticker, market_id, outcome, message }) => (
              <tr key={line}>
                <td className="right quiet">{line}</td>
                <td className="mono nowrap">{[market_id, ticker].filter(Boolean).join(' ')}</td>
                <td>
                  <span className={outcome === 'refused' ? 'tag warn' : 'tag'}>{OUTCOMES[outcome]}</span> {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
