import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountForm, AccountPage, Field } from '../../components/account/account-form.tsx';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { fetchAccountApi } from '../../session/account-api.ts';
import { pendingPath } from '../../session/sign-in.ts';
import { KeyForm } from './key-form.tsx';

interface Details {
  client: { name: string; is_own: boolean };
  allows_sign_up: boolean;
}

type Answer = { state: 'done'; next: string } | { state: 'code_needed' };

/** Email and password, then a code if the account requires one. */
export function PasswordForm({ interaction }: { interaction: string }) {
  const path = `/oauth/interaction/${interaction}`;
  const details = useQuery({
    queryKey: ['interaction', interaction],
    queryFn: () => fetchAccountApi<Details>(`${path}/details`),
  });
  const [given, setGiven] = useState<Record<string, string> | null>(null);
  if (details.isError) {
    return (
      <StateBlock
        title="This sign-in has expired."
        actions={
          <a className="button primary" href="/signin">
            Start again
          </a>
        }
      >
        {details.error.message}
      </StateBlock>
    );
  }
  if (details.data === undefined) return <Skeleton lines={4} />;
  const { client, allows_sign_up: allowsSignUp } = details.data;
  const send = async (values: Record<string, string>) => {
    const response = await fetchAccountApi<Answer>(`${path}/sign-in`, values);
    if (response.state === 'done') return location.replace(response.next);
    setGiven(values);
  };
  if (given !== null) {
    return (
      <AccountPage title="Two-step sign-in">
        <AccountForm key="code" action="Sign in" onSubmit={({ code = '' }) => send({ ...given, code: code.trim() })}>
          <Field
            label="Code"
            name="code"
            autoComplete="one-time-code"
            hint="The six digits of your authenticator app, or a recovery code."
            isFocused
          />
        </AccountForm>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Sign in"
      more={
        <>
          <Link className="link" to="/reset">
            Forgot your password?
          </Link>
          {allowsSignUp && (
            <Link className="link" to="/signup">
              Create an account
            </Link>
          )}
        </>
      }
    >
      {!client.is_own && (
        <p className="second">
          <strong>{client.name}</strong> requests access to your account. You will be asked to confirm.
        </p>
      )}
      <AccountForm key="password" action="Sign in" onSubmit={send}>
        <Field label="Email" name="email" type="email" autoComplete="username" />
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
      </AccountForm>
      {client.is_own && (
        <details>
          <summary className="link">With an API key</summary>
          <KeyForm to={pendingPath()} />
        </details>
      )}
    </AccountPage>
  );
}
