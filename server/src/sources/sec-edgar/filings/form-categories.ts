import type { Category } from '../../../domain/filings/filings/model/document-taxonomy.ts';

/**
 * Form types by category (https://www.sec.gov/submit-filings/forms-index), separated by `|`. A final `*` matches any further
 * letters; without it the form matches exactly. Amendments (`/A`) have the category of the amended form.
 */
const FORMS: Readonly<Record<Exclude<Category, 'earnings_release' | 'other'>, string>> = {
  annual_report: '10-K|10-KT|10-K405*|10-KT405*|10-KSB*|10KSB*|10-KT*|20-F|20-FR|40-F|18-K*|1-K|ARS|11-K*',
  interim_report: '10-Q|10-QT|10-QSB*|10QSB*|10-Q405|1-SA|10-S|13F-E-Q',
  late_notice: 'NT *|NTN *|NTFN*|NT-*|NTN*',
  material_event: '8-K|8-K15D*|6-K|1-U',
  listing_change: '25|25-*|15-12B|15-12G|15-15D|15F-*|8-A12B|8-A12G|8-B12*|CERT|CERT*|REVOKED|DEL AM',
  merger_document: 'S-4*|F-4*|425|DEFM14*|PREM14*|SC 13E3*|SC13E3*|PRE13E3|8-K12B|8-K12G3|8-K15D5|S-4EF|S-4 POS',
  tender_offer: 'SC TO-*|SC14D1*|SC 14D1*|SC 14D9*|SC14D9*|SC 13E4*|SC 14F1*|SC14F1*|CB',
  insider_transaction: '3|4|5',
  insider_sale_notice: '144',
  large_holding: 'SC 13D|SC 13G|SCHEDULE 13D|SCHEDULE 13G|SC13D|SC13G',
  institutional_holdings: '13F-*|13FCONP|N-PX*',
  registration:
    'S-1*|S-2|S-2MEF|S-3*|S-8*|S-11*|S-20|SB-1*|SB-2*|F-1|F-1MEF|F-1 POS|F-2|F-3*|F-6*|F-7*|F-8*|F-9*|F-10*|F-80*|F-N|' +
    '10-12B|10-12G|10-SB|10SB12*|20FR12B|20FR12G|40FR12B|40FR12G|DRS|DRSLTR|POS *|POSASR|POS462*|AW|AW *|RW|RW *|EFFECT|' +
    'QUALIF|1-A*|1-Z*|D/RS|DOS|DOSLTR|APP WD|18-12B',
  prospectus: '424A*|424B*|424H|FWP|497|497AD|497H2|497J|497K*|497VPI*|SUPPL|253G*|S-B',
  private_offering: 'D|C|C-*|REGDEX',
  proxy:
    'DEF 14*|DEF14*|PRE 14*|PRE14*|DEFA14*|DEFC14*|DEFR14*|DEFN14*|DEFS14*|DFAN14*|DFRN14*|PREA14*|PREC14*|PREN14*|' +
    'PRER14*|PRES14*|PRRN14*|PX14A6*',
  correspondence: 'CORRESP|UPLOAD|LETTER|CT ORDER|NO ACT|SEC STAFF *',
  specialised: 'SD|ABS-*|10-D|T-3|T-3*|TA-*|X-17A-5|305B2|CFPORTAL|MA|MA-*|SBSE*|SP 15D2|IRANNOTICE|ATS-N*|SL',
  fund_report:
    'N-1|N-1A*|N-2*|N-3*|N-4*|N-5*|N-6*|N-8*|N-14*|N-18*|N-23C*|N-27*|N-30*|N-54*|N-CEN*|N-CSR*|N-CR*|N-LIQUID*|N-MFP*|' +
    'N-Q|N-PORT*|NPORT*|N-VP*|NSAR*|485*|486*|487|S-6*|40-*|24F-2*|POS AMI|497H*',
};

const EXACT = new Map<string, Category>();
const PREFIXES: { prefix: string; category: Category }[] = [];
for (const [category, forms] of Object.entries(FORMS)) {
  for (const form of forms.split('|')) {
    if (form.endsWith('*')) PREFIXES.push({ prefix: form.slice(0, -1), category: category as Category });
    else EXACT.set(form, category as Category);
  }
}
PREFIXES.sort((a, b) => b.prefix.length - a.prefix.length);
// `40-F` is the annual report of Canadian filers; `40-*` are applications of investment companies. Exact forms come first.

/**
 * Category of a filing by its form type and, for an 8-K, its items: results of operations (2.02; 12 before 2004-08-23) make
 * it an earnings release. Null if the form is unknown: callers use `other` and count it.
 */
export function categoryOfForm(formType: string, itemCodes: readonly string[] = []): Category | null {
  const form = baseForm(formType);
  if (form === '8-K' && itemCodes.some(item => item === '2.02' || item === '12')) return 'earnings_release';
  return EXACT.get(form) ?? PREFIXES.find(({ prefix }) => form.startsWith(prefix))?.category ?? null;
}

/** `10-K/A` → `10-K`: the form that an amendment amends. */
export function baseForm(formType: string): string {
  return formType.trim().toUpperCase().replace(/\/A$/, '');
}

/** True for `10-K/A` and the like. */
export function isAmendment(formType: string): boolean {
  return /\/A$/i.test(formType.trim());
}
