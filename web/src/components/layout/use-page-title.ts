import { useEffect } from 'react';

/** Sets the document title: `Apple Inc. · Financials`. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'asfiled'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
