import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: string;
  /** Centred, or along the right edge. */
  place: 'middle' | 'side';
  onClose: () => void;
  children: ReactNode;
}

/** A modal `<dialog>`: traps the focus, closes on Esc or a click outside, and restores the focus. */
export function Dialog({ title, place, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // The browser closes it on light dismissal; the `close` event then updates the state.
  return (
    <dialog
      ref={dialog}
      className={`${css.dialog} ${css[place]}`}
      aria-labelledby={heading}
      closedby="any"
      onClose={onClose}
    >
      <div className={css.head}>
        <h2 id={heading} className="grow">
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
