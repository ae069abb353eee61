import type { UserWebhookHoursOut, UserWebhookOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatInstant } from '../../format/dates.ts';
import css from './page.module.css';

type Hour = UserWebhookHoursOut['items'][number];

/** An endpoint with its state and its last 24 hours. */
export function EndpointCard({ endpoint, isOpen }: { endpoint: UserWebhookOut; isOpen: boolean }) {
  const { data } = useApi('countWebhookHours', { webhook_id: endpoint.id });
  return (
    <Link
      className={css.card}
      to="/account/webhooks/$webhookId"
      params={{ webhookId: endpoint.id }}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className="row">
        <span className={`mono grow ${css.address}`}>{endpoint.url.replace(/^https:\/\//, '')}</span>
        {endpoint.active ? (
          <span className="tag good">
            <Icon name="check" />
            On
          </span>
        ) : (
          <span className="tag bad">
            <Icon name="close" />
            {endpoint.deactivated_reason === null ? 'Disabled' : 'Disabled automatically'}
          </span>
        )}
      </span>
      <Hours hours={data?.items ?? []} />
      <span className="row quiet">
        <small className="grow">24 h</small>
        <small>{data && formatShare(data.items)}</small>
      </span>
    </Link>
  );
}

function Hours({ hours }: { hours: readonly Hour[] }) {
  return (
    <span className={css.hours} role="img" aria-label={`By hour: ${formatShare(hours)}`}>
      {hours.map(hour => (
        <i key={hour.hour} data-state={stateOf(hour)} title={hourWords(hour)} />
      ))}
    </span>
  );
}

function stateOf({ delivered, failed, pending }: Hour): string | undefined {
  if (failed > 0) return 'failed';
  if (pending > 0) return 'pending';
  return delivered > 0 ? 'delivered' : undefined;
}

function hourWords({ hour, delivered, failed, pending }: Hour): string {
  return `${formatInstant(hour)}: ${delivered} delivered, ${failed} failed, ${pending} pending`;
}

/** `98.9% delivered`, or `nothing sent`. */
function formatShare(hours: readonly Hour[]): string {
  const [delivered, failed] = [sum(hours, 'delivered'), sum(hours, 'failed')];
  if (delivered + failed === 0) return 'nothing sent';
  const percent = (100 * delivered) / (delivered + failed);
  return `${percent === 100 ? '100' : percent.toFixed(1)}% delivered`;
}

function sum(hours: readonly Hour[], member: 'delivered' | 'failed'): number {
  return hours.reduce((total, hour) => total + hour[member], 0);
}
