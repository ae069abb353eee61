import type { FilingReport, ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import { extractInline } from '../../../formats/ixbrl/extract-inline.ts';
import { extractInstance } from '../../../formats/xbrl/extract-instance.ts';
import type { XbrlReport } from '../../../formats/xbrl/report.ts';
import type { XmlDocument } from '../../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import { appendAll } from '../../../kernel/lists.ts';
import { addReport } from '../../kit/xbrl/add-report.ts';
import { recordAnomalies } from '../../kit/xbrl/record-anomalies.ts';
import { toFilingReport } from '../../kit/xbrl/to-filing-report.ts';
import { toSortedRecord } from '../../kit/xbrl/to-reported-facts.ts';
import { readCsvReport } from './csv-report.ts';
import { mainNameOf, type PackagedInstance, packagedInstances } from './instances.ts';
import type { PackageFile } from './package-files.ts';
import { type InstanceName, instanceNameOf, isOfAuditor } from './package-names.ts';

/** A filing's tagged facts and the words for its elements. */
export type ReadReport = FilingReport & { labels: Map<string, string> };

/**
 * The tagged facts of a filing: of its inline documents, else of its instances, else of the registry's CSV. A package may
 * hold an instance for each fund of a series, with contexts of the same names: each is read by itself. Reports of auditors
 * are no facts. Null if nothing is tagged.
 */
export function readReport(files: readonly PackageFile[], log: AnomalyLog): ReadReport | null {
  const main = mainNameOf(files);
  if (main === null) return null;
  const report: ReadReport = { facts: [], statements: [], statementsReason: null, labels: new Map() };
  for (const instance of packagedInstances(files)) {
    const { name, taxonomy } = instance;
    const inline = instance.inline.map(toNamed);
    const read = readInstance(inline, instance, log);
    const made = toFilingReport({ facts: read?.facts ?? [] }, name.isOld ? [] : taxonomy.map(toNamed), {
      language: 'ja',
      documents: new Map(inline.map(({ name: document, source }) => [document, source])),
    });
    recordAnomalies(made.anomalies, log);
    const filed = name.isOld ? { ...made.report, statementsReason: NO_ORDER_BEFORE_2014 } : made.report;
    addReport(report, { ...filed, facts: withinFund(filed.facts, fundWithin(name, main)) });
    for (const [concept, label] of made.labels) report.labels.set(concept, label);
  }
  if (report.facts.length === 0) {
    readCsv(files, main, report, log);
    report.statementsReason = NO_ORDER_IN_CSV;
  }
  return report.facts.length === 0 ? null : report;
}

const NO_ORDER_IN_CSV =
  "Only the registry's CSV form of the report was fetched. It lists elements without the order and levels of statements.";

const NO_ORDER_BEFORE_2014 =
  "Reports of before 2014 change presentations of the registry's taxonomy of their time, which does not come with the filing.";

function fundWithin(name: InstanceName, main: InstanceName): string | null {
  return name.code === main.code && name.branch === main.branch ? null : `${name.code}-${name.branch}`;
}

/** `fund` names the fund of an instance of a series, which alone distinguishes the funds of one filing. */
function withinFund(facts: ReportedFact[], fund: string | null): ReportedFact[] {
  if (fund === null) return facts;
  return facts.map(fact => ({
    ...fact,
    dimensions: toSortedRecord([...Object.entries(fact.dimensions), ['edinet:FundAxis', fund]]),
  }));
}

function readInstance(
  inline: readonly XmlDocument[],
  { plain, name }: PackagedInstance,
  log: AnomalyLog,
): XbrlReport | null {
  const [first, ...others] = plain;
  let read: XbrlReport | null = null;
  if (inline.length > 0) read = extractInline(inline);
  else if (first !== undefined) {
    read = extractInstance(toNamed(first));
    for (const { path } of others) log.add('further_instance', path, `${first.path} is read as ${name.stem}`);
  }
  recordAnomalies(read?.anomalies ?? [], log);
  return read;
}

function toNamed({ path, bytes }: PackageFile): XmlDocument {
  return { name: baseName(path), source: decodeDocument(bytes) };
}

function readCsv(files: readonly PackageFile[], main: InstanceName, report: ReadReport, log: AnomalyLog): void {
  for (const file of files.filter(file => /(?:^|\/)XBRL_TO_CSV\/.+\.csv$/i.test(file.path))) {
    const name = instanceNameOf(file.path);
    if (name === null || isOfAuditor(name)) continue;
    const { facts, labels } = readCsvReport({ name: baseName(file.path), bytes: file.bytes }, name, log);
    appendAll(report.facts, withinFund(facts, fundWithin(name, main)));
    for (const [concept, label] of labels) report.labels.set(concept, label);
  }
}
