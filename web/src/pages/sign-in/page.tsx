import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AccountPage } from '../../components/account/account-form.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { signInWithKey } from '../../session/session.ts';
import { canSignIn, redirectToSignIn } from '../../session/sign-in.ts';
import { faultOfKey } from './key-fault.ts';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';

const route = getRouteApi('/signin');

/**
 * Four ways lead here: a link with a key behind the `#`, the service that asks who somebody is (`interaction`), its word
 * that this took too long, and a click on *Sign in*, which leaves for the service at once.
 */
export default function SignInPage() {
  usePageTitle('Sign in');
  const { to = '/', interaction, expired } = route.useSearch();
  const [linkedKey] = useState(keyOfAddress);
  if (linkedKey !== null) return <LinkedKey linkedKey={linkedKey} to={to} />;
  if (interaction !== undefined) return <PasswordForm interaction={interaction} />;
  if (expired !== undefined) return <Expired />;
  return canSignIn() ? <Leaving to={to} /> : <KeyAlone to={to} />;
}

function Leaving({ to }: { to: string }) {
  const [hasFailed, setFailed] = useState(false);
  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    redirectToSignIn(to).catch(() => setFailed(true));
  }, [to]);
  return hasFailed ? <KeyAlone to={to} /> : <Skeleton lines={4} />;
}

function Expired() {
  return (
    <StateBlock
      title="This sign-in is over."
      actions={
        <a className="button primary" href="/signin">
          Start again
        </a>
      }
    >
      It took too long, or was finished in another tab. If an app sent you here, start again there.
    </StateBlock>
  );
}

/** Where the service cannot sign people in: over plain http, passwords have no place. */
function KeyAlone({ to }: { to: string }) {
  return (
    <AccountPage title="Sign in">
      <p className="second">
        With an API key: email and password need https, or a browser on the machine of the service itself. A service of
        your own prints a link that signs you in when it starts.
      </p>
      <KeyForm to={to} />
    </AccountPage>
  );
}

function LinkedKey({ linkedKey, to }: { linkedKey: string; to: string }) {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);
  const hasTried = useRef(false);
  useEffect(() => {
    if (hasTried.current) return;
    hasTried.current = true;
    // Out of the address at once: it would stay in the history of the browser.
    router.history.replace(`/signin${location.search}`);
    faultOfKey(linkedKey).then(found => {
      if (found !== null) return setFault(found);
      signInWithKey(linkedKey);
      router.history.replace(to);
    });
  });
  if (fault === null) return <Skeleton lines={4} />;
  return (
    <AccountPage title="Sign in">
      <KeyForm to={to} fault={fault} />
    </AccountPage>
  );
}

function keyOfAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('key');
}
