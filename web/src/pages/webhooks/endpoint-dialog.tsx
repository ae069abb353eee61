import type { UserWebhookOut } from '@asfiled/client';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { copyText } from '../../components/ui/announce.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { chosenEvents, EventChoice } from '../../components/ui/event-choice.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { DELIVERED_EVENTS } from '../../labels/events.ts';
import css from './dialogs.module.css';

interface EndpointDialogProps {
  /** The endpoint to edit; null for a new one. */
  endpoint: UserWebhookOut | null;
  onClose: () => void;
  /** Called after a new endpoint was created. */
  onMade: (id: string) => void;
}

/** Edits an endpoint's URL and events. A new endpoint shows its secret once. */
export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const create = useChange('createWebhook', ['listWebhooks']);
  const update = useChange('updateWebhook', ['listWebhooks']);
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [types, setTypes] = useState<readonly string[]>(endpoint?.event_types ?? []);
  const [made, setMade] = useState<UserWebhookOut | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const event_types = chosenEvents(DELIVERED_EVENTS, types);
    if (endpoint === null) setMade((await create.run({ url, event_types })) ?? null);
    else if (await update.run({ webhook_id: endpoint.id, url, event_types })) onClose();
  };
  if (made?.secret) {
    return (
      <Dialog title="The endpoint is ready" place="middle" onClose={() => onMade(made.id)}>
        <SecretShown secret={made.secret} onStored={() => onMade(made.id)} />
      </Dialog>
    );
  }
  return (
    <Dialog title={endpoint === null ? 'Add endpoint' : 'Edit endpoint'} place="middle" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <label>
          Address
          <input
            className="field"
            type="url"
            required
            placeholder="https://hooks.example.com/asfiled"
            value={url}
            onChange={event => setUrl(event.currentTarget.value)}
          />
        </label>
        <EventChoice events={DELIVERED_EVENTS} chosen={types} onChange={setTypes} />
        <ChangeError of={endpoint === null ? create : update} />
        <div className="row">
          <button type="submit" className="button primary" disabled={create.isBusy || update.isBusy}>
            {endpoint === null ? 'Add' : 'Save'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The signing secret, shown once. */
export function SecretShown({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <div className={css.secret}>
      <p>
        <b>Copy the secret now: it is shown only once.</b> Deliveries are signed with it.
      </p>
      <code>{secret}</code>
      <div className="row">
        <button type="button" className="button primary" onClick={() => copyText(secret, 'The secret')}>
          <Icon name="copy" />
          Copy secret
        </button>
        <button type="button" className="button" onClick={onStored}>
          I have stored it
        </button>
      </div>
    </div>
  );
}
