import { FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import type {
  Filer,
  FilingContents,
  FilingFile,
  ReportedFact,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import { dateOrNull } from '../../../kernel/dates.ts';
import { mediaTypeOf } from '../../../kernel/media-types.ts';
import { japanClock } from '../../kit/clock-ahead.ts';
import type { Parsed, SourceDocument } from '../../kit/source.ts';
import { documentAddressOf, documentUrl, issuerKeyOfUrl, withoutNote } from '../addresses.ts';
import { listingsOf } from '../code-lists.ts';
import { correctionOf, documentTypeOf, typeOfReport } from '../document-types.ts';
import { identifiersOf, isFundCode, namesOf } from '../issuer-keys.ts';
import { statePeople } from '../state-people.ts';
import { type Cover, readCover } from './cover.ts';
import { mainNameOf } from './instances.ts';
import { fileIdOf, type PackageFile, packageFiles } from './package-files.ts';
import type { InstanceName } from './package-names.ts';
import { type LargeHolding, readLargeHolding } from './read-holders.ts';
import { readReport } from './read-report.ts';
import { isStatedPath, readStatedFiling, type StatedFiling } from './stated-filing.ts';
import { textSections } from './text-sections.ts';
import { BASIS_AXIS, toFactSet } from './to-fact-set.ts';

const PERIODS: Readonly<Record<string, string>> = { asr: 'FY', ssr: 'HY', q1r: 'Q1', q2r: 'Q2', q3r: 'Q3' };

/** The registry accepts documents until 17:15: from then on everything of the day is public. */
export const CLOSING_TIME = '17:15';

/**
 * Opens one filing from its documents: packages in any of the registry's forms, or the files of an unpacked one. The
 * documents state what was filed and on which day, but not the time, which is in the day's list. Damage is an anomaly; the
 * rest is read.
 */
export function openFiling(given: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const isStated = ({ url }: SourceDocument): boolean => isStatedPath(documentAddressOf(url)?.path ?? '');
  const documents = given.filter(document => !isStated(document));
  const stated = given.filter(isStated).flatMap(document => readStatedFiling(document.bytes) ?? [])[0] ?? null;
  const url = documents[0]?.url ?? '';
  const filingId = documentAddressOf(url)?.filingId ?? '';
  const log = new AnomalyLog('edinet', withoutNote(url));
  const files = packageFiles(documents, log);
  const name = mainNameOf(files);
  const noted = documents.map(document => issuerKeyOfUrl(document.url)).find(key => key !== null) ?? null;
  const code = name?.code ?? stated?.filer;
  const canonicalKey = noted ?? (code === undefined ? null : `edinet:${code}`);
  if (canonicalKey === null || files.length === 0) {
    if (files.length > 0) log.add('unknown_filer', withoutNote(url), 'neither the address nor a file names the filer');
    return { records: [], anomalies: log.list() };
  }
  const report = readReport(files, log);
  const facts = report?.facts ?? [];
  const tagged = readCover(facts);
  const hasCover = tagged.edinetCode !== '' || tagged.fundCode !== '';
  const cover = name === null || hasCover ? tagged : readNamedCover(facts, name);
  const filing =
    name === null ? toStatedFiling(filingId, stated) : toFiling(filingId, name, cover, report !== null, log);
  const contents: FilingContents = {
    nativeId: filingId,
    filing,
    filers: toFilers(canonicalKey, cover, readLargeHolding(facts)),
    files: toFiles(files),
    text: textSections(facts, report?.labels ?? new Map()),
    report,
    earningsRelease: null,
  };
  const opened: IssuerRecords = {
    canonicalKey,
    source: FILING_SOURCE + filingId,
    issuer: name === null ? null : toIssuer(canonicalKey, name, cover),
    filings: filing === null ? [] : [filing],
    facts: report === null || filing === null ? [] : [toFactSet(report.facts, filing, cover, log)],
    contents,
    people: statePeople(facts, filing?.filingDate ?? null),
    damage: null,
  };
  return { records: [opened], anomalies: log.list() };
}

/**
 * The cover of a report without a tagged one: all before 2014, and statements alone. The name of its instance states filer,
 * period and whether it is a correction, and before 2014 the document information (`jpfr-di`) the filer's name, Japanese.
 */
function readNamedCover(facts: readonly ReportedFact[], name: InstanceName): Cover {
  const part = name.report.slice(name.report.indexOf('-') + 1);
  const isOfFund = /^[GY]/.test(name.code);
  const filer = facts.find(fact => fact.concept === 'jpfr-di:EntityNameJaEntityInformation')?.value?.trim() ?? '';
  return {
    ...readCover(facts),
    edinetCode: isOfFund ? '' : name.code,
    fundCode: isOfFund ? name.code : '',
    name: isOfFund ? '' : filer,
    fundName: isOfFund ? filer : '',
    periodType: PERIODS[part] ?? null,
    fiscalYearEnd: part === 'asr' ? name.periodEnd : null,
    periodEnd: name.periodEnd,
    hasConsolidated: hasConsolidated(facts, part),
    isAmendment: name.submission > 1,
    isOfFund,
  };
}

/**
 * Groups that reported by standards of other countries tagged the statements of their company alone. A company with a group
 * states no cash flows of its own (Regulation on Financial Statements), so a company that states them has no group. Quarterly
 * reports hold either the statements of the group or, if there is none, those of the company.
 */
function hasConsolidated(facts: readonly ReportedFact[], part: string): boolean {
  const stated = facts.filter(({ concept, unit }) => unit !== null && /^(?:jppfs_cor|ifrs-full):/.test(concept));
  if (stated.some(({ dimensions }) => !(BASIS_AXIS in dimensions))) return true;
  if (part !== 'asr' && part !== 'ssr') return false;
  return !stated.some(({ concept }) => concept === 'jppfs_cor:NetCashProvidedByUsedInOperatingActivities');
}

function toFiling(
  nativeId: string,
  name: InstanceName,
  cover: Cover,
  hasXbrl: boolean,
  log: AnomalyLog,
): Filing | null {
  const known = typeOfReport(name.report);
  if (known === null) log.add('unknown_report', name.stem, name.report);
  const docTypeCode = known !== null && cover.isAmendment ? correctionOf(known) : known;
  const type = documentTypeOf(docTypeCode ?? '', cover.isOfFund ? '030' : null);
  const knownAt = japanClock.parse(name.filingDate, CLOSING_TIME);
  if (knownAt === null) return null;
  return {
    registry: 'edinet',
    nativeId,
    formType: docTypeCode ?? name.report,
    category: type?.category ?? 'other',
    categoryGroup: type?.categoryGroup ?? 'other',
    filingDate: name.filingDate,
    acceptedAt: null,
    knownAt,
    periodEnd: cover.periodEnd,
    title: cover.documentTitle ?? type?.name ?? null,
    language: 'ja',
    itemCodes: [],
    isAmendment: cover.isAmendment,
    amends: cover.isAmendment ? cover.amends : null,
    primaryDocument: null,
    url: /^[A-Z0-9]{8}$/.test(nativeId) ? documentUrl(nativeId, 1) : `package/${nativeId}`,
    hasXbrl,
  };
}

/** A filing of which only the row of a manifest is known. */
function toStatedFiling(nativeId: string, stated: StatedFiling | null): Filing | null {
  if (stated === null) return null;
  const { form, filed, period } = stated;
  const type = documentTypeOf(form, null);
  const knownAt = japanClock.parse(filed, CLOSING_TIME);
  if (type === null || knownAt === null) return null;
  return {
    registry: 'edinet',
    nativeId,
    formType: form,
    category: type.category,
    categoryGroup: type.categoryGroup,
    filingDate: filed,
    acceptedAt: null,
    knownAt,
    periodEnd: dateOrNull(period),
    title: type.name,
    language: 'ja',
    itemCodes: [],
    isAmendment: type.isAmendment,
    amends: null,
    primaryDocument: null,
    url: documentUrl(nativeId, 1),
    hasXbrl: false,
  };
}

function toIssuer(canonicalKey: string, name: InstanceName, cover: Cover): Issuer {
  const isFund = isFundCode(name.code);
  const corporateNumber = canonicalKey.startsWith('jcn:') ? canonicalKey.slice('jcn:'.length) : '';
  const ids = { edinetCode: name.code, fundCode: isFund ? name.code : '', corporateNumber };
  const local = isFund ? cover.fundName : cover.name;
  const english = isFund ? cover.fundNameEnglish : cover.nameEnglish;
  return {
    canonicalKey,
    companyName: local === '' ? english : local,
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: cover.fiscalYearEnd === null || isFund ? null : cover.fiscalYearEnd.slice(5),
    identifiers: identifiersOf(ids, cover.securitiesCode),
    alternateNames: namesOf({ local, english, kana: '' }),
    formerNames: [],
    listings: listingsOf(cover.securitiesCode),
  };
}

/** The filer of a fund's documents is the company that manages it, the filer of a large holding is the holder. */
function toFilers(canonicalKey: string, cover: Cover, holding: LargeHolding | null): Filer[] {
  if (holding !== null) {
    const { name, securitiesCode } = holding.issuer;
    return [
      { canonicalKey, companyName: cover.name, role: 'filed_by' },
      { canonicalKey: `sec_code:${securitiesCode.padEnd(5, '0')}`, companyName: name, role: 'subject' },
    ];
  }
  if (cover.fundCode === '') return [{ canonicalKey, companyName: cover.name, role: 'filer' }];
  return [
    { canonicalKey, companyName: cover.fundName, role: 'filer' },
    { canonicalKey: `edinet:${cover.edinetCode}`, companyName: cover.name, role: 'filed_by' },
  ];
}

function toFiles(files: readonly PackageFile[]): FilingFile[] {
  const primary = files.find(file => /\/PublicDoc\/[^/]*honbun[^/]*\.htm$/.test(file.path)) ?? files[0];
  return files.map(file => {
    const fileName = baseName(file.path);
    return {
      fileId: fileIdOf(file),
      role: file === primary ? 'primary' : 'attachment',
      fileName,
      nativeType: nativeTypeOf(file),
      title: null,
      url: file.url,
      contentType: mediaTypeOf(fileName),
      bytes: file.bytes,
    };
  });
}

/** The registry's own folder: `PublicDoc`, `AuditDoc` …, or the document form. */
function nativeTypeOf({ path, form }: PackageFile): string {
  return /^(?:XBRL\/)?([A-Za-z_]+)\//.exec(path)?.[1] ?? `type=${form ?? ''}`;
}
