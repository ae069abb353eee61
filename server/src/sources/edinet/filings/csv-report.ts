import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseDelimited } from '../../../formats/delimited.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { decodeText } from '../decode-text.ts';
import { type Cover, readCover } from './cover.ts';
import type { InstanceName } from './package-names.ts';

const COLUMNS = [
  '要素ID',
  '項目名',
  'コンテキストID',
  '相対年度',
  '連結・個別',
  '期間・時点',
  'ユニットID',
  '単位',
  '値',
];
/** The mark of an absent value or unit. */
const NONE = '－';

/** A report in the registry's CSV form, with the Japanese labels of its elements. */
export interface CsvReport {
  facts: ReportedFact[];
  labels: Map<string, string>;
}

/**
 * Reads a report that the registry has turned into CSV (document form 5: UTF-16LE, tabs, nine columns, found by their names). The form names
 * contexts but not their dates: those of the current and the previous year follow from the report's own dates. Others
 * are unknown, and their facts are omitted and counted. Members have no axis of their own, but `edinet:Member`.
 */
export function readCsvReport(
  { name, bytes }: { name: string; bytes: Buffer },
  instance: InstanceName,
  log: AnomalyLog,
): CsvReport {
  const report: CsvReport = { facts: [], labels: new Map() };
  const [header = [], ...rows] = parseDelimited(decodeText(bytes), '\t');
  const missing = COLUMNS.filter(column => !header.includes(column));
  if (missing.length > 0) {
    log.add('changed_columns', name, `no column ${missing.join(', ')} in ${header.join(' ')}`);
    return report;
  }
  const added = header.filter(column => !COLUMNS.includes(column));
  if (added.length > 0) log.add('changed_columns', name, `unknown columns ${added.join(', ')}`);
  const positions = COLUMNS.map(column => header.indexOf(column));
  const lines = rows.flatMap((row, at) => {
    if (row.length === header.length) return [{ line: at + 2, row: positions.map(position => row[position] ?? '') }];
    log.add('bad_row', `${name} row ${at + 2}`, `${row.length} cells: ${row.join(' ')}`);
    return [];
  });
  const cover = readCover(
    lines.filter(({ row }) => isCoverLine(row)).map(({ row }) => textFact(row, name, instance.filingDate)),
  );
  const untold = new Map<string, number>();
  for (const { line, row } of lines) {
    const [concept = '', label = '', context = ''] = row;
    const period = periodOf(context, cover, instance.filingDate);
    if (period === null) {
      untold.set(context, (untold.get(context) ?? 0) + 1);
      continue;
    }
    const fact = toFact(row, period, name, line);
    if (typeof fact === 'string') log.add('bad_value', `${name} row ${line}`, `${concept} ${fact}`);
    else report.facts.push(fact);
    if (!report.labels.has(concept)) report.labels.set(concept, label.replace(/ \[テキストブロック\]$/, ''));
  }
  for (const [context, count] of untold) log.add('period_not_told', `${name} ${context}`, `${count} facts left out`);
  return report;
}

function isCoverLine([concept = '']: readonly string[]): boolean {
  return concept.startsWith('jpdei_cor:');
}

function textFact(
  [concept = '', , , , , , , , value = '']: readonly string[],
  document: string,
  day: IsoDate,
): ReportedFact {
  const place = { document, elementId: '', start: 0, end: 0 };
  const text = value === NONE ? null : value;
  return {
    concept,
    periodStart: null,
    periodEnd: day,
    unit: null,
    value: text,
    decimals: null,
    dimensions: {},
    ...place,
  };
}

interface Period {
  start: IsoDate | null;
  end: IsoDate;
}

const CONTEXT =
  /^(FilingDate|RecordDate|CurrentYear|CurrentYTD|CurrentQuarter|Interim|Prior1Year|Prior1YTD|Prior1Interim|Prior1Quarter)(Instant|Duration)(?:_(.+))?$/;

/** Dates of a context by its name (EDINET guideline on instances, 5-4-5); null if they do not follow from the report. */
function periodOf(context: string, cover: Cover, filingDate: IsoDate): Period | null {
  const [, relative = '', kind] = CONTEXT.exec(context) ?? [];
  const { start, end } = datesOf(relative, cover, filingDate);
  if (end === null) return null;
  if (kind === 'Instant') return { start: null, end };
  return start === null ? null : { start, end };
}

function datesOf(relative: string, cover: Cover, filingDate: IsoDate): { start: IsoDate | null; end: IsoDate | null } {
  const { fiscalYearStart, fiscalYearEnd, periodEnd, previousFiscalYearStart, previousFiscalYearEnd } = cover;
  switch (relative) {
    case 'FilingDate':
      return { start: null, end: filingDate };
    case 'CurrentYear':
      return { start: fiscalYearStart, end: fiscalYearEnd };
    case 'CurrentYTD':
    case 'Interim':
      return { start: fiscalYearStart, end: periodEnd };
    case 'CurrentQuarter':
      return { start: null, end: periodEnd };
    case 'Prior1Year':
      return { start: previousFiscalYearStart, end: previousFiscalYearEnd };
    case 'Prior1YTD':
    case 'Prior1Interim':
      return { start: previousFiscalYearStart, end: cover.comparativePeriodEnd };
    case 'Prior1Quarter':
      return { start: null, end: cover.comparativePeriodEnd };
    default:
      return { start: null, end: null };
  }
}

/** The reason why a row is not a fact. */
function toFact(row: readonly string[], period: Period, document: string, line: number): ReportedFact | string {
  const [concept = '', , context = '', , basis = '', , unitId = '', , raw = ''] = row;
  const unit = unitId === NONE || unitId === '' ? null : toUnit(unitId);
  const value = raw === NONE ? null : unit === null ? raw : canonicalDecimal(raw);
  if (raw !== NONE && value === null) return `${raw} is not a number`;
  return {
    concept,
    periodStart: period.start,
    periodEnd: period.end,
    unit,
    value,
    decimals: null,
    dimensions: toDimensions(CONTEXT.exec(context)?.[3] ?? '', basis),
    document,
    elementId: `row ${line}`,
    start: 0,
    end: 0,
  };
}

/** `JPYPerShares` is JPY/shares in XBRL. */
function toUnit(unitId: string): string {
  return unitId.replace(
    /^([A-Z]{3})Per([A-Z][a-z]+)$/,
    (_, over: string, under: string) => `${over}/${under.toLowerCase()}`,
  );
}

function toDimensions(members: string, basis: string): Record<string, string> {
  const others = members.replace(/^NonConsolidatedMember(?:_|$)/, '');
  const dimensions: Record<string, string> = {};
  if (others !== '') dimensions['edinet:Member'] = others;
  if (basis === '個別' || others !== members) {
    dimensions['jppfs_cor:ConsolidatedOrNonConsolidatedAxis'] = 'jppfs_cor:NonConsolidatedMember';
  }
  return dimensions;
}
