import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A secret from behind the `#` of a link, null where there is none. It leaves the address, and with it the history. */
export function useSecretOfAddress(name: string): string | null {
  const router = useRouter();
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get(name));
  useEffect(() => {
    if (secret !== null) router.history.replace(location.pathname + location.search);
  }, [secret, router]);
  return secret;
}
