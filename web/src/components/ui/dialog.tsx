import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: string;
  /** In the middle, or along the right edge for what is read beside the page. */
  place: 'middle' | 'side';
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog of the platform: it keeps the focus, closes by Esc or a click beside it, and gives the focus back. */
export function Dialog({ title, place, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // The platform's own light dismissal closes it; what the page knows follows from `close`.
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
