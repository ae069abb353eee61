import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Reads a secret from the URL hash and removes it from the URL and the history; null if the hash has none. */
export function useHashSecret(name: string): string | null {
  const router = useRouter();
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get(name));
  useEffect(() => {
    if (secret !== null) router.history.replace(location.pathname + location.search);
  }, [secret, router]);
  return secret;
}
