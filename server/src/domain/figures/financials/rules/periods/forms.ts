import type { FactFiling } from '../../../../filings/facts/model/facts.ts';

/**
 * What a form may give to canonical values. Proxies, fund reports and, at SEC EDGAR, registrations give nothing; a
 * `registration` shows years that no annual report may ever show, and has no period of its own.
 */
export type FormRole = 'annual' | 'interim' | 'recast' | 'registration';

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

/** Forms of registries whose facts come without a category: EDINET's document types, and the names of DART's reports. */
const ROLES_ELSEWHERE: Readonly<Record<string, FormRole>> = {
  '030': 'registration',
  '040': 'registration',
  '120': 'annual',
  '130': 'annual',
  '140': 'interim',
  '150': 'interim',
  '160': 'interim',
  '170': 'interim',
  사업보고서: 'annual',
  반기보고서: 'interim',
  분기보고서: 'interim',
};

/** Earnings digests of the Tokyo exchange: `acedjpsm` annual, `scedjpsm` of a half year, `qcedjpsm` of a quarter. */
const DIGEST = /^([asq])[cn]ed[a-z]{2}[a-z]{2}$/;

/** Corrected reports of EDINET. */
const CORRECTIONS = new Set(['040', '130', '150', '170']);

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
  const role = ROLES[baseForm(form)] ?? ROLES_OF_CATEGORIES[category ?? ''];
  // Funds report on forms that companies report on too.
  if (role !== undefined || category === 'fund_report') return role ?? null;
  return ROLES_ELSEWHERE[form] ?? roleOfDigest(form);
}

/** True for the periodic forms of SEC EDGAR. */
export function isFormOfSec(form: string): boolean {
  return Object.hasOwn(ROLES, baseForm(form));
}

/** True for a filing that amends another, by its form or as its registry says. */
export function isAmendment({ form, isAmendment }: Pick<FactFiling, 'form' | 'isAmendment'>): boolean {
  return isAmendment === true || form.endsWith('/A') || CORRECTIONS.has(form);
}

/** True for a digest of earnings, which gives three lines of a balance sheet. */
export function isDigest(form: string): boolean {
  return DIGEST.test(form);
}

function roleOfDigest(form: string): FormRole | null {
  const kind = DIGEST.exec(form)?.[1];
  return kind === undefined ? null : kind === 'a' ? 'annual' : 'interim';
}

function baseForm(form: string): string {
  const text = form.trim().toUpperCase();
  return text.endsWith('/A') ? text.slice(0, -2) : text;
}
