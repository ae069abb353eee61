import type { UserAuditEvent } from '@asfiled/client';
import { useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { TableHead } from '../../../components/ui/table-head.tsx';
import { formatInstant, formatLocally } from '../../../format/dates.ts';
import { planLabel } from '../../../labels/usage.ts';
import sections from '../sections.module.css';
import { TableCard } from '../sections.tsx';

const SHOWN = 20;

/** The security events of the account, newest first, paged. */
export function Audit() {
  const [cursor, setCursor] = useState<string>();
  const query = useApi('listAuditEvents', { limit: SHOWN, cursor }, { keepPrevious: true });
  return (
    <section aria-label="Security events">
      <div className={sections.title}>
        <h2>Security events</h2>
        <span className="quiet">sign-ins, keys, apps and plan changes of the last 400 days</span>
      </div>
      <Loaded query={query} subject="your security events">
        {({ items, next_cursor: next }) => (
          <>
            {items.length === 0 ? <p className="second">There are no events yet.</p> : <Events events={items} />}
            <nav className={sections.actions} aria-label="Pages of security events">
              {cursor !== undefined && (
                <button type="button" className="button" onClick={() => setCursor(undefined)}>
                  Newest events
                </button>
              )}
              {next !== null && (
                <button type="button" className="button" onClick={() => setCursor(next)}>
                  Older events
                </button>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Events({ events }: { events: readonly UserAuditEvent[] }) {
  return (
    <TableCard label="List of security events">
      <TableHead columns={['When', 'What', 'By', 'IP address', 'Browser']} />
      <tbody>
        {events.map(event => (
          <tr key={event.event_id}>
            <td className="nowrap">
              <time dateTime={event.occurred_at} title={formatLocally(event.occurred_at)}>
                {formatInstant(event.occurred_at)}
              </time>
            </td>
            <td>{whatOf(event)}</td>
            <td>{ACTOR_LABELS[event.actor]}</td>
            <td className="mono">{event.address ?? '–'}</td>
            <td className="nowrap">{event.browser ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

const ACTOR_LABELS: Record<UserAuditEvent['actor'], string> = {
  owner: 'Sign-in',
  key: 'API key',
  app: 'Connected app',
  operator: 'Operator',
};

const KIND_LABELS: Record<UserAuditEvent['kind'], string> = {
  account_created: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Failed sign-in',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  password_set: 'Password set',
  two_step_enabled: 'Two-step sign-in enabled',
  two_step_disabled: 'Two-step sign-in disabled',
  recovery_code_used: 'Recovery code used',
  key_created: 'Key created',
  key_revoked: 'Key revoked',
  app_connected: 'App connected',
  app_disconnected: 'App disconnected',
  plan_changed: 'Plan changed',
};

function whatOf({ kind, subject_name: name, plan_before: before, plan_after: after }: UserAuditEvent): string {
  if (before !== null && after !== null) return `Plan changed from ${planLabel(before)} to ${planLabel(after)}`;
  return name === null ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}: ${name}`;
}
