import type { FactFiling } from '../../model/facts.ts';

/** What a form may give to canonical values. Proxies, registrations and fund reports give nothing. */
export type FormRole = 'annual' | 'interim' | 'recast';

const ROLES: Readonly<Record<string, FormRole>> = {
  '10-K': 'annual',
  '10-K405': 'annual',
  '10-KSB': 'annual',
  '10-KT': 'annual',
  '20-F': 'annual',
  '40-F': 'annual',
  '10-Q': 'interim',
  '10-QSB': 'interim',
  '10-QT': 'interim',
  '6-K': 'interim',
  '8-K': 'recast',
};

/** Half years and quarters are told apart by the dates of their facts, as everywhere. */
const ROLES_OF_CATEGORIES: Readonly<Record<string, FormRole>> = {
  annual_report: 'annual',
  interim_report: 'interim',
};

/**
 * The role of a filing: that of its form (and of its amendments) at SEC EDGAR, whose forms say more than their category;
 * in any other registry that of its category. Null where its facts never enter canonical values.
 */
export function filingRole({ form, category }: Pick<FactFiling, 'form' | 'category'>): FormRole | null {
  return ROLES[baseForm(form)] ?? ROLES_OF_CATEGORIES[category ?? ''] ?? null;
}

export function isAmendment({ form, isAmendment }: Pick<FactFiling, 'form' | 'isAmendment'>): boolean {
  return isAmendment === true || form.endsWith('/A');
}

function baseForm(form: string): string {
  const text = form.trim().toUpperCase();
  return text.endsWith('/A') ? text.slice(0, -2) : text;
}
