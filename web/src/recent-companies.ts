import { useSyncExternalStore } from 'react';

/** A company that was looked at; kept in this browser alone. */
export interface RecentCompany {
  canonical_key: string;
  company_name: string;
  ticker: string | null;
  market_id: string | null;
}

const STORED_AS = 'asfiled.recent';
const KEPT = 6;

let companies = read();
const listeners = new Set<() => void>();

/** Companies that were looked at, the last one first. */
export function useRecent(): readonly RecentCompany[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => companies,
  );
}

export function noteVisit({ canonical_key, company_name, ticker, market_id }: RecentCompany): void {
  if (companies[0]?.canonical_key === canonical_key) return;
  const others = companies.filter(one => one.canonical_key !== canonical_key);
  keep([{ canonical_key, company_name, ticker, market_id }, ...others].slice(0, KEPT));
}

export function forgetVisits(): void {
  keep([]);
}

function keep(changed: readonly RecentCompany[]): void {
  companies = changed;
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(changed));
  } catch {
    // A browser that keeps nothing: until the page is left.
  }
  for (const listener of listeners) listener();
}

function read(): readonly RecentCompany[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentCompany {
  const one = (value ?? {}) as Partial<Record<keyof RecentCompany, unknown>>;
  return typeof one.canonical_key === 'string' && typeof one.company_name === 'string';
}
