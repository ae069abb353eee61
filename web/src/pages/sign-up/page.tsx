import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountForm, AccountPage, Field, NewPasswordField } from '../../components/account/account-form.tsx';
import { useHashSecret } from '../../components/account/use-hash-secret.ts';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { fetchAccountApi } from '../../session/account-api.ts';

/** Creates an account; the emailed link opens this page again with a token in the URL hash. */
export default function SignUpPage() {
  usePageTitle('Create an account');
  const token = useHashSecret('confirm');
  const [isDone, setDone] = useState(false);
  if (token !== null) return <Confirm token={token} />;
  if (isDone) {
    return (
      <StateBlock title="Check your email.">
        We have sent a confirmation link that is valid for 24 hours. A service without a mail server writes it to its
        log.
      </StateBlock>
    );
  }
  return (
    <AccountPage
      title="Create an account"
      more={
        <Link className="link" to="/signin">
          Sign in
        </Link>
      }
    >
      <AccountForm
        action="Create account"
        onSubmit={async ({ email, password }) => {
          await fetchAccountApi('/oauth/sign-up', { email, password });
          setDone(true);
        }}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" />
        <NewPasswordField label="Password" name="password" />
      </AccountForm>
    </AccountPage>
  );
}

function Confirm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <StateBlock
        title="Your account is ready."
        actions={
          <a className="button primary" href="/signin">
            Sign in
          </a>
        }
      />
    );
  }
  return (
    <AccountPage title="Confirm your account">
      <p className="second">Enter the password that you chose, to confirm that you requested this account.</p>
      <AccountForm
        action="Confirm"
        onSubmit={async ({ password }) => {
          await fetchAccountApi('/oauth/sign-up/confirm', { token, password });
          setDone(true);
        }}
      >
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
      </AccountForm>
    </AccountPage>
  );
}
