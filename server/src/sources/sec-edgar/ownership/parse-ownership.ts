import type {
  InsiderLine,
  InsiderReport,
  ReportingOwner,
} from '../../../domain/ownership/insiders/model/insider-report.ts';
import type { XmlElement } from '../../../formats/xbrl/xml-element.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { truncate } from '../../../kernel/text/surrogate-pairs.ts';
import { baseForm, isAmendment } from '../filings/form-categories.ts';
import { cik10, plainCik } from '../identifiers.ts';
import { readXmlRoot } from '../read-xml-root.ts';
import { kindOfOwner, readingOrder } from './owner-names.ts';
import { type LineContext, readLine } from './ownership-line.ts';
import { childOf, childrenOf, wordsOf, yesOrNo } from './xml-values.ts';

/** A report with the issuer that it names. */
export interface OwnershipDocument {
  report: InsiderReport;
  /** Ten digits; null if not stated. */
  issuerCik: string | null;
  issuerName: string | null;
}

/** The form has thirty rows per table; longer tables are truncated. */
const MOST_LINES = 300;
const MOST_OWNERS = 50;
const MOST_NOTE_CHARACTERS = 20_000;

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
    else if (text !== '') notes.set(id, truncate(text, MOST_NOTE_CHARACTERS));
  }
  return notes;
}

function linesOf(root: XmlElement, context: LineContext): InsiderLine[] {
  const rows = ['nonDerivative', 'derivative'].flatMap(table => {
    const kinds = [`${table}Transaction`, `${table}Holding`];
    return childOf(root, `${table}Table`)?.children.filter(row => kinds.includes(row.localName)) ?? [];
  });
  if (rows.length > MOST_LINES) context.log.add('too_many_lines', '', `${rows.length} lines`);
  return rows.slice(0, MOST_LINES).map((row, at) => readLine(row, at + 1, context));
}

function ownersOf(root: XmlElement, document: OwnershipInput, log: AnomalyLog): ReportingOwner[] {
  const signatures = childrenOf(root, 'ownerSignature').flatMap(one => wordsOf(childOf(one, 'signatureName')) ?? []);
  const elements = childrenOf(root, 'reportingOwner');
  if (elements.length === 0) log.add('no_reporting_owner', '', '');
  if (elements.length > MOST_OWNERS) log.add('too_many_owners', '', `${elements.length} owners`);
  const owners = new Map<string, ReportingOwner>();
  for (const [at, element] of elements.slice(0, MOST_OWNERS).entries()) {
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
