import type { UserOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { planLabel } from '../../../labels/labels.ts';
import { Facts, Head, Section } from '../sections.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Export } from './export.tsx';
import { Password } from './password.tsx';
import css from './profile.module.css';
import { Sessions } from './sessions.tsx';
import { TwoStep } from './two-step.tsx';

/** What may have become of the sign-in that the page was opened with. */
type Ending = 'password' | 'deleted';

/** Who the account belongs to, and what keeps it theirs. */
export default function ProfilePage() {
  usePageTitle('Profile and security');
  const query = useApi('getUser', {});
  const [ending, setEnding] = useState<Ending | null>(null);
  if (ending !== null) return <Ended by={ending} />;
  return (
    <>
      <Head title="Profile and security" />
      <Loaded query={query} what="your account">
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
          title="The account is deleted."
          actions={
            <Link className="button" to="/">
              To the start
            </Link>
          }
        >
          With its keys, sessions, apps, watchlist, notifications, webhooks, usage and ledger.
        </StateBlock>
      </>
    );
  }
  return (
    <>
      <Head title="Profile and security" />
      <StateBlock
        title="The password is changed."
        actions={
          <Link className="button primary" to="/signin" search={{ to: '/account/profile' }}>
            Sign in
          </Link>
        }
      >
        You are signed out everywhere, here too, and apps are disconnected, with the keys that they asked for. Your
        other API keys go on working.
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

/** What an account that was made with a key alone lacks, and both ways to a password. */
function NoPassword({ email }: { email: string }) {
  return (
    <Section title="Password">
      <p>
        This account has no password: it is used by API keys alone. Until it has one, nobody can sign in by email,
        two-step sign-in cannot be turned on, and the account cannot be deleted here.
      </p>
      <p>
        <Link className="link" to="/reset">
          Have a link sent
        </Link>{' '}
        to its address that sets a password; a service without a mail server writes the link to its log. Or set one on
        the machine of the service:
      </p>
      <pre className={css.command}>npm run asfiled -- user set-password {email}</pre>
    </Section>
  );
}
