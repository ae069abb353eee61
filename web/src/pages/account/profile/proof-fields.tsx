import type { UserOut } from '@asfiled/client';
import { Field } from '../../../components/account/account-form.tsx';

/** Fields that confirm the user's identity: the password, and a code if two-step sign-in is on. */
export function ProofFields({ user, label = 'Password' }: { user: UserOut; label?: string }) {
  return (
    <>
      <Field label={label} name="password" type="password" autoComplete="current-password" isFocused />
      {user.has_totp && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint="Six digits from your authenticator app, or a recovery code."
        />
      )}
    </>
  );
}

/** The values of these fields as operation input. */
export function proofOf({ password = '', code }: Record<string, string>): { password: string; code?: string } {
  return { password, ...(code === undefined ? {} : { code: code.trim() }) };
}
