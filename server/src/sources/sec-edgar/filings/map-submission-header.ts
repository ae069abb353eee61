import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filer } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing, Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import type { HeaderEntity, SubmissionHeader } from '../../../formats/sgml/submission.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { fromNewYorkClock, type Instant, type IsoDate } from '../../../kernel/dates.ts';
import { nameKey } from '../../../kernel/identifiers/name-key.ts';
import { uniqueBy } from '../../../kernel/lists.ts';
import { filingIndexUrl } from '../endpoints.ts';
import { filingIdOf } from '../filing-address.ts';
import { accessionNumber, canonicalKeyOfCik, cik10 } from '../identifiers.ts';
import { knownAt } from '../lists/acceptance.ts';
import { categoryOfForm, isAmendment } from './form-categories.ts';
import { itemCodeOf } from './report-items.ts';

/** Statements of the documents of a filing that its header lacks. */
export interface ReportedByDocuments {
  /** Ten digits: the filer of its folder; null leaves it to the header. */
  cik: string | null;
  primaryDocument: string | null;
  title: string | null;
  hasXbrl: boolean;
  /** The accession number that an amendment's own text names. */
  amends: string | null;
}

/** The roles of a header in the model's words; trustees and agents of asset-backed issuers count as filers. */
const ROLES: Readonly<Record<string, Filer['role']>> = {
  FILER: 'filer',
  'FILED-FOR': 'filer',
  'SERIAL-COMPANY': 'filer',
  DEPOSITOR: 'filer',
  SECURITIZER: 'filer',
  'ISSUING-ENTITY': 'filer',
  UNDERWRITER: 'filer',
  'SUBJECT-COMPANY': 'subject',
  'FILED-BY': 'filed_by',
  ISSUER: 'issuer',
  'REPORTING-OWNER': 'reporting_owner',
};

/** Roles, from the subject of a filing to those who only sign it. */
const ORDER_OF_ROLES: readonly Filer['role'][] = ['filer', 'subject', 'issuer', 'filed_by', 'reporting_owner'];

/**
 * The filing that a header describes, null (with an anomaly) where accession number, form or date are missing. Filing
 * date and acceptance stay apart; `knownAt` is never before the acceptance, and correspondence that the registry first
 * held back is known from the day on which it was put out.
 */
export function toFiling(header: SubmissionHeader, reported: ReportedByDocuments, log: AnomalyLog): Filing | null {
  const accession = filingIdOf(header.accession);
  const { form, filedAsOf } = header;
  if (accession === null || form === '' || filedAsOf === null) {
    log.add('incomplete_header', '', JSON.stringify([header.accession, form, filedAsOf]));
    return null;
  }
  const itemCodes = itemCodesOf(header, filedAsOf, log);
  const category = categoryOfForm(form, itemCodes);
  if (category === null) log.add('unknown_form', `form ${form}`, 'not in the table of categories');
  const acceptedAt = acceptedAtOf(header.acceptance);
  const amends = isAmendment(form) ? (accessionNumber(header.previousAccession ?? '') ?? reported.amends) : null;
  return {
    registry: 'sec-edgar',
    nativeId: accession,
    formType: form,
    category: category ?? 'other',
    categoryGroup: categoryGroupOf(category ?? 'other'),
    filingDate: filedAsOf,
    acceptedAt,
    knownAt: knownAtOf(header, filedAsOf, acceptedAt),
    periodEnd: header.periodOfReport,
    title: reported.title,
    language: 'en',
    itemCodes,
    isAmendment: isAmendment(form),
    ...(amends === null ? {} : { amends }),
    primaryDocument: reported.primaryDocument,
    url: filingIndexUrl(reported.cik ?? mainCik(header) ?? accession.slice(0, 10), accession),
    hasXbrl: reported.hasXbrl,
  };
}

/** All filers in a header, once for each role, in its order; series of funds last. */
export function toFilers(header: SubmissionHeader, log: AnomalyLog): Filer[] {
  const filers = new Map<string, Filer>();
  for (const entity of header.entities) {
    const cik = cik10(entity.cik);
    if (cik === null) {
      log.add('unnamed_filer', entity.role, `${entity.name} ${entity.cik}`);
      continue;
    }
    const filer: Filer = { canonicalKey: canonicalKeyOfCik(cik), companyName: entity.name, role: roleOf(entity) };
    const key = `${filer.role} ${cik}`;
    if (!filers.has(key)) filers.set(key, filer);
  }
  for (const { seriesId, name } of header.series) {
    if (seriesId === '') continue;
    filers.set(seriesId, { canonicalKey: `series:${seriesId}`, companyName: name, role: 'series' });
  }
  return [...filers.values()];
}

/**
 * Former names of a filer in a header, newest first there. `DATE OF NAME CHANGE` is the first day of the name that it follows,
 * so that a name ends on the date of the one before it; when the newest of them ended is not stated.
 */
export function formerNamesOf(header: SubmissionHeader, canonicalKey: string): Issuer['formerNames'] {
  const entity = header.entities.find(({ cik }) => isCompany(cik, canonicalKey));
  const named = entity?.formerNames ?? [];
  const ended = named.map(({ name }, at) => ({ companyName: name, untilDate: named[at - 1]?.changedOn ?? null }));
  return uniqueBy(ended, ({ companyName }) => nameKey(companyName)).filter(
    ({ companyName }) => nameKey(companyName) !== nameKey(entity?.name ?? ''),
  );
}

function isCompany(cik: string, canonicalKey: string): boolean {
  const digits = cik10(cik);
  return digits !== null && canonicalKeyOfCik(digits) === canonicalKey;
}

/** Ten digits of the company of a filing: its filer, else its subject or issuer; null if none is named. */
export function mainCik(header: SubmissionHeader): string | null {
  for (const role of ORDER_OF_ROLES) {
    for (const entity of header.entities) {
      const cik = cik10(entity.cik);
      if (roleOf(entity) === role && cik !== null) return cik;
    }
  }
  return null;
}

/** The role of a filer in a header. */
export function roleOf(entity: HeaderEntity): Filer['role'] {
  return ROLES[entity.role] ?? 'filer';
}

function itemCodesOf(header: SubmissionHeader, filingDate: IsoDate, log: AnomalyLog): string[] {
  const codes = new Set<string>();
  for (const stated of header.items) {
    const code = itemCodeOf(stated, header.form, filingDate);
    if (code !== null) codes.add(code);
    else if (stated === '') log.add('item_not_named', 'ITEM INFORMATION', 'the header has an item without its title');
    else log.add('unknown_item', 'ITEM INFORMATION', stated);
  }
  return [...codes];
}

/** Midnight means an unknown time. */
function acceptedAtOf(acceptance: string | null): Instant | null {
  if (acceptance === null || acceptance.endsWith('000000')) return null;
  const [date, hours, minutes, seconds] = [
    `${acceptance.slice(0, 4)}-${acceptance.slice(4, 6)}-${acceptance.slice(6, 8)}`,
    acceptance.slice(8, 10),
    acceptance.slice(10, 12),
    acceptance.slice(12),
  ];
  return fromNewYorkClock(date, `${hours}:${minutes}:${seconds}`);
}

function knownAtOf(header: SubmissionHeader, filingDate: IsoDate, acceptedAt: Instant | null): Instant {
  const { isPrivateToPublic, publishedOn } = header;
  if (isPrivateToPublic && publishedOn !== null && publishedOn > filingDate) {
    return fromNewYorkClock(publishedOn, '06:00:00');
  }
  const known = knownAt(filingDate, acceptedAt);
  // The staff may set an earlier filing date, but the filing was not public before its receipt.
  return acceptedAt !== null && acceptedAt > known ? acceptedAt : known;
}
