import type { UserLedgerOut } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { TableHead } from '../../../components/ui/table-head.tsx';
import { formatInstant, formatLocally } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import { operationLabel } from '../../../labels/usage.ts';
import sections from '../sections.module.css';
import { TableCard } from '../sections.tsx';

const route = getRouteApi('/account/plan');

type Entry = UserLedgerOut['items'][number];

/** The credit ledger, newest first, paged. */
export function Ledger() {
  const { after } = route.useSearch();
  const query = useApi('listLedger', { cursor: after }, { keepPrevious: true });
  return (
    <section aria-label="Ledger">
      <div className={sections.title}>
        <h2>Ledger</h2>
        <span className="quiet">this month and last month; entries never change</span>
      </div>
      <Loaded query={query} subject="the ledger">
        {({ items, next_cursor: next }) => (
          <>
            {items.length === 0 ? <NoEntries isFirst={after === undefined} /> : <Entries entries={items} />}
            <nav className={sections.actions} aria-label="Pages of the ledger">
              {after !== undefined && (
                <Link className="button" to="/account/plan">
                  Newest entries
                </Link>
              )}
              {next !== null && (
                <Link className="button" to="/account/plan" search={{ after: next }}>
                  Older entries
                </Link>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </section>
  );
}

function NoEntries({ isFirst }: { isFirst: boolean }) {
  return (
    <StateBlock title={isFirst ? 'No ledger entries yet.' : 'No older entries.'}>
      Only successful calls are debited. Concurrent calls of one operation share an entry.
    </StateBlock>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <TableCard label="Entries">
      <TableHead columns={['When', 'What', 'Channel', { figures: 'Calls' }, { figures: 'Credits' }]} />
      <tbody>
        {entries.map(entry => (
          <tr key={entry.entry_id}>
            <td className="nowrap">
              <time dateTime={entry.booked_at} title={formatLocally(entry.booked_at)}>
                {formatInstant(entry.booked_at)}
              </time>
            </td>
            <td>{whatOf(entry)}</td>
            <td>{entry.channel === null ? '–' : entry.channel === 'mcp' ? 'Agents' : 'API'}</td>
            <td className="right">{entry.calls === 0 ? '–' : formatExact(String(entry.calls))}</td>
            <td className="right">{signed(entry.credits)}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

function whatOf({ kind, operation, note }: Entry): string {
  if (kind === 'debit') return operation === null ? 'Calls' : operationLabel(operation);
  const word = kind === 'refund' ? 'Refunded' : 'Granted';
  return note === null ? word : `${word}: ${note}`;
}

function signed(credits: number): string {
  return `${credits > 0 ? '+' : ''}${formatExact(String(credits))}`;
}
