import type { UserOut } from '@asfiled/client';
import { Field } from '../../../components/account/account-form.tsx';

/** What proves that the holder of the account asks: the password, and a code where two-step sign-in is on. */
export function ProofFields({ user, label = 'Password' }: { user: UserOut; label?: string }) {
  return (
    <>
      <Field label={label} name="password" type="password" autoComplete="current-password" isFocused />
      {user.has_totp && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint="The six digits of your authenticator app, or a recovery code."
        />
      )}
    </>
  );
}

/** The same as operations take it. */
export function proofOf({ password = '', code }: Record<string, string>): { password: string; code?: string } {
  return { password, ...(code === undefined ? {} : { code: code.trim() }) };
}
