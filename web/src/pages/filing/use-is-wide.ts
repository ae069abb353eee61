import { useSyncExternalStore } from 'react';

/** From here on sections and facts stand beside the document; below they are drawers. */
const WIDE = matchMedia('(min-width: 1100px)');

export function useIsWide(): boolean {
  return useSyncExternalStore(
    listener => {
      WIDE.addEventListener('change', listener);
      return () => WIDE.removeEventListener('change', listener);
    },
    () => WIDE.matches,
  );
}
