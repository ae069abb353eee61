import { useRouter } from '@tanstack/react-router';
import { AccountForm, Field } from '../../components/account/account-form.tsx';
import { Note } from '../../components/ui/state-block.tsx';
import { FormError } from '../../session/account-api.ts';
import { signInWithKey } from '../../session/session.ts';
import { checkKey } from './check-key.ts';

/** Signs in with an API key after validating it. */
export function KeyForm({ to, fault }: { to: string; fault?: string }) {
  const router = useRouter();
  return (
    <>
      {fault && <Note isWarning>{fault}</Note>}
      <AccountForm
        action="Sign in with key"
        onSubmit={async ({ key = '' }) => {
          const found = await checkKey(key.trim());
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
          hint="The key is stored in this browser and sent to this service only."
        />
      </AccountForm>
    </>
  );
}
