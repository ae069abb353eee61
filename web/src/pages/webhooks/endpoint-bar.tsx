import type { UserWebhookOut, UserWebhookTestResult } from '@asfiled/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Note } from '../../components/ui/state-block.tsx';
import { eventLabel } from '../../labels/events.ts';
import { describeDeliveryError } from './delivery-labels.ts';
import { EndpointDialog, SecretShown } from './endpoint-dialog.tsx';
import css from './page.module.css';

const REFRESHED = ['listWebhooks', 'listWebhookDeliveries', 'countWebhookHours'] as const;

/** The settings and actions of an endpoint. */
export function EndpointBar({ endpoint }: { endpoint: UserWebhookOut }) {
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [result, setResult] = useState<UserWebhookTestResult | null>(null);
  const test = useChange('testWebhook', REFRESHED);
  const update = useChange('updateWebhook', REFRESHED);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const response = await update.run({ webhook_id: endpoint.id, secret: newSecret() });
    setSecret(response?.secret ?? null);
  };
  return (
    <>
      <div className={css.bar}>
        <span>
          <span className="quiet">Events</span>{' '}
          {endpoint.event_types.length === 0 ? 'All events' : endpoint.event_types.map(eventLabel).join(', ')}
        </span>
        <span className="row">
          <span className="quiet">Secret</span> <span aria-hidden="true">••••••••</span>
          <button type="button" className="button small" disabled={update.isBusy} onClick={rotate}>
            Rotate
          </button>
        </span>
        <span className="grow" />
        <button
          type="button"
          className="button small"
          disabled={test.isBusy}
          onClick={async () => setResult((await test.run({ webhook_id: endpoint.id })) ?? null)}
        >
          {test.isBusy ? 'Sending …' : 'Send test'}
        </button>
        <button
          type="button"
          className="button small"
          disabled={update.isBusy}
          onClick={() => update.run({ webhook_id: endpoint.id, active: !endpoint.active })}
        >
          {endpoint.active ? 'Disable' : 'Enable'}
        </button>
        <button type="button" className="button small" onClick={() => setEditing(true)}>
          Edit
        </button>
        <button type="button" className="button small" onClick={() => setDeleting(true)}>
          Delete
        </button>
      </div>
      <div className={css.notes}>
        {endpoint.deactivated_reason !== null && (
          <Note isWarning>
            {endpoint.deactivated_reason === 'gone'
              ? 'Disabled because the endpoint returned 410 Gone. Enable it to resume deliveries.'
              : 'Disabled after five days without a successful delivery. Enable it to resume deliveries.'}
          </Note>
        )}
        {secret !== null && (
          <>
            <SecretShown secret={secret} onStored={() => setSecret(null)} />
            <p className="quiet">For 24 hours, deliveries are also signed with the previous secret.</p>
          </>
        )}
        {result && <TestResult result={result} />}
        <ChangeError of={test} />
        <ChangeError of={update} />
      </div>
      {isEditing && (
        <EndpointDialog endpoint={endpoint} onClose={() => setEditing(false)} onMade={() => setEditing(false)} />
      )}
      {isDeleting && <DeleteDialog endpoint={endpoint} onClose={() => setDeleting(false)} />}
    </>
  );
}

function TestResult({ result: { delivered, status_code, duration_ms, error } }: { result: UserWebhookTestResult }) {
  return (
    <div role="status">
      <Note isWarning={!delivered}>
        {delivered
          ? `Test delivered: ${status_code} after ${duration_ms} ms.`
          : `Test failed: ${describeDeliveryError(error, status_code)}, after ${duration_ms} ms.`}
      </Note>
    </div>
  );
}

/** Confirms the deletion of an endpoint and its log. */
function DeleteDialog({ endpoint, onClose }: { endpoint: UserWebhookOut; onClose: () => void }) {
  const remove = useChange('deleteWebhook', ['listWebhooks']);
  const navigate = useNavigate();
  return (
    <Dialog title="Delete this endpoint?" place="middle" onClose={onClose}>
      <p>
        <span className="mono">{endpoint.url}</span> and its delivery log will be deleted. This cannot be undone.
      </p>
      <ChangeError of={remove} />
      <div className={css.actions}>
        <button
          type="button"
          className="button"
          disabled={remove.isBusy}
          onClick={async () => {
            if (await remove.run({ webhook_id: endpoint.id })) navigate({ to: '/account/webhooks' });
          }}
        >
          Delete
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

const SECRET_BYTES = 32;

/** Generated like the service's: random bytes in base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `whs_${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
