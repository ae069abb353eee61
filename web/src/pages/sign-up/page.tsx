import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountForm, AccountPage, Field } from '../../components/account/account-form.tsx';
import { useHashSecret } from '../../components/account/use-hash-secret.ts';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { fetchAccountApi } from '../../session/account-api.ts';

/** Asks for an account; the link of the mail that follows leads here again, with a token behind the `#`. */
export default function SignUpPage() {
  usePageTitle('Create an account');
  const token = useHashSecret('confirm');
  const [isDone, setDone] = useState(false);
  if (token !== null) return <Confirm token={token} />;
  if (isDone) {
    return (
      <StateBlock title="Look into your mailbox.">
        A link that makes the account is on its way; it is good for 24 hours. A service without a mail server writes it
        to its log.
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
        action="Create the account"
        onSubmit={async ({ email, password }) => {
          await fetchAccountApi('/oauth/sign-up', { email, password });
          setDone(true);
        }}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" />
        <Field
          label="Password"
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

function Confirm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <StateBlock
        title="The account is yours."
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
      <p className="second">Give the password that you chose: nobody else can make this account with it.</p>
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
