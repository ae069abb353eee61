import type { FilingReport, ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { extractInline } from '../../formats/ixbrl/extract-inline.ts';
import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import type { XbrlReport } from '../../formats/xbrl/report.ts';
import type { XmlDocument } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { appendAll } from '../../kernel/append-all.ts';
import { baseName } from '../../kernel/base-name.ts';
import { addReport } from '../kit/xbrl/add-report.ts';
import { tellAnomalies } from '../kit/xbrl/tell-anomalies.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';
import { toSortedRecord } from '../kit/xbrl/to-reported-facts.ts';
import { readCsvReport } from './csv-report.ts';
import type { PackageFile } from './package-files.ts';
import { type InstanceName, instanceNameOf, mainInstanceOf } from './package-names.ts';

/** A filing's tagged facts and the words for its elements. */
export type ReadReport = FilingReport & { labels: Map<string, string> };

/**
 * The tagged facts of a filing: of its inline documents, else of its instances, else of the registry's CSV. A package may
 * hold an instance for each fund of a series, with contexts of the same names: each is read by itself. Reports of auditors
 * are no facts. Null if nothing is tagged.
 */
export function readReport(files: readonly PackageFile[], log: AnomalyLog): ReadReport | null {
  const main = mainInstanceOf(files.map(file => file.path));
  if (main === null) return null;
  const tagged = files.filter(file => /^XBRL\/PublicDoc\/[^/]+$/.test(file.path));
  const instances = byInstance(tagged);
  const report: ReadReport = { facts: [], statements: [], statementsReason: null, labels: new Map() };
  for (const { name, files: own } of instances) {
    const inline = own.filter(isInline).map(toNamed);
    const read = readInstance(inline, own, log);
    const made = toFilingReport({ facts: read?.facts ?? [] }, name.isOld ? [] : own.filter(isTaxonomy).map(toNamed), {
      language: 'ja',
      documents: new Map(inline.map(({ name: document, source }) => [document, source])),
    });
    tellAnomalies(made.anomalies, log);
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
  "The report is at hand in the registry's CSV form, which lists elements without the order and levels of statements.";

const NO_ORDER_BEFORE_2014 =
  "Reports of before 2014 change presentations of the registry's taxonomy of their time, which does not come with the filing.";

interface Instance {
  name: InstanceName;
  files: PackageFile[];
}

function byInstance(files: readonly PackageFile[]): Instance[] {
  const instances = new Map<string, Instance>();
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = instanceNameOf(file.path);
    if (name === null) continue;
    const known = instances.get(name.stem);
    if (known === undefined) instances.set(name.stem, { name, files: [file] });
    else known.files.push(file);
  }
  return [...instances.values()].sort((a, b) => (a.name.branch < b.name.branch ? -1 : 1));
}

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

function isInline({ path }: PackageFile): boolean {
  return /_ixbrl\.x?html?$/.test(path);
}

/** English labels are in separate files. */
function isTaxonomy({ path }: PackageFile): boolean {
  return /(?:\.xsd|_(?:pre|def|lab(?:-en)?)\.xml)$/.test(path);
}

function readInstance(
  inline: readonly XmlDocument[],
  files: readonly PackageFile[],
  log: AnomalyLog,
): XbrlReport | null {
  const plain = files.find(file => file.path.endsWith('.xbrl'));
  let read: XbrlReport | null = null;
  if (inline.length > 0) read = extractInline(inline);
  else if (plain !== undefined) read = extractInstance(toNamed(plain));
  tellAnomalies(read?.anomalies ?? [], log);
  return read;
}

function toNamed({ path, bytes }: PackageFile): XmlDocument {
  return { name: baseName(path), source: decodeDocument(bytes) };
}

function readCsv(files: readonly PackageFile[], main: InstanceName, report: ReadReport, log: AnomalyLog): void {
  for (const file of files.filter(one => /^XBRL_TO_CSV\/(?!jpaud)[^/]+\.csv$/.test(one.path))) {
    const name = instanceNameOf(file.path);
    if (name === null) continue;
    const { facts, labels } = readCsvReport({ name: baseName(file.path), bytes: file.bytes }, name, log);
    appendAll(report.facts, withinFund(facts, fundWithin(name, main)));
    for (const [concept, label] of labels) report.labels.set(concept, label);
  }
}
