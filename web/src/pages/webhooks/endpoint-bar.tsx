import type { UserWebhookOut, UserWebhookTestResult } from '@asfiled/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Note } from '../../components/ui/state-block.tsx';
import { eventLabel } from '../../labels/events.ts';
import { errorWords } from './delivery-labels.ts';
import { EndpointDialog, SecretShown } from './endpoint-dialog.tsx';
import css from './page.module.css';

const TOLD = ['listWebhooks', 'listWebhookDeliveries', 'countWebhookHours'] as const;

/** What an endpoint is sent, and what can be done with it. */
export function EndpointBar({ endpoint }: { endpoint: UserWebhookOut }) {
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [result, setResult] = useState<UserWebhookTestResult | null>(null);
  const test = useChange('testWebhook', TOLD);
  const update = useChange('updateWebhook', TOLD);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const answer = await update.run({ webhook_id: endpoint.id, secret: newSecret() });
    setSecret(answer?.secret ?? null);
  };
  return (
    <>
      <div className={css.bar}>
        <span>
          <span className="quiet">Events</span>{' '}
          {endpoint.event_types.length === 0 ? 'Every event' : endpoint.event_types.map(eventLabel).join(', ')}
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
          {test.isBusy ? 'Sending …' : 'Send a test'}
        </button>
        <button
          type="button"
          className="button small"
          disabled={update.isBusy}
          onClick={() => update.run({ webhook_id: endpoint.id, active: !endpoint.active })}
        >
          {endpoint.active ? 'Turn off' : 'Turn on'}
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
              ? 'The endpoint answered 410 Gone: nothing is sent until you turn it on.'
              : 'Nothing was delivered for five days: nothing is sent until you turn it on.'}
          </Note>
        )}
        {secret !== null && (
          <>
            <SecretShown secret={secret} onStored={() => setSecret(null)} />
            <p className="quiet">For 24 hours deliveries carry a signature with the secret before, too.</p>
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
          ? `The test arrived: ${status_code} after ${duration_ms} ms.`
          : `The test did not arrive: ${errorWords(error, status_code)}, after ${duration_ms} ms.`}
      </Note>
    </div>
  );
}

/** It is gone with what was sent to it: asked by name. */
function DeleteDialog({ endpoint, onClose }: { endpoint: UserWebhookOut; onClose: () => void }) {
  const remove = useChange('deleteWebhook', ['listWebhooks']);
  const navigate = useNavigate();
  return (
    <Dialog title="Delete this endpoint?" place="middle" onClose={onClose}>
      <p>
        <span className="mono">{endpoint.url}</span> and the log of what was sent to it. This cannot be taken back.
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
          Delete it
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}

const SECRET_BYTES = 32;

/** As the service makes them: random bytes in base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `whs_${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
