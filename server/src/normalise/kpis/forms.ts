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

/** The role of a form and of its amendments; null where its facts never enter canonical values. */
export function formRole(form: string): FormRole | null {
  return ROLES[baseForm(form)] ?? null;
}

export function isAmendment(form: string): boolean {
  return form.endsWith('/A');
}

function baseForm(form: string): string {
  const text = form.trim().toUpperCase();
  return text.endsWith('/A') ? text.slice(0, -2) : text;
}
