import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Financials, KpiPeriod, KpiValue } from '../../server/src/domain/figures/financials/model/financials.ts';
import { normaliseFinancials } from '../../server/src/domain/figures/financials/rules/financials.ts';
import type { FactSet } from '../../server/src/domain/filings/facts/model/facts.ts';
import { listZipBuffer, readZipBufferMember } from '../../server/src/formats/zip.ts';
import { documentUrl } from '../../server/src/sources/edinet/addresses.ts';
import type { Source, SourceDocument } from '../../server/src/sources/kit/source.ts';
import { SOURCES } from '../../server/src/sources/sources.ts';
import { readTable } from './companies.ts';
import { type Comparison, count, newComparison, skip, whereOf } from './comparison.ts';

type Row = Record<string, string>;

/** Accounting standards of the table, by their names in periods. */
const STANDARDS: readonly [RegExp, string][] = [
  [/^JGAAP/, 'JGAAP'],
  [/^K-IFRS/, 'K-IFRS'],
  [/^IFRS/, 'ifrs-full'],
  [/FRS|UK GAAP/, 'UK FRS'],
];

/** Receipt numbers for documents whose names contain none; their value does not matter. */
const ADDRESS_NAMES: Readonly<Record<string, string>> = {
  'samsung_2021_annual_xbrl_original.zip': '20220308000798.zip',
};

/**
 * Compares values that people read from documents of other registries with the result of the rules over the facts that
 * the connector reads from that document alone. A deliberate null must be absent, or the value that the table derives.
 * Values that are printed but not tagged cannot be compared; no unmarked value may take their place.
 */
export async function compareIntl(folder: string): Promise<Comparison> {
  const comparison = newComparison(
    'intl_financials.tsv',
    'Values that people read in documents of other registries, compared with the result from the facts of that document alone. An intended null must be absent, or be the sum that the table names. Standard, fiscal period and year are compared with those of durations.',
  );
  const rows = readTable(join(folder, 'truth/intl_financials.tsv')).filter(row => row.primary === 'yes');
  for (const [document, own] of Map.groupBy(rows, row => row.document ?? '')) {
    const financials = await readFinancials(folder, document, own[0]?.registry ?? '');
    for (const row of own) {
      if (typeof financials === 'string') skip(comparison, financials);
      else compareRow(comparison, row, financials);
    }
  }
  return comparison;
}

async function readFinancials(folder: string, document: string, registry: string): Promise<Financials | string> {
  const read = await readFacts(folder, document, registry);
  return typeof read === 'string' ? read : financialsOf(read);
}

/** The facts that a connector reads from one document. */
export interface DocumentFacts {
  canonicalKey: string;
  sets: FactSet[];
}

/** The facts of a document of the corpus by its connector alone; a text states the reason if there are none. */
export async function readFacts(folder: string, document: string, registry: string): Promise<DocumentFacts | string> {
  const source = SOURCES.find(source => source.description.registry === registry);
  if (source === undefined) return `no connector for ${registry}`;
  if (document.endsWith('.pdf')) return 'printed, not tagged';
  const documents = await openDocument(source, readDocument(folder, document));
  if (documents.length === 0) return `no document of ${registry} by its name: ${document}`;
  const { records } = await source.parse(documents);
  return { canonicalKey: records[0]?.canonicalKey ?? '', sets: records.flatMap(record => record.facts) };
}

/** The result of the rules over the facts of one document. */
export function financialsOf({ canonicalKey, sets }: DocumentFacts): Financials {
  return normaliseFinancials({ sets, knownAt: {}, sic: null, canonicalKey, asOf: null });
}

function readDocument(folder: string, document: string): { name: string; bytes: Buffer } {
  const [path = '', member] = document.split('#');
  const file = readFileSync(join(folder, path));
  if (member !== undefined) {
    const found = listZipBuffer(file).find(zipMember => zipMember.name === member);
    if (found === undefined) throw new Error(`${path} has no ${member}`);
    return { name: member, bytes: readZipBufferMember(file, found) };
  }
  const name = basename(path).replace(/\.gz$/, '');
  return { name: ADDRESS_NAMES[name] ?? name, bytes: path.endsWith('.gz') ? gunzipSync(file) : file };
}

/** The document by its URL; a package that the connector splits, as its members. */
async function openDocument(source: Source, file: { name: string; bytes: Buffer }): Promise<SourceDocument[]> {
  const url = addressOf(source, file.name, file.bytes);
  if (url !== null) return [{ url, bytes: file.bytes, sha256: '' }];
  if (!file.name.endsWith('.zip')) return [];
  const members = listZipBuffer(file.bytes).filter(member => !member.name.endsWith('/'));
  const plan = await source.planBulk({ members: members.map(member => member.name), async *stream() {} }, file.name);
  if (plan?.kind === 'document') return [{ url: plan.url, bytes: file.bytes, sha256: '' }];
  if (plan?.kind !== 'documents') return [];
  return members.map(member => ({
    url: `${plan.name}/${member.name}`,
    bytes: readZipBufferMember(file.bytes, member),
    sha256: '',
  }));
}

/** The URL at which the registry publishes a document. EDINET's samples have none, so one is made up. */
function addressOf(source: Source, name: string, bytes: Buffer): string | null {
  try {
    return source.identifyImport(name, bytes);
  } catch {
    if (source.description.registry !== 'edinet') return null;
    return documentUrl(
      `${name.replace(/[^a-z0-9]|zip/g, '').toUpperCase()}000`.slice(0, 8),
      name.includes('type5') ? 5 : 1,
    );
  }
}

function compareRow(comparison: Comparison, row: Row, financials: Financials): void {
  const code = row.line_item ?? '';
  const { period, value } = findValue(financials, row);
  const described = {
    issuer: `${row.issuer_english || row.issuer_local || ''} ${row.document}`,
    period: `${row.fiscal_year} ${row.fiscal_period} ${row.period_start}..${row.period_end}`,
    code,
    expected: row.value === '' ? 'null' : `${row.value} ${row.element_or_label}`,
  };
  const isAlone = value?.flags.includes('non_consolidated') ?? false;
  if (row.untagged === 'yes' && (value === undefined || isAlone)) {
    skip(comparison, 'printed, not tagged; no unmarked value replaces it');
    return;
  }
  if (row.value === '' && isAlone && row.consolidated === 'yes') {
    skip(comparison, 'the group has no such line; the value present is marked as the company’s own');
    return;
  }
  if (row.value === '') {
    const isSum = value?.method !== 'reported' && value?.value === Number(row.derivable_value || Number.NaN);
    count(comparison, described, value, value === undefined || isSum);
    return;
  }
  const labels = value === undefined || row.period_start === '' ? '' : labelFaults(row, period);
  const isSame = value?.value === Number(row.filed_value || row.value);
  count(comparison, described, value, isSame && labels === '', `${labels}${whereOf(value)}`);
}

/** A duration by its dates; a balance by its date. */
function findValue({ periods }: Financials, row: Row): { period?: KpiPeriod; value?: KpiValue } {
  for (const period of periods) {
    if (period.fiscalPeriod === 'ttm') continue;
    const value = period.values[row.line_item ?? ''];
    if (value === undefined || value.periodEnd !== row.period_end) continue;
    if (row.period_start === '' || value.periodStart === row.period_start) return { period, value };
  }
  return {};
}

/** The breaches that the period of a value states; empty if there are none. */
function labelFaults(row: Row, period: KpiPeriod | undefined): string {
  const faults: string[] = [];
  const years = [row.fiscal_year, row.fiscal_year_alt];
  if (!years.includes(String(period?.fiscalYear))) faults.push(`fiscal year ${period?.fiscalYear}`);
  if (period?.fiscalPeriod !== row.fiscal_period) faults.push(`fiscal period ${period?.fiscalPeriod}`);
  if (period?.currency !== row.currency) faults.push(`currency ${period?.currency}`);
  const standard = STANDARDS.find(([pattern]) => pattern.test(row.accounting_standard ?? ''))?.[1];
  if (standard !== undefined && period?.accountingStandard !== standard)
    faults.push(`standard ${period?.accountingStandard}`);
  return faults.length === 0 ? '' : `${faults.join(', ')}; `;
}

/** Whether the documents are available. */
export function hasIntl(folder: string): boolean {
  return existsSync(join(folder, 'truth/intl_financials.tsv'));
}
