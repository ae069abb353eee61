import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import css from './sections.module.css';

interface ConfirmProps {
  /** The question, with the name of what it is about. */
  title: string;
  /** What the button says. */
  action: string;
  change: { isBusy: boolean; fault: string | null };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done that cannot be taken back; says so where it fails. */
export function Confirm({ title, action, change, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} place="middle" onClose={onClose}>
      <div className="second">{children}</div>
      <Fault of={change} />
      <div className={css.actions}>
        <button type="button" className={`button ${css.danger}`} disabled={change.isBusy} onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
