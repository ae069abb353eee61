import { useState } from 'react';
import { AccountForm, AccountPage, Field } from '../../components/account/account-form.tsx';
import { useHashSecret } from '../../components/account/use-hash-secret.ts';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { fetchAccountApi } from '../../session/account-api.ts';

/** Asks for a link that sets a new password; the link leads here again, with a token behind the `#`. */
export default function ResetPasswordPage() {
  usePageTitle('New password');
  const token = useHashSecret('token');
  const [isDone, setDone] = useState(false);
  if (token !== null) return <NewPassword token={token} />;
  if (isDone) {
    return (
      <StateBlock title="Look into your mailbox.">
        If the address has an account, a link is on its way; it is good for an hour. A service without a mail server
        writes it to its log.
      </StateBlock>
    );
  }
  return (
    <AccountPage title="A new password">
      <p className="second">We send you a link by which you choose one.</p>
      <AccountForm
        action="Send the link"
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
        title="The new password is set."
        actions={
          <a className="button primary" href="/signin">
            Sign in
          </a>
        }
      >
        Everybody who was signed in to the account is signed out, and apps are disconnected. API keys go on working.
      </StateBlock>
    );
  }
  return (
    <AccountPage title="A new password">
      <AccountForm
        action="Set the password"
        onSubmit={async ({ password }) => {
          await fetchAccountApi('/oauth/reset', { token, password });
          setDone(true);
        }}
      >
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          hint="Ten characters or more."
        />
      </AccountForm>
    </AccountPage>
  );
}
