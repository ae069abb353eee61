import type { FilingReport } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { XbrlAnomaly, XbrlFact } from '../../../formats/xbrl/report.ts';
import { asFiledStatements } from './as-filed-statements.ts';
import { type FilingTaxonomy, readFilingTaxonomy, type TaxonomyFile } from './filing-taxonomy.ts';
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

/** How a report is to be read beyond what its facts say. */
export interface ReadingOptions {
  /** ISO 639-1: in which labels are preferred where the filing has them in several. */
  language: string;
  /** The decoded documents by file name: words beside a figure label a row for which no linkbase has words. */
  documents: ReadonlyMap<string, string>;
}

const ENGLISH: ReadingOptions = { language: 'en', documents: new Map() };

/**
 * The tagged facts of a filing under the usual names of their taxonomies, hidden ones included, and its statements as
 * filed, from the schema and linkbases that came with it (EDGAR Filer Manual, volume II, chapter 6; EDINET's filer
 * taxonomies; ESEF's extension taxonomies). Without any the statements are the tables that are printed; where there are none
 * either, the report says why. What linkbases refer to outside the filing is not looked for.
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
    labels: taxonomy.labels.all(),
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
