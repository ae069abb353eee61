import { useEffect } from 'react';

/** What the tab of the browser says: `Apple Inc. · Financials`. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'asfiled'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
