import { useSyncExternalStore } from 'react';

/** Whether a media query matches: `useIsWide` for side-by-side layouts, `useIsNarrow` for phones. */
function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    listener => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}

const WIDE = matchMedia('(min-width: 1100px)');
const NARROW = matchMedia('(max-width: 760px)');

export function useIsWide(): boolean {
  return useMedia(WIDE);
}

export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}
