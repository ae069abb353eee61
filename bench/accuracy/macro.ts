import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PublishedRecords } from '../../server/src/domain/filings/filings/model/published-records.ts';
import type { StatedTarget } from '../../server/src/domain/markets/climate/model.ts';
import { addDays } from '../../server/src/kernel/dates.ts';
import { loadSource } from '../../server/src/sources/load-source.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison } from './comparison.ts';

const TABLE = 'truth/market_truth.tsv';

/** The publisher of the files of a kind of row. If there are two, the folder decides. */
const REGISTRIES: Readonly<Record<string, string>> = {
  ust: 'us-treasury',
  ea_curve: 'ecb',
  gov10y: 'fred',
  policy: 'bis',
  weo: 'imf',
  sbti: 'sbti',
};

export function hasMacro(folder: string): boolean {
  return existsSync(join(folder, TABLE));
}

/** Compares rates, outlooks and climate targets as connectors read them with what people read in the same files. */
export async function compareMacro(folder: string): Promise<Comparison> {
  const comparison = newComparison(
    'market_truth.tsv: rates, outlooks, climate targets',
    'Yields, policy rates, series of the World Economic Outlook and rows of lists of climate targets: the value, what a move or change begins with, whether a year is a forecast. A row without a value must have none.',
  );
  const files = new Map<string, PublishedRecords>();
  for (const row of readTable(join(folder, TABLE))) {
    const registry = REGISTRIES[row.kind ?? ''];
    const path = row.source_file ?? '';
    if (registry === undefined) continue;
    const owner = path.includes('boc_valet') ? 'bank-of-canada' : registry;
    const records = files.get(path) ?? (await readFile(owner, join(folder, path)));
    files.set(path, records);
    const found = valuesOf(row, records);
    for (const [code, expected] of Object.entries(expectedOf(row))) {
      const value = found[code];
      comparison.compared++;
      const entry = { issuer: row.key ?? '', period: row.date_or_vintage ?? '', code, expected, where: path };
      if (agree(value ?? '', expected)) comparison.agreeing++;
      else if (value === undefined) comparison.missing.push({ ...entry, found: '–' });
      else comparison.wrong.push({ ...entry, found: value });
    }
  }
  return comparison;
}

async function readFile(registry: string, path: string): Promise<PublishedRecords> {
  const packed = readFileSync(path);
  const bytes = path.endsWith('.gz') ? gunzipSync(packed) : packed;
  const source = await loadSource(registry);
  const url = source.identifyImport(path.replace(/\.gz$/, ''), bytes);
  return (await source.parse([{ url, sha256: '', bytes }])).published ?? {};
}

type Row = Record<string, string>;

function expectedOf(row: Row): Record<string, string> {
  const expected: Record<string, string> = { value: row.value ?? '' };
  if ((row.start_value ?? '') !== '') expected.start = row.start_value ?? '';
  if ((row.is_forecast ?? '') !== '') expected.is_forecast = row.is_forecast ?? '';
  return expected;
}

/** The table rounds values to six decimals and moves to ten. */
function agree(found: string, expected: string): boolean {
  if (found === expected) return true;
  return (
    found !== '' &&
    expected !== '' &&
    Math.abs(Number(found) - Number(expected)) <= 5e-7 * Math.max(1, Math.abs(Number(expected)))
  );
}

function valuesOf(row: Row, records: PublishedRecords): Record<string, string | undefined> {
  if (row.kind === 'weo') return outlookOf(row, records);
  if (row.kind === 'sbti') return targetOf(row, records.climateTargets ?? []);
  return ratesOf(row, records);
}

function ratesOf(row: Row, { macroRates = [] }: PublishedRecords): Record<string, string | undefined> {
  const [first = '', second = ''] = (row.key ?? '').split(' ');
  const own = macroRates.filter(({ series }) => {
    if (row.kind === 'ust') return series.tenor === second;
    return (
      row.kind === 'ea_curve' || (series.countryCode === first && (row.calc !== 'boc' || series.group === row.kind))
    );
  });
  const stated = own.filter(rate => rate.ratePct !== null).sort((a, b) => (a.date < b.date ? -1 : 1));
  const day = row.date_or_vintage ?? '';
  const at = stated.find(rate => rate.date.startsWith(day));
  const before = (date: string) => stated.findLast(rate => rate.date <= date)?.ratePct ?? undefined;
  const isChange = /^policy(?:chg|sum)$/.test(row.calc ?? '');
  const start = isChange ? before(addDays(row.start_date || `${day}-01`, -1)) : before(row.start_date ?? '');
  return { value: at?.ratePct ?? undefined, start };
}

function outlookOf(row: Row, { weoSeries = [] }: PublishedRecords): Record<string, string | undefined> {
  const [area, subject] = (row.key ?? '').split('.');
  const series = weoSeries.find(candidate => candidate.area === area && candidate.subject === subject);
  const year = Number((row.date_or_vintage ?? '').split(' ').at(-1));
  const point = series?.points.find(point => point.year === year);
  if (series === undefined || point === undefined) return {};
  const { lastActualYear } = series;
  return { value: point.value ?? '', is_forecast: lastActualYear === null ? 'null' : String(year > lastActualYear) };
}

const MEMBERS: Readonly<Record<string, keyof StatedTarget>> = {
  near_term_status: 'nearTermStatus',
  near_term_target_year: 'nearTermTargetYear',
  net_zero_status: 'netZeroStatus',
  net_zero_year: 'netZeroYear',
  status_date: 'statusDate',
};

function targetOf(row: Row, targets: readonly StatedTarget[]): Record<string, string | undefined> {
  const [, name, member = ''] = /^(.*?)(?: ([a-z]+(?:_[a-z]+)+))?$/.exec(row.key ?? '') ?? [];
  const target = targets.find(target => target.companyName === name);
  if (target === undefined) return {};
  const value = MEMBERS[member] === undefined ? 'row' : target[MEMBERS[member]];
  return { value: value === null ? '' : String(value) };
}
