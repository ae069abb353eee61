import type { UserOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { planLabel } from '../../../labels/usage.ts';
import { Facts, Head, Section } from '../sections.tsx';
import { Audit } from './audit.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Export } from './export.tsx';
import { Password } from './password.tsx';
import css from './profile.module.css';
import { Sessions } from './sessions.tsx';
import { TwoStep } from './two-step.tsx';

/** How the session of this page ended. */
type Ending = 'password' | 'deleted';

/** The account’s profile, password, second factor, sessions and security events. */
export default function ProfilePage() {
  usePageTitle('Profile and security');
  const query = useApi('getUser', {});
  const [ending, setEnding] = useState<Ending | null>(null);
  if (ending !== null) return <Ended by={ending} />;
  return (
    <>
      <Head title="Profile and security" />
      <Loaded query={query} subject="your account">
        {user => (
          <>
            <Account user={user} />
            {user.has_password ? (
              <>
                <Password user={user} onSignedOut={() => setEnding('password')} />
                <TwoStep user={user} />
              </>
            ) : (
              <NoPassword email={user.email} />
            )}
            <Sessions />
            <Audit />
            <Export />
            {user.has_password && <DeleteAccount user={user} onDeleted={() => setEnding('deleted')} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Ended({ by }: { by: Ending }) {
  if (by === 'deleted') {
    return (
      <>
        <Head title="Profile and security" />
        <StateBlock
          title="Your account was deleted."
          actions={
            <Link className="button" to="/">
              Go to the home page
            </Link>
          }
        >
          This includes its keys, sessions, apps, watchlist, notifications, webhooks, usage and ledger.
        </StateBlock>
      </>
    );
  }
  return (
    <>
      <Head title="Profile and security" />
      <StateBlock
        title="Your password was changed."
        actions={
          <Link className="button primary" to="/signin" search={{ to: '/account/profile' }}>
            Sign in
          </Link>
        }
      >
        You are signed out everywhere, including here. Connected apps and the keys they created no longer work. Your
        other API keys still work.
      </StateBlock>
    </>
  );
}

function Account({ user }: { user: UserOut }) {
  return (
    <Section title="Account">
      <Facts
        facts={[
          ['Email', user.email],
          [
            'Plan',
            <Link key="plan" className="link" to="/account/plan">
              {planLabel(user.plan)}
            </Link>,
          ],
          ['Since', formatDay(user.created_at)],
          ['Account id', user.id],
        ]}
      />
    </Section>
  );
}

/** Explains how to set a password for an account that was created with an API key only. */
function NoPassword({ email }: { email: string }) {
  return (
    <Section title="Password">
      <p>
        This account has no password and is used with API keys only. Set a password to sign in by email, turn on
        two-step sign-in, or delete the account here.
      </p>
      <p>
        <Link className="link" to="/reset">
          Request a link
        </Link>{' '}
        to set a password by email; a service without a mail server writes the link to its log. Or set one on the
        server:
      </p>
      <pre className={css.command}>npm run asfiled -- user set-password {email}</pre>
    </Section>
  );
}
