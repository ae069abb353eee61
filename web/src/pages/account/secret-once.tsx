import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from '../../components/ui/announce.ts';
import { Icon } from '../../components/ui/icon.tsx';
import css from './secret-once.module.css';

interface SecretOnceProps {
  title: string;
  /** The name of the secret at the start of a sentence: `The key`. */
  subject: string;
  secret: string;
  copyLabel: string;
  storedLabel: string;
  /** Additional buttons. */
  actions?: ReactNode;
  onStored: () => void;
}

/** A secret that the service returns only once, shown until the user confirms having stored it. */
export function SecretOnce({ title, subject, secret, copyLabel, storedLabel, actions, onStored }: SecretOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown');
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => setState((await copyText(secret, subject)) ? 'copied' : 'refused');
  return (
    <section className={css.once} aria-label={title}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <div className={css.line}>
        <code className={css.secret}>{secret}</code>
        <button type="button" className="button primary" onClick={copy}>
          <Icon name={state === 'copied' ? 'check' : 'copy'} />
          {state === 'copied' ? 'Copied' : copyLabel}
        </button>
        {actions}
        <button type="button" className="button" onClick={onStored}>
          {storedLabel}
        </button>
      </div>
      {state === 'refused' && (
        <p>The browser does not allow this page to copy. Select the text and copy it manually.</p>
      )}
    </section>
  );
}
