import { useState } from 'react';
import { AccountForm, AccountPage, Field, NewPasswordField } from '../../components/account/account-form.tsx';
import { useHashSecret } from '../../components/account/use-hash-secret.ts';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { fetchAccountApi } from '../../session/account-api.ts';

/** Requests a reset link, which opens this page again with a token in the URL hash. */
export default function ResetPasswordPage() {
  usePageTitle('New password');
  const token = useHashSecret('token');
  const [isDone, setDone] = useState(false);
  if (token !== null) return <NewPassword token={token} />;
  if (isDone) {
    return (
      <StateBlock title="Check your email.">
        If there is an account with this address, we have sent a link that is valid for one hour. A service without a
        mail server writes it to its log.
      </StateBlock>
    );
  }
  return (
    <AccountPage title="Reset your password">
      <p className="second">We will send you a link to set a new password.</p>
      <AccountForm
        action="Send link"
        onSubmit={async ({ email }) => {
          await fetchAccountApi('/oauth/reset/ask', { email });
          setDone(true);
        }}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" />
      </AccountForm>
    </AccountPage>
  );
}

function NewPassword({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <StateBlock
        title="Your password was reset."
        actions={
          <a className="button primary" href="/signin">
            Sign in
          </a>
        }
      >
        All sessions have ended and connected apps were disconnected. API keys still work.
      </StateBlock>
    );
  }
  return (
    <AccountPage title="Reset your password">
      <AccountForm
        action="Set password"
        onSubmit={async ({ password }) => {
          await fetchAccountApi('/oauth/reset', { token, password });
          setDone(true);
        }}
      >
        <NewPasswordField label="New password" name="password" />
      </AccountForm>
    </AccountPage>
  );
}
