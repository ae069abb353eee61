import type { XbrlAnomaly, XbrlReport } from '../../formats/xbrl/report.ts';
import type { FilingReport } from '../../model/filing-contents.ts';
import { asFiledStatements } from './as-filed-statements.ts';
import { readFilingTaxonomy, type TaxonomyFile } from './filing-taxonomy.ts';
import { namesOf } from './report-names.ts';
import { toReportedFacts } from './to-reported-facts.ts';

export interface FilingReportResult {
  report: FilingReport;
  /** The filer's words for concepts and members, by name: `us-gaap:ProductMember` → `Products`. */
  labels: Map<string, string>;
  anomalies: XbrlAnomaly[];
}

/**
 * The tagged facts of a filing under the usual names of their taxonomies, hidden ones included, and its statements as
 * filed, from the schema and linkbases that came with it (EDGAR Filer Manual, volume II, chapter 6). Without them there
 * are no statements; what they refer to outside the filing is not looked for.
 */
export function toFilingReport({ facts }: XbrlReport, linkbases: readonly TaxonomyFile[]): FilingReportResult {
  const names = namesOf(facts);
  const reported = toReportedFacts(facts, names);
  const taxonomy = readFilingTaxonomy(linkbases, names);
  const rendered = asFiledStatements(reported.facts, taxonomy);
  return {
    report: { facts: reported.facts, statements: rendered.statements },
    labels: taxonomy.labels.all(),
    anomalies: [...reported.anomalies, ...taxonomy.anomalies, ...rendered.anomalies],
  };
}
