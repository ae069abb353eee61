import type { FilingReport } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { XbrlAnomaly, XbrlFact } from '../../../formats/xbrl/report.ts';
import { asFiledStatements } from './as-filed-statements.ts';
import { type FilingTaxonomy, readFilingTaxonomy, type TaxonomyFile } from './filing-taxonomy.ts';
import { printedMembers } from './printed-members.ts';
import { PrintedRows } from './printed-rows.ts';
import { printedStatements } from './printed-statements.ts';
import { namesOf } from './report-names.ts';
import { toReportedFacts } from './to-reported-facts.ts';

export interface FilingReportResult {
  report: FilingReport;
  /** The filer's words for concepts and members, by name: `us-gaap:ProductMember` → `Products`. */
  labels: Map<string, string>;
  anomalies: XbrlAnomaly[];
}

/** Options for reading a report. */
export interface ReadingOptions {
  /** ISO 639-1: the language of labels, if the filing has them in several. */
  language: string;
  /** The decoded documents by file name: printed labels are used for rows and members that no linkbase labels. */
  documents: ReadonlyMap<string, string>;
}

const ENGLISH: ReadingOptions = { language: 'en', documents: new Map() };

/**
 * The tagged facts of a filing under the standard names of their taxonomies, hidden ones included, and its statements as
 * filed. Statements come from the schema and linkbases in the filing (EDGAR Filer Manual, volume II, chapter 6; EDINET's
 * filer taxonomies; ESEF's extension taxonomies), or else from printed tables. If there are neither, the report states why.
 * References to files outside the filing are not followed.
 */
export function toFilingReport(
  { facts }: { readonly facts: readonly XbrlFact[] },
  linkbases: readonly TaxonomyFile[],
  { language, documents }: ReadingOptions = ENGLISH,
): FilingReportResult {
  const names = namesOf(facts);
  const reported = toReportedFacts(facts, names);
  const taxonomy = readFilingTaxonomy(linkbases, names, language);
  const printed = new PrintedRows(reported.facts, documents);
  const labels = taxonomy.labels.all();
  const rendered = asFiledStatements(reported.facts, taxonomy, printed);
  const statements =
    taxonomy.roles.length > 0 || taxonomy.changedRoles.length > 0
      ? rendered.statements
      : printedStatements(reported.facts, printed, documents);
  return {
    report: {
      facts: reported.facts,
      statements,
      statementsReason: statements.length > 0 ? null : whyNoStatements(taxonomy),
    },
    labels: new Map([...labels, ...printedMembers(reported.facts, labels, documents.values())]),
    anomalies: [...reported.anomalies, ...taxonomy.anomalies, ...rendered.anomalies],
  };
}

function whyNoStatements({ roles, changedRoles }: FilingTaxonomy): string {
  if (changedRoles.length > 0) {
    return `Its presentation linkbase only changes presentations of the registry's taxonomy (${changedRoles.length} of them), which does not come with the filing.`;
  }
  if (roles.length === 0) return NO_LINKBASE;
  return 'No presentation of the filing is that of a financial statement.';
}

/** Of reports that came without linkbases. */
const NO_LINKBASE =
  'The report comes without a presentation linkbase, and prints no table of tagged figures that is a statement.';
