export type UnitClass = 'currency' | 'currency_per_share' | 'shares' | 'pure' | 'other';

const CURRENCY = /^[A-Z]{3}$/;
const PER_SHARE = /^([A-Z]{3})\/shares?$/i;

/** What a filed unit measures, and its currency (null if none). */
export function classifyUnit(unit: string): { unitClass: UnitClass; currency: string | null } {
  if (CURRENCY.test(unit)) return { unitClass: 'currency', currency: unit };
  const perShare = PER_SHARE.exec(unit);
  if (perShare) return { unitClass: 'currency_per_share', currency: (perShare[1] ?? '').toUpperCase() };
  if (unit === 'shares' || unit === 'share') return { unitClass: 'shares', currency: null };
  if (unit === 'pure') return { unitClass: 'pure', currency: null };
  return { unitClass: 'other', currency: null };
}
