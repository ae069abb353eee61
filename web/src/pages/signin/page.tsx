import { ApiError, createClient, UnreachableError } from '@asfiled/client';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { usePageTitle } from '../../components/page-title.ts';
import { signIn } from '../../session/session.ts';
import css from './page.module.css';
import { signInRoute } from './route.ts';

/** Takes an API key, pasted or from behind the `#` of a link, and keeps it in this browser once the service knows it. */
export default function SignInPage() {
  usePageTitle('Sign in');
  const router = useRouter();
  const { to = '/' } = signInRoute.useSearch();
  const [key, setKey] = useState(keyOfAddress);
  const [fault, setFault] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const hasTried = useRef(false);

  const check = async (given: string) => {
    setChecking(true);
    setFault(null);
    const found = await faultOf(given);
    setChecking(false);
    if (found !== null) return setFault(found);
    signIn(given);
    router.history.replace(to);
  };
  useEffect(() => {
    if (key === '' || hasTried.current) return;
    hasTried.current = true;
    // Out of the address at once: it would stay in the history of the browser.
    router.history.replace(`/signin${location.search}`);
    check(key);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(key.trim());
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <h1>Sign in</h1>
      <p className="second">
        With an API key. A service of your own prints a link that signs you in when it starts;{' '}
        <code className="mono">asfiled key create</code> makes more keys. The key stays in this browser and goes to this
        service alone.
      </p>
      <label className={css.label} htmlFor="key">
        API key
      </label>
      <input
        id="key"
        className={`field mono ${css.key}`}
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        required
        placeholder="afk_…"
        value={key}
        aria-invalid={fault !== null}
        aria-describedby="fault"
        onChange={event => setKey(event.target.value)}
      />
      <p id="fault" className={css.fault} role="alert">
        {fault}
      </p>
      <button type="submit" className="button primary" disabled={isChecking}>
        Sign in
      </button>
    </form>
  );
}

function keyOfAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('key') ?? '';
}

/** What is wrong with a key, in words; null where it is good. Asks a route that costs nothing. */
async function faultOf(key: string): Promise<string | null> {
  if (!/^[\x21-\x7e]+$/.test(key)) return 'A key has no spaces and no letters beyond A to Z.';
  try {
    await createClient({ credential: key, retries: 1 }).listMarkets({});
    return null;
  } catch (error) {
    if (error instanceof UnreachableError) return 'The service cannot be reached. Try again in a moment.';
    if (error instanceof ApiError && error.status === 401)
      return 'The service does not know this key. It may have expired or been revoked.';
    return error instanceof ApiError ? error.message : String(error);
  }
}
