import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import {
  type FilingContents,
  type FilingReport,
  type FilingText,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { bareIssuer, type Filing, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import type { Relation, RoleStatement } from '../../domain/ownership/people/model/role.ts';
import { roleStatement } from '../../domain/ownership/people/model/role.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { extractInline } from '../../formats/ixbrl/extract-inline.ts';
import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import type { XbrlAnomaly } from '../../formats/xbrl/report.ts';
import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { mediaTypeOf } from '../../kernel/media-types.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { readMembers } from '../kit/packages/read-members.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';
import { type AccountsAddress, accountsAddressOf } from './accounts-address.ts';
import { type AccountsCover, readCover, toFactSet } from './accounts-facts.ts';
import { toAccountsText } from './accounts-text.ts';
import { canonicalKeyOfNumber } from './company-number.ts';
import { categoryOfFiling, london, publicFilingHistoryUrl } from './filing-history.ts';
import { withoutFormOfAddress } from './officers.ts';

/** Someone whom accounts name as holding an office in their period. */
interface AccountsOfficer {
  name: string;
  role: 'director' | 'secretary' | 'member' | 'other';
  /** Last day of the period. Accounts tag no appointments. */
  asOf: IsoDate;
}

const AXIS = /:EntityOfficersDimension$/;

/** Members of the axis, numbered: `Director1`, `CompanySecretary1`, `PartnerLLP3`. */
const ROLES: readonly [RegExp, AccountsOfficer['role']][] = [
  [/:(?:Director\d*|Chairman|ChiefExecutive)$/, 'director'],
  [/:CompanySecretary(?:Director)?\d*$/, 'secretary'],
  [/:PartnerLLP\d*$/, 'member'],
];

const RELATIONS: Readonly<Record<AccountsOfficer['role'], Relation>> = {
  director: 'director',
  secretary: 'officer',
  member: 'officer',
  other: 'officer',
};

/** A document of a set of accounts. */
interface AccountsFile {
  name: string;
  bytes: Buffer;
  /** The decoded text; empty if the document is too large to be read. */
  source: string;
  /** True for plain XBRL, which has figures without text. */
  isPlain: boolean;
}

/** Larger accounts are kept and not read. */
const MAX_READ_BYTES = 128 << 20;

/** Pictures, styles, the filer's taxonomy, folders, and shadows of members that a Mac made. */
const BELONGS_TO_DOCUMENTS = /\.(?:xsd|css|png|jpe?g|gif|svg|json)$|\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/i;

/** The form of accounts in the filing history. */
const FORM_TYPE = 'AA';

/**
 * Opens one set of accounts: inline XBRL, or the plain XBRL of before 2011. The URL states the company, the registry's id of
 * the document and the day of publication. If it states no day, the accounts' own day of approval takes its place. Damage is an
 * anomaly and leaves what could be read.
 */
export function openAccounts({ url, bytes }: SourceDocument): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('companies-house', url);
  const address = accountsAddressOf(url);
  if (address === null) return { records: [], anomalies: log.list() };
  const files = readAccountsFiles(address.fileName, bytes, log);
  const report = readReport(files, log);
  const cover = readCover(report);
  reportMismatch(address, cover, log);
  const filing = toFiling(address, cover, { report, files });
  if (filing === null) log.add('no_filing_date', address.fileName, 'neither the URL nor the accounts state a day');
  else if (address.publishedOn === null) log.add('filing_date_from_authorisation', address.fileName, filing.filingDate);
  const contents: FilingContents = {
    nativeId: address.nativeId,
    filing,
    filers: [filerOf(address, cover)],
    files: files.map((file, at) => ({
      fileId: file.name,
      role: at === 0 ? 'primary' : 'attachment',
      fileName: file.name,
      nativeType: FORM_TYPE,
      title: null,
      url,
      contentType: file.isPlain ? 'application/xml' : mediaTypeOf(file.name),
      bytes: file.bytes,
    })),
    text: textOf(files, log),
    report: report.facts.length === 0 ? null : report,
    earningsRelease: null,
  };
  const opened: IssuerRecords = {
    canonicalKey: canonicalKeyOfNumber(address.companyNumber),
    source: FILING_SOURCE + address.nativeId,
    issuer: toIssuer(address, cover),
    filings: filing === null ? [] : [filing],
    facts: report.facts.length === 0 || filing === null ? [] : [toFactSet(report, filing, log)],
    contents,
    people: stateAccountsOfficers(report),
    damage: null,
  };
  return { records: [opened], anomalies: log.list() };
}

/** The officers that accounts name, each office once, in the order of the document. */
export function readAccountsOfficers({ facts }: FilingReport): AccountsOfficer[] {
  const officers = new Map<string, AccountsOfficer>();
  for (const { concept, value, dimensions, periodEnd } of facts) {
    if (!concept.endsWith(':NameEntityOfficer') || value === null) continue;
    const member = Object.entries(dimensions).find(([axis]) => AXIS.test(axis))?.[1];
    const name = value.replace(/\s+/g, ' ').trim();
    if (member === undefined || name === '' || officers.has(member)) continue;
    officers.set(member, {
      name,
      role: ROLES.find(([pattern]) => pattern.test(member))?.[1] ?? 'other',
      asOf: periodEnd,
    });
  }
  return [...officers.values()];
}

/** What accounts state of the officers in their period. */
function stateAccountsOfficers(report: FilingReport): RoleStatement[] {
  return readAccountsOfficers(report).map(({ name, role, asOf }) =>
    roleStatement({
      name: withoutFormOfAddress(name),
      nameAsFiled: name,
      kind: kindOfName(name),
      relation: RELATIONS[role],
      roleTitle: role === 'other' ? null : role,
      asOf,
      confirmation: 'annual',
    }),
  );
}

function readReport(files: readonly AccountsFile[], log: AnomalyLog): FilingReport {
  const [first] = files;
  if (first === undefined) return { facts: [], statements: [] };
  const read = first.isPlain ? extractInstance(first) : extractInline([...files]);
  reportFaults(read.anomalies, log);
  // Accounts have no linkbases: their statements are the printed ones.
  const documents = new Map(first.isPlain ? [] : files.map(({ name, source }) => [name, source]));
  const { report, anomalies } = toFilingReport(read, [], { language: 'en', documents });
  for (const { kind, locator, detail } of anomalies) log.add(kind, locator, detail);
  return report;
}

/** The text of all documents, in their order. */
function textOf(files: readonly AccountsFile[], log: AnomalyLog): FilingText {
  const [first, ...others] = files;
  if (first === undefined) return withoutSections('The zip has no document of accounts.');
  if (first.isPlain) return withoutSections('The accounts are plain XBRL: figures without the text around them.');
  const text = toAccountsText(first.name, first.source, log);
  const further = others.flatMap(({ name, source }) => toAccountsText(name, source, log).sections);
  const keys = new Map<string, number>();
  const sections = [...text.sections, ...further].map((section, at) => {
    const count = (keys.get(section.sectionKey) ?? 0) + 1;
    keys.set(section.sectionKey, count);
    const sectionKey = count === 1 ? section.sectionKey : `${section.sectionKey}_${count}`;
    return { ...section, sectionKey, order: at + 1 };
  });
  return { ...text, sections };
}

/**
 * Software for accounts writes every context of its template, some with prefixes that it does not declare. If no fact lost
 * its context by it, one anomaly is recorded for all.
 */
function reportFaults(anomalies: readonly XbrlAnomaly[], log: AnomalyLog): void {
  const areNeeded = anomalies.some(({ kind }) => kind === 'missing_context');
  const unused = areNeeded ? [] : anomalies.filter(({ kind }) => kind === 'invalid_context');
  for (const anomaly of anomalies) {
    if (!unused.includes(anomaly)) log.add(anomaly.kind, anomaly.locator, anomaly.detail);
  }
  if (unused[0] === undefined) return;
  log.add('unused_invalid_contexts', unused[0].locator, `${unused.length} such as: ${unused[0].detail}`);
}

/** The URL is the registry's own statement: it counts if the accounts name another company or period. */
function reportMismatch(address: AccountsAddress, cover: AccountsCover, log: AnomalyLog): void {
  if (cover.companyNumber !== null && cover.companyNumber !== address.companyNumber) {
    log.add('other_company_tagged', address.fileName, `${cover.companyNumber}, filed for ${address.companyNumber}`);
  }
  if (cover.periodEnd !== null && address.madeUpTo !== null && cover.periodEnd !== address.madeUpTo) {
    log.add('other_period_tagged', address.fileName, `${cover.periodEnd}, filed as made up to ${address.madeUpTo}`);
  }
}

/** Null if neither the day of publication nor that of approval is known. */
function toFiling(
  address: AccountsAddress,
  cover: AccountsCover,
  { report, files }: { report: FilingReport; files: readonly AccountsFile[] },
): Filing | null {
  const filingDate: IsoDate | null = address.publishedOn ?? cover.authorisedOn;
  if (filingDate === null) return null;
  const periodEnd = address.madeUpTo ?? cover.periodEnd;
  return {
    registry: 'companies-house',
    nativeId: address.nativeId,
    formType: FORM_TYPE,
    ...categoryOfFiling({ category: 'accounts', formType: FORM_TYPE, description: '' }),
    filingDate,
    acceptedAt: null,
    knownAt: london.endOf(filingDate),
    periodEnd,
    title: cover.title ?? (periodEnd === null ? 'Accounts' : `Accounts made up to ${periodEnd}`),
    language: 'en',
    itemCodes: [],
    isAmendment: false,
    primaryDocument: files[0]?.name ?? null,
    url: publicFilingHistoryUrl(address.companyNumber),
    hasXbrl: report.facts.length > 0,
  };
}

/**
 * The documents of a set of accounts: one file, or those of a zip, inline XBRL first. Members of a zip that are neither
 * documents nor belong to them are an anomaly `unread_member`.
 */
function readAccountsFiles(name: string, bytes: Buffer, log: AnomalyLog): AccountsFile[] {
  if (formOfResponse(bytes) !== 'zip') return [toFile(name, bytes, log)];
  const isDocument = (member: string): boolean => !BELONGS_TO_DOCUMENTS.test(member);
  const files: AccountsFile[] = [];
  for (const member of readMembers(bytes, isDocument, log)) {
    const form = xbrlFormOf(member.bytes);
    // Accounts are read without the filer's own taxonomy.
    if (form === 'linkbase' || form === 'schema') continue;
    if (form !== null || /\.x?html?$/i.test(member.name)) files.push(toFile(member.name, member.bytes, log));
    else log.add('unread_member', `${name}/${member.name}`, 'not a document of accounts');
  }
  const inline = files.filter(({ isPlain }) => !isPlain);
  const found = inline.length > 0 ? inline : files.filter(({ isPlain }) => isPlain);
  if (found.length === 0)
    log.add('no_accounts', name, `no document of accounts among ${files.length} files of the zip`);
  return found;
}

function toFile(name: string, bytes: Buffer, log: AnomalyLog): AccountsFile {
  const isTooLarge = bytes.length > MAX_READ_BYTES;
  if (isTooLarge) log.add('too_large_to_read', name, `${bytes.length} bytes`);
  const source = isTooLarge ? '' : decodeDocument(bytes);
  return { name, bytes, source, isPlain: xbrlFormOf(bytes) === 'instance' };
}

function filerOf(address: AccountsAddress, cover: AccountsCover): FilingContents['filers'][number] {
  const canonicalKey = canonicalKeyOfNumber(address.companyNumber);
  return { canonicalKey, companyName: cover.companyName ?? canonicalKey, role: 'filer' };
}

/** What the accounts state of the company at that time; null if they do not name it. */
function toIssuer(address: AccountsAddress, cover: AccountsCover): Issuer | null {
  if (cover.companyName === null) return null;
  return {
    ...bareIssuer(canonicalKeyOfNumber(address.companyNumber), cover.companyName, [
      { scheme: 'uk', identifier: address.companyNumber },
    ]),
    fiscalYearEnd: (address.madeUpTo ?? cover.periodEnd)?.slice(5) ?? null,
  };
}
