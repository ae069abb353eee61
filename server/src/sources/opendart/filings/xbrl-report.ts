import type { FactSet } from '../../../domain/filings/facts/model/facts.ts';
import type { FilingReport, ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import { extractInstance } from '../../../formats/xbrl/extract-instance.ts';
import { type XbrlForm, xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { recordAnomalies } from '../../kit/xbrl/record-anomalies.ts';
import { toFilingFacts } from '../../kit/xbrl/to-fact-series.ts';
import { toFilingReport } from '../../kit/xbrl/to-filing-report.ts';
import { decodeDart } from '../code-page-949.ts';
import type { ContainedFile } from './filing-container.ts';

/** The axis that every number of a report has (IAS 27). */
export const BASIS_AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
const CONSOLIDATED = /:ConsolidatedMember$/;
const SEPARATE = /:SeparateMember$/;

/** The labels of the filing, which the report itself lacks. */
interface FiscalLabels {
  fiscalYear: number | null;
  fiscalPeriod: string | null;
}

const TAXONOMY: ReadonlySet<XbrlForm | null> = new Set(['schema', 'linkbase']);

/** Reads the instances and linkbases of an XBRL package; null if it has no instance with facts. */
export function readXbrlPackage(files: readonly ContainedFile[], log: AnomalyLog): FilingReport | null {
  const [instance, ...others] = files.filter(({ bytes }) => xbrlFormOf(bytes) === 'instance');
  if (instance === undefined) {
    if (files.length > 0) log.add('no_instance', files[0]?.url ?? '', `none of ${files.length} files is an instance`);
    return null;
  }
  for (const { name } of others) log.add('further_instance', name, `${instance.name} is read`);
  const report = extractInstance({ name: instance.name, source: textOf(instance, log) });
  recordAnomalies(report.anomalies, log);
  if (report.facts.length === 0) return null;
  const taxonomy = files.filter(({ bytes }) => TAXONOMY.has(xbrlFormOf(bytes)));
  const made = toFilingReport(
    report,
    taxonomy.map(file => ({ name: file.name, source: textOf(file, log) })),
    { language: 'ko', documents: new Map() },
  );
  recordAnomalies(made.anomalies, log);
  if (made.report.statementsReason) log.add('statements_need_taxonomy', instance.name, made.report.statementsReason);
  return { ...made.report, labels: made.labels };
}

function textOf(file: ContainedFile, log: AnomalyLog): string {
  const { text, encoding, lostCount } = decodeDart(file.bytes);
  if (lostCount > 0) log.add('lost_characters', file.name, `${lostCount} characters are invalid in ${encoding}`);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/**
 * The numbers of a report. Consolidated numbers, and numbers of a company that has no others, have no dimension of
 * basis; otherwise numbers of the company alone have `basis=non_consolidated`.
 */
export function toXbrlFacts(report: FilingReport, filing: Filing, labels: FiscalLabels, log: AnomalyLog): FactSet {
  const hasConsolidated = report.facts.some(fact => CONSOLIDATED.test(fact.dimensions[BASIS_AXIS] ?? ''));
  const dimensioned = report.facts.map(fact => ({
    fact: { ...fact, unit: fact.unit === null ? null : unitOf(fact) },
    dimensions: dimensionsOf(fact, hasConsolidated),
  }));
  const { nativeId: accession, formType: form, filingDate: filed, periodEnd, category, isAmendment } = filing;
  const amends = isAmendment ? { isAmendment } : {};
  const entry = { accession, form, filed, acceptedAt: null, ...labels, periodEnd, category, ...amends };
  return toFilingFacts(entry, dimensioned, log);
}

/** Amounts of a share are filed in a unit that the filer names as it likes: `KRW`, or `SHARES` for won a share. */
function unitOf({ concept, unit }: ReportedFact): string {
  const filed = unit === 'SHARES' ? 'shares' : unit === 'PURE' ? 'pure' : (unit ?? '');
  if (!/PerShare/.test(concept)) return filed;
  return /^[A-Z]{3}$/.test(filed) ? `${filed}/shares` : filed === 'shares' || filed === 'pure' ? 'KRW/shares' : filed;
}

function dimensionsOf(fact: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(fact.dimensions).flatMap(([axis, member]) => {
    if (axis !== BASIS_AXIS) return [`${axis}=${member}`];
    if (CONSOLIDATED.test(member)) return [];
    if (SEPARATE.test(member)) return hasConsolidated ? ['basis=non_consolidated'] : [];
    return [`${axis}=${member}`];
  });
  return pairs.sort().join(';');
}
