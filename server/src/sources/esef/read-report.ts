import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { extractInline } from '../../formats/ixbrl/extract-inline.ts';
import { openReportPackage, type PackagedReport, type PackageFile } from '../../formats/report-package.ts';
import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import { isXbrlJson, parseXbrlJson } from '../../formats/xbrl/parse-xbrl-json.ts';
import type { XbrlFact, XbrlReport } from '../../formats/xbrl/report.ts';
import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { ZipError } from '../../formats/zip.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { recordAnomalies } from '../kit/xbrl/record-anomalies.ts';

/** A document of a filing by its file name. */
export interface NamedBytes {
  name: string;
  bytes: Buffer;
}

/** The content of a filing's documents, of any form. */
export interface ReadReport {
  kind: PackagedReport['kind'];
  /** About the entity that most facts are about, in the default target. */
  facts: XbrlFact[];
  /** The identifier of the contexts; null if there is no fact. */
  entity: XbrlFact['entity'] | null;
  /** ISO 639-1, the language of most texts; null if none states it. */
  language: string | null;
  /** The documents with the facts, unpacked. */
  documents: NamedBytes[];
  /** Schemas and linkbases of the filer's own taxonomy. */
  taxonomy: NamedBytes[];
}

/** The content, and the reason if it is incomplete; null if it is complete. */
export interface ReportResult {
  report: ReadReport | null;
  damage: string | null;
}

/**
 * Reads the report of a filing: out of its package, else from an inline document, an instance, or xBRL-JSON, which states the
 * same facts without their text. `reportName` chooses among the reports of a package; without it the first is read.
 */
export function readReport(documents: readonly NamedBytes[], reportName: string | null, log: AnomalyLog): ReportResult {
  const byKind = Map.groupBy(documents, kindOf);
  const packages = byKind.get('package') ?? [];
  let damage: string | null = null;
  for (const { name, bytes } of packages) {
    const opened = readPackage(name, bytes, reportName, log);
    if (opened.report !== null) return opened;
    damage ??= opened.damage;
  }
  const inline = byKind.get('inline') ?? [];
  const taxonomy = byKind.get('taxonomy') ?? [];
  if (inline.length > 0) return { report: readDocuments('inline', inline, taxonomy, log), damage };
  const [instance] = byKind.get('instance') ?? [];
  if (instance !== undefined) return { report: readDocuments('instance', [instance], taxonomy, log), damage };
  const [json] = byKind.get('json') ?? [];
  if (json !== undefined) return readJson(json, damage, log);
  return { report: null, damage };
}

function kindOf({ name, bytes }: NamedBytes): 'package' | PackagedReport['kind'] | 'taxonomy' | 'other' {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' || /\.(?:zip|xbri|xbr)$/i.test(name))
    return 'package';
  if (/\.json$/i.test(name)) return 'json';
  const form = xbrlFormOf(bytes);
  if (form === 'instance') return form;
  if (form === 'schema' || form === 'linkbase' || /\.(?:xsd|xml)$/i.test(name)) return 'taxonomy';
  // The index also has a viewer of each report, which is the same report with a program.
  if (/ixbrlviewer/i.test(name)) return 'other';
  return form === 'inline' || /\.(?:xhtml|html|htm)$/i.test(name) ? 'inline' : 'other';
}

function readJson(document: NamedBytes, damage: string | null, log: AnomalyLog): ReportResult {
  const report = readDocuments('json', [document], [], log);
  if (isXbrlJson(document.bytes) && report.facts.length > 0) return { report, damage };
  return { report, damage: damage ?? log.list().at(-1)?.kind ?? 'no_facts' };
}

function readPackage(name: string, bytes: Buffer, reportName: string | null, log: AnomalyLog): ReportResult {
  try {
    const { reports, taxonomy, problems } = openReportPackage(bytes);
    for (const { kind, locator, detail } of problems) log.add(kind, `${name} ${locator}`, detail);
    const wanted =
      reports.find(report => report.documents.some(({ path }) => baseName(path) === reportName)) ?? reports[0];
    for (const other of reports) {
      if (other !== wanted)
        log.add('further_report', other.documents[0]?.path ?? name, 'a package holds several reports; one is read');
    }
    if (wanted === undefined) {
      log.add('no_report', name, 'the package contains no report');
      return { report: null, damage: 'no_report' };
    }
    const named = (file: PackageFile): NamedBytes => ({ name: baseName(file.path), bytes: file.bytes });
    return { report: readDocuments(wanted.kind, wanted.documents.map(named), taxonomy.map(named), log), damage: null };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, name, error.message);
    return { report: null, damage: error.kind };
  }
}

function readDocuments(
  kind: ReadReport['kind'],
  documents: readonly NamedBytes[],
  taxonomy: readonly NamedBytes[],
  log: AnomalyLog,
): ReadReport {
  const extracted = extract(kind, documents, log);
  recordAnomalies(extracted.anomalies, log);
  const inTarget = extracted.facts.filter(fact => fact.target === null);
  const entity = mostCommonEntity(inTarget);
  const facts = inTarget.filter(fact => entity !== null && entityKey(fact.entity) === entityKey(entity));
  if (facts.length < inTarget.length) {
    log.add(
      'other_entity',
      '',
      `${inTarget.length - facts.length} facts about another entity than the report's are left out`,
    );
  }
  return {
    kind,
    facts,
    entity,
    language: mostCommonLanguage(facts),
    documents: [...documents],
    taxonomy: [...taxonomy],
  };
}

function extract(kind: ReadReport['kind'], documents: readonly NamedBytes[], log: AnomalyLog): XbrlReport {
  const [first] = documents;
  const source = { name: first?.name ?? '', source: first?.bytes ?? Buffer.alloc(0) };
  if (kind === 'json') return parseXbrlJson(source);
  if (kind === 'instance') return extractInstance({ name: source.name, source: decodeDocument(source.source) });
  const repaired = documents.map(({ name, bytes }) => ({ name, ...declareUsualPrefixes(decodeDocument(bytes)) }));
  for (const { name, added } of repaired) {
    if (added.length > 0) log.add('prefix_assumed', name, `${added.join(', ')}: used, but declared nowhere`);
  }
  const report = extractInline(repaired);
  const moved = new Map(repaired.map(({ name, addedChars }) => [name, addedChars]));
  for (const fact of report.facts) {
    fact.start -= moved.get(fact.document) ?? 0;
    fact.end -= moved.get(fact.document) ?? 0;
  }
  return report;
}

function mostCommonEntity(facts: readonly XbrlFact[]): XbrlFact['entity'] | null {
  const counts = new Map<string, { entity: XbrlFact['entity']; count: number }>();
  for (const { entity } of facts) {
    const key = entityKey(entity);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { entity, count: 1 });
    else known.count++;
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.entity ?? null;
}

function mostCommonLanguage(facts: readonly XbrlFact[]): string | null {
  const counts = new Map<string, number>();
  for (const { language } of facts) {
    const code = /^([a-z]{2})(?:-|$)/i.exec(language ?? '')?.[1]?.toLowerCase();
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

function entityKey({ scheme, identifier }: XbrlFact['entity']): string {
  return `${scheme} ${identifier}`;
}

/** Prefixes with one taxonomy each, in all reports. */
const USUAL: Readonly<Record<string, string>> = {
  'ifrs-full': 'https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
  iso4217: 'http://www.xbrl.org/2003/iso4217',
};

/** The root's start tag is near the beginning. */
const LOOKED_AT_CHARS = 1 << 16;

/**
 * An inline document with declarations of the usual prefixes that it uses without declaring them:
 * `added` are these prefixes, `addedChars` is the length of their declarations after the root's name.
 */
function declareUsualPrefixes(source: string): { source: string; added: string[]; addedChars: number } {
  const root = /<(?:[A-Za-z][\w.-]*:)?html(?=[\s>])/.exec(source.slice(0, LOOKED_AT_CHARS));
  const added = Object.keys(USUAL).filter(prefix => isUsed(source, prefix) && !source.includes(`xmlns:${prefix}=`));
  if (root === null || added.length === 0) return { source, added: [], addedChars: 0 };
  const declared = added.map(prefix => ` xmlns:${prefix}="${USUAL[prefix]}"`).join('');
  const at = root.index + root[0].length;
  return { source: source.slice(0, at) + declared + source.slice(at), added, addedChars: declared.length };
}

function isUsed(source: string, prefix: string): boolean {
  return ['"', "'", '>'].some(before => source.includes(`${before}${prefix}:`));
}
