import { useRouter } from '@tanstack/react-router';
import { AccountForm, Field } from '../../components/account/account-form.tsx';
import { Note } from '../../components/ui/state-block.tsx';
import { FormError } from '../../session/account-api.ts';
import { signInWithKey } from '../../session/session.ts';
import { faultOfKey } from './key-fault.ts';

/** Takes an API key and keeps it in this browser once the service knows it. */
export function KeyForm({ to, fault }: { to: string; fault?: string }) {
  const router = useRouter();
  return (
    <>
      {fault && <Note isWarning>{fault}</Note>}
      <AccountForm
        action="Sign in with the key"
        onSubmit={async ({ key = '' }) => {
          const found = await faultOfKey(key.trim());
          if (found !== null) throw new FormError(401, found);
          signInWithKey(key.trim());
          router.history.replace(to);
        }}
      >
        <Field
          label="API key"
          name="key"
          type="password"
          autoComplete="off"
          placeholder="afk_…"
          hint="It stays in this browser and goes to this service alone."
        />
      </AccountForm>
    </>
  );
}
