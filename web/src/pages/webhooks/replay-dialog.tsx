import type { UserWebhookOut, UserWebhookReplayOut } from '@asfiled/client';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import css from './dialogs.module.css';

const DAY_MS = 86_400_000;

/** Resends failed deliveries since a given time. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: UserWebhookOut; onClose: () => void }) {
  const replay = useChange('replayFailedWebhookDeliveries', ['listWebhookDeliveries', 'countWebhookHours']);
  const [since, setSince] = useState(() => new Date(Date.now() - DAY_MS).toISOString().slice(0, 16));
  const [response, setResponse] = useState<UserWebhookReplayOut | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setResponse((await replay.run({ webhook_id: endpoint.id, since: `${since}:00Z` })) ?? null);
  };
  return (
    <Dialog title="Replay failed deliveries" place="middle" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <label>
          Failed since (UTC)
          <input
            className="field"
            type="datetime-local"
            required
            value={since}
            onChange={event => setSince(event.currentTarget.value)}
          />
        </label>
        <ChangeError of={replay} />
        <p role="status">
          {response &&
            `${response.replayed} ${response.replayed === 1 ? 'delivery was' : 'deliveries were'} resent.${response.is_complete ? '' : ' There are more: replay again.'}`}
        </p>
        <div className="row">
          <button type="submit" className="button primary" disabled={replay.isBusy}>
            Replay
          </button>
          <button type="button" className="button" onClick={onClose}>
            {response ? 'Close' : 'Cancel'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
