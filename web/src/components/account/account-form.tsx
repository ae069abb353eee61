import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AskError } from '../../session/account-api.ts';
import css from './account-form.module.css';

/** The page of a form about an account: what it is for, the form, where else to go. */
export function AccountPage({ title, children, more }: { title: string; children: ReactNode; more?: ReactNode }) {
  return (
    <div className={css.page}>
      <h1>{title}</h1>
      {children}
      {more && <nav className={css.more}>{more}</nav>}
    </div>
  );
}

interface AccountFormProps {
  /** What the button says. */
  action: string;
  /** Does it; what it throws is shown, an {@link AskError} in its own words. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
  children: ReactNode;
}

/** A form whose fields are read by their names when it is sent. */
export function AccountForm({ action, onSubmit, children }: AccountFormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setSending(true);
    setFault(null);
    try {
      await onSubmit(values);
    } catch (error) {
      setFault(error instanceof AskError ? error.message : `This page has a fault: ${String(error)}`);
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={css.form} onSubmit={submit}>
      {children}
      <p className={css.fault} role="alert">
        {fault}
      </p>
      <button type="submit" className="button primary" disabled={isSending}>
        {action}
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: string;
  hint?: string;
  placeholder?: string;
  inputMode?: 'numeric';
  minLength?: number;
  isFocused?: boolean;
}

export function Field({ label, name, type = 'text', autoComplete, hint, isFocused = false, ...more }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFocused || input.current === null) return;
    // A dialog that opens round it gives the focus to what is marked so.
    input.current.autofocus = true;
    input.current.focus();
  }, [isFocused]);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        name={name}
        type={type}
        autoComplete={autoComplete}
        required
        spellCheck={false}
        ref={input}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        {...more}
      />
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </>
  );
}
