import type { WatchlistEntry } from '@asfiled/client';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { chosenEvents, EventChoice } from '../../components/ui/event-choice.tsx';
import { EVENTS } from '../../labels/events.ts';
import { describeAlerts, parseFormTypes } from './describe-alerts.ts';
import css from './page.module.css';

/** Edits the alerts of a company. */
export function AlertsDialog({ entry, onClose }: { entry: WatchlistEntry; onClose: () => void }) {
  const change = useChange('updateWatchlistEntry', ['getWatchlist']);
  const [types, setTypes] = useState<readonly string[]>(entry.alerts.event_types);
  const [forms, setForms] = useState(entry.alerts.form_types.join(', '));
  const alerts = {
    event_types: chosenEvents(EVENTS, types),
    form_types: parseFormTypes(forms),
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = { ticker: entry.ticker ?? '', market_id: entry.market_id ?? undefined, alerts };
    if (await change.run(input)) onClose();
  };
  return (
    <Dialog title={`Alerts for ${entry.company_name}`} place="middle" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <EventChoice events={EVENTS} chosen={types} onChange={setTypes} />
        <label className={css.forms}>
          Only these form types
          <input
            className="field"
            placeholder="Any: 10-K, 10-Q, 8-K …"
            value={forms}
            onChange={event => setForms(event.currentTarget.value)}
          />
        </label>
        <p className="second" role="status">
          {describeAlerts(alerts)}
        </p>
        <ChangeError of={change} />
        <div className="row">
          <button type="submit" className="button primary" disabled={change.isBusy}>
            Save
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
