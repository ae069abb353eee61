import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { foundSection } from '../../kit/sections/found-section.ts';
import { isEmphasised, type Line, toLines } from './document-lines.ts';
import { isNoneOrReserved, isPointer, targetOfPointer } from './pointers/pointers.ts';
import type { SectionDocument, SectionInput } from './section-input.ts';
import { endsReport } from './tail-sections.ts';
import { matchTitle } from './title-match.ts';

/** A part that Form 40-F requires: under a heading of the form itself, or as an exhibit. */
interface FortyFPart {
  key: string;
  titles: string[];
}

const MAIN_PARTS: readonly FortyFPart[] = [
  { key: 'annual_information_form', titles: ['Annual Information Form'] },
  {
    key: 'mda',
    titles: ["Management's Discussion and Analysis", "Management's Discussion and Analysis of Financial Condition"],
  },
  {
    key: 'financial_statements',
    titles: [
      'Audited Annual Financial Statements',
      'Audited Consolidated Financial Statements',
      'Consolidated Financial Statements',
    ],
  },
];

/** General Instruction B of Form 40-F, paragraphs 6 to 18. */
const FORM_PARTS: readonly FortyFPart[] = [
  { key: 'certifications', titles: ['Certifications'] },
  {
    key: 'controls_and_procedures',
    titles: [
      'Disclosure Controls and Procedures',
      'Controls and Procedures',
      'Evaluation of Disclosure Controls and Procedures',
    ],
  },
  {
    key: 'internal_control',
    titles: [
      "Management's Annual Report on Internal Control Over Financial Reporting",
      "Management's Report on Internal Control Over Financial Reporting",
      'Internal Control Over Financial Reporting',
    ],
  },
  {
    key: 'auditor_attestation',
    titles: [
      'Attestation Report of the Registered Public Accounting Firm',
      'Attestation Report of the Independent Registered Public Accounting Firm',
    ],
  },
  {
    key: 'changes_in_internal_control',
    titles: ['Changes in Internal Control Over Financial Reporting', 'Changes in Internal Controls'],
  },
  { key: 'blackout_notices', titles: ['Notices Pursuant to Regulation BTR', 'Notice of Pension Fund Blackout Period'] },
  {
    key: 'audit_committee_financial_expert',
    titles: ['Audit Committee Financial Expert', 'Audit Committee Financial Experts'],
  },
  { key: 'code_of_ethics', titles: ['Code of Ethics', 'Code of Business Conduct and Ethics', 'Code of Conduct'] },
  { key: 'principal_accountant_fees', titles: ['Principal Accountant Fees and Services', "Auditors' Fees"] },
  { key: 'off_balance_sheet', titles: ['Off-Balance Sheet Arrangements', 'Off-Balance Sheet Transactions'] },
  {
    key: 'contractual_obligations',
    titles: ['Tabular Disclosure of Contractual Obligations', 'Contractual Obligations'],
  },
  { key: 'audit_committee', titles: ['Identification of the Audit Committee', 'Audit Committee'] },
  { key: 'mine_safety', titles: ['Mine Safety Disclosure', 'Mine Safety'] },
  { key: 'foreign_jurisdictions', titles: ['Disclosure Regarding Foreign Jurisdictions that Prevent Inspections'] },
  { key: 'clawback', titles: ['Recovery of Erroneously Awarded Compensation'] },
  { key: 'governance', titles: ['Corporate Governance', 'NYSE Corporate Governance', 'Nasdaq Corporate Governance'] },
  { key: 'undertaking', titles: ['Undertaking', 'Undertakings'] },
  { key: 'consent_to_service', titles: ['Consent to Service of Process'] },
  { key: 'exhibit_index', titles: ['Exhibit Index', 'Exhibits', 'List of Exhibits'] },
];

const MIN_SIMILARITY = 0.9;
const LONGEST_HEADING = 160;
/** Maximum offset of the title in an exhibit. */
const LINES_OF_A_COVER = 40;
const MIN_EXHIBIT_CHARS = 2_000;

/**
 * Splits a Canadian issuer's annual report on Form 40-F: the annual information form, the statements and the discussion,
 * which are exhibits, and the paragraphs of General Instruction B under their headings in the form itself.
 */
export function splitFortyF(input: SectionInput): FilingText {
  const primary = input.documents.find(document => document.isPrimary) ?? input.documents[0];
  if (primary === undefined) return withoutSections('The filing contains no document with text.');
  const exhibits = input.documents.filter(document => document !== primary);
  const parts = [...MAIN_PARTS, ...FORM_PARTS];
  const own = sectionsOfForm(primary, parts);
  const whole = MAIN_PARTS.flatMap(part => wholeExhibit(part, exhibits));
  const replaced = new Set(whole.map(section => section.sectionKey));
  const sections = [...whole, ...own.filter(section => !replaced.has(section.sectionKey))]
    .map(section => ({ ...section, order: parts.findIndex(part => part.key === section.sectionKey) + 1 }))
    .toSorted((a, b) => a.order - b.order);
  if (sections.length === 0)
    return withoutSections(`No part of Form 40-F was found in ${primary.fileName} or its exhibits.`);
  const missing = MAIN_PARTS.filter(part => !sections.some(section => section.sectionKey === part.key));
  if (missing.length === 0 || input.formType.endsWith('/A')) return { status: 'found', reason: null, sections };
  const names = missing.map(part => part.titles[0]).join(', ');
  return { status: 'partial', reason: `No exhibit or heading was found for: ${names}.`, sections };
}

/** The exhibit whose cover names the part. */
function wholeExhibit(part: FortyFPart, exhibits: readonly SectionDocument[]): FilingSection[] {
  for (const exhibit of exhibits) {
    const lines = toLines(exhibit.text);
    const cover = lines.slice(0, LINES_OF_A_COVER).find(line => isTitle(line, part));
    if (cover === undefined || !/^EX-99/i.test(exhibit.nativeType)) continue;
    const section = sectionOf(exhibit, part, lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0);
    if (section.text.length < MIN_EXHIBIT_CHARS) continue;
    return [{ ...section, status: 'found', target: null, confidence: 0.85 }];
  }
  return [];
}

function isTitle(line: Line, part: FortyFPart): boolean {
  if (line.text.length > LONGEST_HEADING) return false;
  const match = matchTitle(line.text, part.titles);
  return match !== null && match.similarity >= MIN_SIMILARITY;
}

function sectionsOfForm(primary: SectionDocument, parts: readonly FortyFPart[]): FilingSection[] {
  const lines = toLines(primary.text);
  const headings = lines.flatMap((line, index) => {
    const part = isEmphasised(line) && line.cells === null ? parts.find(part => isWholeTitle(line, part)) : undefined;
    return part === undefined ? [] : [{ index, part }];
  });
  const seen = new Set<string>();
  return headings.flatMap(({ index, part }, at) => {
    if (seen.has(part.key)) return [];
    seen.add(part.key);
    const end = endOf(lines, index, headings[at + 1]?.index ?? lines.length);
    const [first, last] = [lines[index + 1], lines[end - 1]];
    if (first === undefined || last === undefined || index + 1 >= end) return [];
    return [sectionOf(primary, part, first.start, last.end)];
  });
}

function isWholeTitle(line: Line, part: FortyFPart): boolean {
  const match = matchTitle(line.text.replace(/^(?:[A-Z\d]{1,2}[.)]|\([a-z\d]\))\s*/, ''), part.titles);
  return match !== null && match.similarity >= MIN_SIMILARITY && line.text.length < match.title.length + 14;
}

function endOf(lines: readonly Line[], from: number, next: number): number {
  for (let index = from + 1; index < next; index += 1) {
    if (endsReport(lines, index)) return index;
  }
  return next;
}

function sectionOf(document: SectionDocument, part: FortyFPart, start: number, end: number): FilingSection {
  const place = { key: part.key, title: part.titles[0] ?? '', start, end };
  const section = foundSection(document.text, place, document.fileName);
  const isReference = isPointer(section.text);
  const answered = isReference ? 'by_reference' : 'found';
  const status = isNoneOrReserved(section.text) ? 'reserved_or_na' : answered;
  return {
    ...section,
    order: 0,
    status: section.text === '' ? 'partial' : status,
    confidence: 0.8,
    target: isReference ? targetOfPointer(section.text) : null,
  };
}
