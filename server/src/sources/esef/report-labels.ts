import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { type ConceptLabel, parseLinkbase } from '../../formats/xbrl/parse-linkbase.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';
import type { NamedBytes } from './read-report.ts';

const STANDARD_LABEL = 'http://www.xbrl.org/2003/role/label';

/**
 * The filer's words for the concepts and members that its report uses, from the label linkbases of its own taxonomy: in
 * the report's language, else in English, else in any. The words of standard taxonomies come with no report.
 */
export function labelsOfReport(
  taxonomy: readonly NamedBytes[],
  facts: readonly ReportedFact[],
  language: string | null,
  log: AnomalyLog,
): Map<string, string> {
  const names = namesByElementId(facts);
  const chosen = new Map<string, ConceptLabel>();
  for (const label of taxonomy.flatMap(file => readLabels(file, log))) {
    const name = names.get(label.concept);
    if (name === undefined || label.role !== STANDARD_LABEL || label.text === '') continue;
    const standing = chosen.get(name);
    if (standing === undefined || rankOf(label, language) < rankOf(standing, language)) chosen.set(name, label);
  }
  return new Map([...chosen].map(([name, { text }]) => [name, text.replace(/\s*\[(?:member|axis|table)\]$/i, '')]));
}

function readLabels({ name, bytes }: NamedBytes, log: AnomalyLog): ConceptLabel[] {
  const source = decodeDocument(bytes);
  if (!/labelLink/.test(source)) return [];
  const { labels, anomalies } = parseLinkbase({ name, source });
  for (const { kind, locator, detail } of anomalies) log.add(kind, `${name} ${locator}`, detail);
  return labels;
}

/** Elements are called `prefix_LocalName` in all taxonomies that ESEF takes (Reporting Manual, guidance 3.4). */
function namesByElementId(facts: readonly ReportedFact[]): Map<string, string> {
  const names = new Set(facts.flatMap(({ concept, dimensions }) => [concept, ...Object.entries(dimensions).flat()]));
  return new Map([...names].filter(name => name.includes(':')).map(name => [name.replace(':', '_'), name]));
}

/** 0 is best. */
function rankOf({ language: told }: ConceptLabel, wanted: string | null): number {
  const code = told.slice(0, 2).toLowerCase();
  if (code === wanted) return 0;
  return code === 'en' ? 1 : 2;
}
