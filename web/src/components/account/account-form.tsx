import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FormError } from '../../session/account-api.ts';
import css from './account-form.module.css';

/** A page with one account form and links to related pages. */
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
  /** Label of the submit button. */
  action: string;
  /** Submits the values. Errors are shown below the fields; an {@link FormError} shows its own message. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
  children: ReactNode;
}

/** A form with uncontrolled fields, read by name on submit. */
export function AccountForm({ action, onSubmit, children }: AccountFormProps) {
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setSending(true);
    setErrorMessage(null);
    try {
      await onSubmit(values);
    } catch (error) {
      setErrorMessage(
        error instanceof FormError ? error.message : `Something went wrong on this page: ${String(error)}`,
      );
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={css.form} onSubmit={submit}>
      {children}
      <p className={css.error} role="alert">
        {errorMessage}
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
    // A dialog that contains the field focuses the element with `autofocus`.
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

/** The field of a password that the user chooses. */
export function NewPasswordField({ label, name }: { label: string; name: string }) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={10}
      hint="Ten characters or more."
    />
  );
}
