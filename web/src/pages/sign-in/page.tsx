import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AccountPage } from '../../components/account/account-form.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { signInWithKey } from '../../session/session.ts';
import { canSignIn, redirectToSignIn } from '../../session/sign-in.ts';
import { checkKey } from './check-key.ts';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';

const route = getRouteApi('/signin');

/**
 * Handles four cases: a link with a key in the URL hash, an OAuth interaction of the service (`interaction`), its redirect
 * after a timeout (`expired`), and a click on *Sign in*, which redirects to the service.
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
      title="This sign-in has expired."
      actions={
        <a className="button primary" href="/signin">
          Start again
        </a>
      }
    >
      It timed out or was completed in another tab. If an app sent you here, start again there.
    </StateBlock>
  );
}

/** Shown over plain http, where password sign-in is not available. */
function KeyAlone({ to }: { to: string }) {
  return (
    <AccountPage title="Sign in">
      <p className="second">
        Use an API key: email and password require https, or a browser on the server itself. If you run the service
        yourself, it prints a sign-in link when it starts.
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
    // Removed from the URL immediately, so that it does not stay in the browser history.
    router.history.replace(`/signin${location.search}`);
    checkKey(linkedKey).then(found => {
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
