import type { Delivery, UserWebhookOut } from '@asfiled/client';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Segments } from '../../components/ui/segments.tsx';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { TableHead } from '../../components/ui/table-head.tsx';
import { formatInstant } from '../../format/dates.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { DELIVERED_EVENTS } from '../../labels/events.ts';
import { outcomeLabel } from './delivery-labels.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import css from './page.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import type { WebhooksSearch } from './search.ts';

const PAGE = 50;
/** Refetch interval while deliveries are pending. */
const ASK_AGAIN_MS = 10_000;

/** The delivery log of an endpoint, with one open delivery. */
export function Deliveries({ endpoint, search }: { endpoint: UserWebhookOut; search: WebhooksSearch }) {
  const change = useSearchChange(endpoint);
  const [isReplaying, setReplaying] = useState(false);
  return (
    <>
      <div className={css.bar}>
        <h2>Deliveries</h2>
        <Segments
          label="Which"
          value={search.status ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
            { value: 'pending', label: 'Pending' },
          ]}
          onChange={value => change({ status: value === 'all' ? undefined : value, d: undefined })}
        />
        <select
          className="field"
          aria-label="Event"
          value={search.event ?? ''}
          onChange={event => change({ event: event.target.value || undefined, d: undefined })}
        >
          <option value="">All events</option>
          {[...DELIVERED_EVENTS.map(entry => entry.type), 'webhook.test'].map(type => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
        <span className="grow" />
        <button type="button" className="button" onClick={() => setReplaying(true)}>
          Replay failed…
        </button>
      </div>
      <Log endpoint={endpoint} search={search} onOpen={id => change({ d: id })} />
      {isReplaying && <ReplayDialog endpoint={endpoint} onClose={() => setReplaying(false)} />}
    </>
  );
}

interface LogProps {
  endpoint: UserWebhookOut;
  search: WebhooksSearch;
  onOpen: (deliveryId: string) => void;
}

function Log({ endpoint, search, onOpen }: LogProps) {
  const list = useRef<HTMLTableElement>(null);
  useListKeys(list);
  const known = [...DELIVERED_EVENTS.map(entry => entry.type), 'webhook.test' as const];
  const input = {
    webhook_id: endpoint.id,
    limit: PAGE,
    status: search.status,
    event: known.find(entry => entry === search.event),
  };
  const query = useApi('listWebhookDeliveries', input, { refetchMs: ASK_AGAIN_MS, keepPrevious: true });
  return (
    <Loaded query={query} subject="the deliveries of this endpoint">
      {({ items, next_cursor: next }) =>
        items.length === 0 ? (
          <StateBlock title={search.status || search.event ? 'No deliveries match.' : 'No deliveries yet.'}>
            {!search.status && !search.event && 'You can send a test event at any time.'}
          </StateBlock>
        ) : (
          <div className={css.log}>
            <div className="scroll">
              <table ref={list} className="plain-table">
                <TableHead columns={['Time, UTC', 'Event', 'Company', 'Response']} />
                <tbody>
                  {items.map(item => (
                    <DeliveryRow key={item.id} item={item} isOpen={item.id === search.d} onOpen={onOpen} />
                  ))}
                </tbody>
              </table>
              {next !== null && <p className={css.more}>The newest {PAGE} are shown; filters reach others.</p>}
            </div>
            {search.d !== undefined && <DeliveryPanel webhookId={endpoint.id} deliveryId={search.d} />}
          </div>
        )
      }
    </Loaded>
  );
}

const TONES = { delivered: 'good', pending: 'warn', failed: 'bad' } as const;

function DeliveryRow({ item, isOpen, onOpen }: { item: Delivery; isOpen: boolean; onOpen: (id: string) => void }) {
  const { company_name: company, ticker } = item.envelope.data;
  const durationMs = item.attempts.at(-1)?.duration_ms;
  return (
    <tr data-row="" className={isOpen ? css.open : undefined}>
      <td>
        <button
          type="button"
          className={css.time}
          aria-pressed={isOpen}
          title={formatInstant(item.created_at)}
          onClick={() => onOpen(item.id)}
        >
          {item.created_at.slice(11, 19)}
        </button>
      </td>
      <td className="mono nowrap">{item.event}</td>
      <td>
        {typeof company === 'string' ? company : '–'}{' '}
        <small className="mono quiet">{typeof ticker === 'string' && ticker}</small>
      </td>
      <td className="nowrap">
        <span className={`tag ${TONES[item.status]}`}>
          <Icon name={item.status === 'delivered' ? 'check' : item.status === 'failed' ? 'close' : 'clock'} />
          {outcomeLabel(item)}
        </span>{' '}
        {durationMs !== undefined && <span className="quiet">{durationMs} ms</span>}
      </td>
    </tr>
  );
}

/** Navigates to the endpoint's own URL from either route of the page. */
function useSearchChange({ id }: UserWebhookOut): (change: Partial<WebhooksSearch>) => void {
  const navigate = useNavigate();
  return change =>
    navigate({
      to: '/account/webhooks/$webhookId',
      params: { webhookId: id },
      search: before => ({ ...before, ...change }),
      resetScroll: false,
    });
}
