import type { ScreenParameters } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { announce } from '../../components/ui/announce.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import css from './dialogs.module.css';

const MAX_CHARACTERS = 100;

interface SaveDialogProps {
  query: ScreenParameters;
  /** The name in the field at first. */
  name?: string;
  onClose: () => void;
}

/** Saves a screen under a name. */
export function SaveDialog({ query, name: given = '', onClose }: SaveDialogProps) {
  const save = useChange('createSavedScreen', ['listSavedScreens']);
  const [name, setName] = useState(given);
  const [hasAlerts, setAlerts] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await save.run({ name, query, alerts: hasAlerts });
    if (saved === undefined) return;
    announce(`The screen ${saved.name} was saved.`);
    onClose();
  };
  return (
    <Dialog title="Save this screen" place="middle" onClose={onClose}>
      <form className={css.save} onSubmit={submit}>
        <label>
          Name
          <input
            className="field"
            required
            maxLength={MAX_CHARACTERS}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        </label>
        <label className={css.check}>
          <input type="checkbox" checked={hasAlerts} onChange={event => setAlerts(event.currentTarget.checked)} />
          Alert me when companies enter or leave the result
        </label>
        <ChangeError of={save} />
        <div className="row">
          <button type="submit" className="button primary" disabled={save.isBusy || name.trim() === ''}>
            Save
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <span className="grow" />
          <Link to="/screens">Saved screens</Link>
        </div>
      </form>
    </Dialog>
  );
}
