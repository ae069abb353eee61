import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractInline } from '../../server/src/formats/ixbrl/extract-inline.ts';
import type { XbrlFact } from '../../server/src/formats/xbrl/report.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison, skip } from './comparison.ts';

/** The members of a companyfacts response that are used here. */
interface CompanyFactsFile {
  facts: Record<string, Record<string, { units: Record<string, Observation[]> }>>;
}

interface Observation {
  start?: string;
  end: string;
  val: number;
  accn: string;
  form: string;
}

/**
 * Compares every inline document of the recorded filings with companyfacts for the same accession, in both directions:
 * each observation must be among the document's facts without dimensions, and each such fact among the observations.
 */
export function compareInlineFacts(folder: string): Comparison {
  const comparison = newComparison(
    'Facts of inline documents',
    'Numbers without dimensions that the extractor reads from recorded inline documents, compared with companyfacts of the same accession, in both directions.',
  );
  const seen = new Set<string>();
  for (const row of readTable(join(folder, 'MANIFEST.tsv'))) {
    const path = row.path ?? '';
    if (!/\.html?(\.gz)?$/.test(path) || !existsSync(join(folder, path))) continue;
    const source = readBytes(join(folder, path));
    if (!source.subarray(0, 200_000).includes('/inlineXBRL')) continue;
    const factsFile = join(folder, `companyfacts/CIK${(row.cik ?? '').padStart(10, '0')}.json.gz`);
    if (!existsSync(factsFile)) {
      skip(comparison, 'inline documents of issuers without companyfacts');
      continue;
    }
    const observations = JSON.parse(readBytes(factsFile).toString()) as CompanyFactsFile;
    const { facts } = extractInline([{ name: basename(path), source }]);
    const accession = row.accession || accessionOf(observations, facts);
    if (accession === null) {
      skip(comparison, 'inline documents whose accession companyfacts does not have');
      continue;
    }
    if (seen.has(accession)) continue;
    seen.add(accession);
    compareDocument(comparison, { issuer: row.ticker || row.cik || '', accession }, facts, observations);
  }
  return comparison;
}

function readBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** For a document without a known accession: the filing of the same form with the same share count on its cover. */
function accessionOf(file: CompanyFactsFile, facts: readonly XbrlFact[]): string | null {
  const form = facts.find(fact => fact.localName === 'DocumentType')?.value;
  const cover = facts.find(fact => fact.localName === 'EntityCommonStockSharesOutstanding');
  const counts = file.facts.dei?.EntityCommonStockSharesOutstanding?.units.shares ?? [];
  const found = counts.find(
    count => count.form === form && count.end === cover?.periodEnd && String(count.val) === cover?.value,
  );
  return found?.accn ?? null;
}

function compareDocument(
  comparison: Comparison,
  filing: { issuer: string; accession: string },
  facts: readonly XbrlFact[],
  file: CompanyFactsFile,
): void {
  const ours = new Map<string, Set<string>>();
  for (const fact of facts) {
    if (!fact.isNumeric || fact.value === null || fact.dimensions.length > 0 || !(fact.prefix in file.facts)) continue;
    // companyfacts shows a duration of one day as an instant.
    const start = fact.periodStart === fact.periodEnd ? '' : (fact.periodStart ?? '');
    addTo(ours, [`${fact.prefix}:${fact.localName}`, fact.unit, start, fact.periodEnd].join(' '), fact.value);
  }
  if (ours.size === 0) {
    skip(comparison, 'cover documents, whose numbers are in exhibits that are not recorded');
    return;
  }
  const theirs = new Map<string, Set<string>>();
  for (const [taxonomy, concepts] of Object.entries(file.facts)) {
    for (const [concept, { units }] of Object.entries(concepts)) {
      for (const [unit, observations] of Object.entries(units)) {
        for (const { accn, start, end, val } of observations) {
          if (accn === filing.accession)
            addTo(theirs, [`${taxonomy}:${concept}`, unit, start ?? '', end].join(' '), String(val));
        }
      }
    }
  }
  for (const key of new Set([...ours.keys(), ...theirs.keys()]))
    compareKey(comparison, filing, key, ours.get(key), theirs.get(key));
}

function addTo(values: Map<string, Set<string>>, key: string, value: string): void {
  const others = values.get(key);
  if (others === undefined) values.set(key, new Set([value]));
  else others.add(value);
}

function compareKey(
  comparison: Comparison,
  { issuer, accession }: { issuer: string; accession: string },
  key: string,
  ours: ReadonlySet<string> | undefined,
  theirs: ReadonlySet<string> | undefined,
): void {
  comparison.compared++;
  const [code = '', unit = '', start = '', end = ''] = key.split(' ');
  const row = { issuer, period: start === '' ? end : `${start} to ${end}`, code, where: `${accession}, ${unit}` };
  const [expected, found] = [listed(theirs), listed(ours)];
  if (theirs === undefined) comparison.wrong.push({ ...row, expected: 'not in companyfacts', found });
  else if (ours === undefined) comparison.missing.push({ ...row, expected, found: '' });
  else if ([...theirs].every(value => ours.has(value))) comparison.agreeing++;
  else comparison.wrong.push({ ...row, expected, found });
}

function listed(values: ReadonlySet<string> | undefined): string {
  return [...(values ?? [])].sort().join(' and ');
}
