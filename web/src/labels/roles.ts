import type { Role } from '@asfiled/client';
import { formatDay } from '../format/dates.ts';

const RELATIONS: Record<Role['relation'], string> = {
  officer: 'Officer',
  director: 'Director',
  major_shareholder: 'Major holder',
  significant_control: 'Significant control',
};

export function relationLabel(relation: Role['relation']): string {
  return RELATIONS[relation];
}

/** `1 Mar 2010 · 14.3 years`; the first observation if no source states a start date. */
export function formatTenure({ since_date, tenure_years, observed_since_date }: Role): string {
  if (since_date === null) return `first seen ${formatDay(observed_since_date)}`;
  return tenure_years === null ? formatDay(since_date) : `${formatDay(since_date)} · ${tenure_years} years`;
}

/** `12.5 %`, `75 to 100 %`; empty if no stake is stated. */
export function formatStake({ ownership_pct, ownership_min_pct, ownership_max_pct }: Role): string {
  if (ownership_pct !== null) return `${ownership_pct} %`;
  if (ownership_min_pct === null) return '';
  return ownership_max_pct === null ? `over ${ownership_min_pct} %` : `${ownership_min_pct} to ${ownership_max_pct} %`;
}

/** `ownership-of-shares-75-to-100-percent` without hyphens. */
export function natureLabel(nature: string): string {
  return nature.replaceAll('-', ' ');
}
