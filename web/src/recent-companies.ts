import { useSyncExternalStore } from 'react';

/** A recently viewed company; stored in this browser only. */
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

/** Recently viewed companies, the latest first. */
export function useRecentCompanies(): readonly RecentCompany[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => companies,
  );
}

export function addRecentCompany({ canonical_key, company_name, ticker, market_id }: RecentCompany): void {
  if (companies[0]?.canonical_key === canonical_key) return;
  const others = companies.filter(company => company.canonical_key !== canonical_key);
  keep([{ canonical_key, company_name, ticker, market_id }, ...others].slice(0, KEPT));
}

export function clearRecentCompanies(): void {
  keep([]);
}

function keep(changed: readonly RecentCompany[]): void {
  companies = changed;
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(changed));
  } catch {
    // Storage is unavailable: kept until the page is closed.
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
  const company = (value ?? {}) as Partial<Record<keyof RecentCompany, unknown>>;
  return typeof company.canonical_key === 'string' && typeof company.company_name === 'string';
}
