import type { FactFiling } from '../../../../filings/facts/model/facts.ts';

/**
 * How a form contributes to canonical values. Proxies and fund reports contribute nothing. A `registration` shows years
 * that no annual report may ever show, and has no period of its own. A `recast` restates periods of earlier reports; at
 * SEC EDGAR registration statements and prospectuses contribute nothing else.
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
  '8-K12B': 'recast',
  '8-K12G3': 'recast',
  '8-K15D5': 'recast',
  ...Object.fromEntries(
    ['S-1', 'S-3', 'S-3ASR', 'S-4', 'S-11', 'F-1', 'F-3', 'F-3ASR', 'F-4', 'POS AM', '10-12B', '10-12G'].map(form => [
      form,
      'recast' as const,
    ]),
  ),
  ...Object.fromEntries(['1', '2', '3', '4', '5', '7', '8'].map(rule => [`424B${rule}`, 'recast' as const])),
};

/** Forms of registries whose facts have no category: EDINET's document types, and the names of DART's reports. */
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

/** Earnings digests of the Tokyo exchange: `acedjpsm` annual, `scedjpsm` half-year, `qcedjpsm` quarterly. */
const DIGEST = /^([asq])[cn]ed[a-z]{2}[a-z]{2}$/;

/** Corrected reports of EDINET. */
const CORRECTIONS = new Set(['040', '130', '150', '170']);

/** Half years and quarters are distinguished by the dates of their facts, as elsewhere. */
const ROLES_OF_CATEGORIES: Readonly<Record<string, FormRole>> = {
  annual_report: 'annual',
  interim_report: 'interim',
};

/**
 * The role of a filing: that of its form (and of its amendments) at SEC EDGAR, whose forms are more specific than their
 * category; that of its category in other registries. Null if its facts never enter canonical values.
 */
export function filingRole({ form, category }: Pick<FactFiling, 'form' | 'category'>): FormRole | null {
  const role = ROLES[baseForm(form)] ?? ROLES_OF_CATEGORIES[category ?? ''];
  // Funds use some forms that companies use too.
  if (role !== undefined || category === 'fund_report') return role ?? null;
  return ROLES_ELSEWHERE[form] ?? roleOfDigest(form);
}

/** Whether a form is a periodic form of SEC EDGAR. */
export function isFormOfSec(form: string): boolean {
  return Object.hasOwn(ROLES, baseForm(form));
}

/** Whether a form reports a period between two fiscal years. */
export function isTransitionReport(form: string): boolean {
  return ['10-KT', '10-QT'].includes(baseForm(form));
}

/** Whether a filing amends another, by its form or as its registry states. */
export function isAmendment({ form, isAmendment }: Pick<FactFiling, 'form' | 'isAmendment'>): boolean {
  return isAmendment === true || form.endsWith('/A') || CORRECTIONS.has(form);
}

/** Whether a form is a digest of earnings, which states three lines of a balance sheet. */
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
