import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { finishSignIn } from '../../session/sign-in.ts';

/** Completes the sign-in and opens the requested page. */
export default function SignInDonePage() {
  usePageTitle('Sign in');
  const router = useRouter();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    finishSignIn(new URLSearchParams(location.search)).then(result =>
      'to' in result ? router.history.replace(result.to) : setErrorMessage(result.errorMessage),
    );
  });
  if (errorMessage === null) return <Skeleton lines={4} />;
  return (
    <StateBlock
      title={errorMessage}
      actions={
        <a className="button primary" href="/signin">
          Sign in
        </a>
      }
    />
  );
}
