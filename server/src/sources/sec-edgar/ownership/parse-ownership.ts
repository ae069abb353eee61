import type { Filer } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type {
  InsiderLine,
  InsiderReport,
  ReportingOwner,
} from '../../../domain/ownership/insiders/model/insider-report.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import type { SubmissionHeader } from '../../../formats/sgml/submission.ts';
import type { XmlElement } from '../../../formats/xbrl/xml-element.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { truncate } from '../../../kernel/text/surrogate-pairs.ts';
import { baseForm, isAmendment } from '../filings/form-categories.ts';
import { roleOf } from '../filings/map-submission-header.ts';
import type { FilingContainer } from '../filings/read-submission.ts';
import { canonicalKeyOfCik, cik10, plainCik } from '../identifiers.ts';
import { kindOfOwner, readingOrder } from './owner-names.ts';
import { type LineContext, readLine } from './ownership-line.ts';
import { childOf, childrenOf, readXmlRoot, wordsOf, yesOrNo } from './xml-values.ts';

const FORM = /^[345](?:\/A)?$/i;

/** Real ones have some twenty kilobytes. */
const MAX_BYTES = 4 << 20;
const LOOKED_AT_BYTES = 1 << 16;

/** A report with the issuer that it names. */
export interface OwnershipDocument {
  report: InsiderReport;
  /** Ten digits; null if not stated. */
  issuerCik: string | null;
  issuerName: string | null;
}

/** The form has thirty rows per table; longer tables are truncated. */
const MAX_LINES = 300;
const MAX_OWNERS = 50;
const MAX_NOTE_CHARACTERS = 20_000;

const FORMS: readonly string[] = ['3', '4', '5'] satisfies InsiderReport['baseForm'][];

/** A document, with the header of its filing. */
export interface OwnershipInput {
  fileName: string;
  source: string;
  /** Names owners that have no number. */
  accession: string;
  /** Null if unknown. */
  filingDate: IsoDate | null;
  /** Numbers, without leading zeros, of owners that the header calls incorporated. */
  incorporated: ReadonlySet<string>;
}

/**
 * Forms 3, 4 and 5 in XML, of every schema version: each element is read if present. Null if the document is another form.
 * Damage is reported, and readable content is kept.
 */
export function parseOwnership(document: OwnershipInput, log: AnomalyLog): OwnershipDocument | null {
  const root = readXmlRoot(document, 'ownershipDocument', log);
  if (root === null) return null;
  const form = wordsOf(childOf(root, 'documentType')) ?? '';
  const base = baseForm(form);
  if (!isForm(base)) {
    log.add('unknown_ownership_form', document.fileName, form);
    return null;
  }
  const issuer = childOf(root, 'issuer');
  const context: LineContext = {
    notes: notesOf(root, log),
    planBox: yesOrNo(childOf(root, 'aff10b5One')),
    filingDate: document.filingDate,
    log,
  };
  const report: InsiderReport = {
    baseForm: base,
    isAmendment: isAmendment(form),
    originalDate: dateOrNull(wordsOf(childOf(root, 'dateOfOriginalSubmission'))?.slice(0, 10)),
    ownsNothing: yesOrNo(childOf(root, 'noSecuritiesOwned')) === true,
    owners: ownersOf(root, document, log),
    lines: linesOf(root, context),
  };
  return {
    report,
    issuerCik: cik10(wordsOf(childOf(issuer, 'issuerCik'))),
    issuerName: wordsOf(childOf(issuer, 'issuerName')),
  };
}

function isForm(form: string): form is InsiderReport['baseForm'] {
  return FORMS.includes(form);
}

function notesOf(root: XmlElement, log: AnomalyLog): Map<string, string> {
  const notes = new Map<string, string>();
  for (const note of childrenOf(childOf(root, 'footnotes'), 'footnote')) {
    const id = note.attributes.get('id')?.trim() ?? '';
    const text = note.text.replace(/\s+/g, ' ').trim();
    if (id === '' || notes.has(id)) log.add('footnote_id', id, text);
    else if (text !== '') notes.set(id, truncate(text, MAX_NOTE_CHARACTERS));
  }
  return notes;
}

function linesOf(root: XmlElement, context: LineContext): InsiderLine[] {
  const rows = ['nonDerivative', 'derivative'].flatMap(table => {
    const kinds = [`${table}Transaction`, `${table}Holding`];
    return childOf(root, `${table}Table`)?.children.filter(row => kinds.includes(row.localName)) ?? [];
  });
  if (rows.length > MAX_LINES) context.log.add('too_many_lines', '', `${rows.length} lines`);
  return rows.slice(0, MAX_LINES).map((row, at) => readLine(row, at + 1, context));
}

function ownersOf(root: XmlElement, document: OwnershipInput, log: AnomalyLog): ReportingOwner[] {
  const signatures = childrenOf(root, 'ownerSignature').flatMap(
    child => wordsOf(childOf(child, 'signatureName')) ?? [],
  );
  const elements = childrenOf(root, 'reportingOwner');
  if (elements.length === 0) log.add('no_reporting_owner', '', '');
  if (elements.length > MAX_OWNERS) log.add('too_many_owners', '', `${elements.length} owners`);
  const owners = new Map<string, ReportingOwner>();
  for (const [at, element] of elements.slice(0, MAX_OWNERS).entries()) {
    const owner = ownerOf(element, at + 1, document, signatures, log);
    const key = `${owner.identifier.scheme}:${owner.identifier.identifier}`;
    if (owners.has(key)) log.add('owner_named_twice', `owner ${at + 1}`, owner.nameAsFiled);
    else owners.set(key, owner);
  }
  return [...owners.values()];
}

/** An owner without a number is not matched with others: its position in the filing identifies it. */
function ownerOf(
  element: XmlElement,
  number: number,
  { accession, incorporated }: OwnershipInput,
  signatures: readonly string[],
  log: AnomalyLog,
): ReportingOwner {
  const place = `${accession}/${number}`;
  const id = childOf(element, 'reportingOwnerId');
  const relation = childOf(element, 'reportingOwnerRelationship');
  const cik = cik10(wordsOf(childOf(id, 'rptOwnerCik')));
  if (cik === null) log.add('owner_without_cik', place, wordsOf(id) ?? '');
  const isOfficer = yesOrNo(childOf(relation, 'isOfficer')) ?? false;
  const filed = wordsOf(childOf(id, 'rptOwnerName'));
  const unnamed = cik === null ? 'Unnamed owner' : `CIK ${plainCik(cik)}`;
  const kind = kindOfOwner(filed ?? '', isOfficer, cik !== null && incorporated.has(plainCik(cik)));
  return {
    identifier:
      cik === null ? { scheme: 'sec_edgar_owner', identifier: place } : { scheme: 'cik', identifier: plainCik(cik) },
    name: filed === null || kind === 'institution' ? (filed ?? unnamed) : readingOrder(filed, signatures),
    nameAsFiled: filed ?? unnamed,
    kind,
    isDirector: yesOrNo(childOf(relation, 'isDirector')) ?? false,
    isOfficer,
    isTenPercentOwner: yesOrNo(childOf(relation, 'isTenPercentOwner')) ?? false,
    officerTitle: wordsOf(childOf(relation, 'officerTitle')),
  };
}

/** Reports of insiders in XML (since 2003-06-30); earlier reports are texts only. */
export function readOwnership(
  accession: string,
  { filing, files, header }: Pick<FilingContainer, 'files' | 'header'> & { filing: Filing | null },
  log: AnomalyLog,
): OwnershipDocument | null {
  const filingDate = filing?.filingDate ?? null;
  const incorporated = incorporatedOwners(header);
  for (const { fileName, nativeType, bytes } of files) {
    if (!FORM.test(nativeType)) continue;
    if (!bytes.toString('latin1', 0, LOOKED_AT_BYTES).includes('ownershipDocument')) continue;
    if (bytes.length > MAX_BYTES) {
      log.add('too_large_to_read', fileName, `${bytes.length} bytes`);
      continue;
    }
    const document = { fileName, source: decodeDocument(bytes), accession, filingDate, incorporated };
    const read = parseOwnership(document, log);
    if (read !== null) return read;
  }
  return null;
}

/** Numbers of the owners that a header names with a state of incorporation. */
function incorporatedOwners(header: SubmissionHeader | null): Set<string> {
  const owners =
    header?.entities.filter(entity => roleOf(entity) === 'reporting_owner' && entity.stateOfIncorporation) ?? [];
  return new Set(owners.flatMap(owner => cik10(owner.cik) ?? []).map(plainCik));
}

/** The persons in an ownership report without a header. */
export function filersOf(ownership: OwnershipDocument | null): Filer[] {
  if (ownership === null || ownership.issuerCik === null) return [];
  const issuer = {
    canonicalKey: canonicalKeyOfCik(ownership.issuerCik),
    companyName: ownership.issuerName ?? '',
    role: 'issuer' as const,
  };
  const owners = ownership.report.owners.flatMap(({ identifier: { scheme, identifier }, nameAsFiled }) =>
    scheme === 'cik'
      ? [{ canonicalKey: canonicalKeyOfCik(identifier), companyName: nameAsFiled, role: 'reporting_owner' as const }]
      : [],
  );
  return [issuer, ...owners];
}
