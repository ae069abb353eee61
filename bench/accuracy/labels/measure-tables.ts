import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { parseHtml } from '../../../server/src/formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../server/src/formats/html-text/plain-text/parse-plain-text.ts';
import type { TextDocument } from '../../../server/src/formats/html-text/text-document.ts';
import { decodeDocument } from '../../../server/src/formats/ixbrl/encoding.ts';
import { decodeText } from '../../../server/src/formats/sgml/decode-text.ts';
import { splitSubmission } from '../../../server/src/formats/sgml/split-submission.ts';
import type {
  DataCell,
  DataRow,
  DataTable,
  StatedPeriod,
  TableKind,
} from '../../../server/src/formats/tables/data-table.ts';
import { readTables } from '../../../server/src/formats/tables/read-tables.ts';
import { canonicalDecimal, multiplyDecimals } from '../../../server/src/kernel/exact-number.ts';
import { type Half, halfOf } from './half.ts';
import { share } from './render.ts';

/** A line of `tables/cells.jsonl`; its README explains the fields. */
const labelledTable = z.strictObject({
  file: z.string(),
  cik: z.string(),
  document: z.string().optional(),
  start: z.number().int(),
  kind: z.enum(['income', 'balance', 'cashflow']).optional(),
  cells: z.array(
    z.strictObject({
      start: z.number().int(),
      value: z.string().nullable(),
      scale: z.number().nullable(),
      unit: z.string().nullable(),
      label: z.number().int(),
      period: z.string().nullable(),
      headings: z.array(z.number().int()),
      parents: z.array(z.number().int()).optional(),
    }),
  ),
});
type LabelledTable = z.infer<typeof labelledTable>;
type LabelledCell = LabelledTable['cells'][number];

const KINDS: Record<NonNullable<LabelledTable['kind']>, TableKind> = {
  income: 'income_statement',
  balance: 'balance_sheet',
  cashflow: 'cash_flow_statement',
};
const FIELDS = ['found', 'value', 'scale', 'unit', 'label', 'parents', 'headings', 'period'] as const;
type Field = (typeof FIELDS)[number];

/** Labelled cells of one half compared with what the reader of tables gives. */
export interface TableMeasure {
  half: Half;
  tables: number;
  cells: number;
  /** Cells whose value, scale, label and period are right. */
  right: number;
  fields: Map<Field, { right: number; compared: number }>;
  kinds: { right: number; compared: number };
  gold: { rows: number; found: number; wrong: number; notInTables: number };
  details: string[];
}

export function measureTables(data: string, half: Half): TableMeasure {
  const measure: TableMeasure = {
    ...{ half, tables: 0, cells: 0, right: 0 },
    fields: new Map(FIELDS.map(field => [field, { right: 0, compared: 0 }])),
    kinds: { right: 0, compared: 0 },
    gold: { rows: 0, found: 0, wrong: 0, notInTables: 0 },
    details: [],
  };
  for (const labelled of readLabels().filter(({ cik }) => halfOf(cik) === half)) compareTable(data, labelled, measure);
  compareGold(data, measure);
  if (half === 'locked') measure.details = [];
  return measure;
}

function readLabels(): LabelledTable[] {
  const lines = readFileSync(join(import.meta.dirname, 'tables/cells.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => labelledTable.parse(JSON.parse(line)));
}

function compareTable(data: string, labelled: LabelledTable, measure: TableMeasure): void {
  const tables = tablesOf(data, labelled.file)
    .filter(
      ({ name, type }) => labelled.document === undefined || labelled.document === name || labelled.document === type,
    )
    .slice(0, 1)
    .flatMap(document => document.tables);
  const table = tables.find(({ start, end }) => start <= labelled.start && labelled.start < end);
  measure.tables += 1;
  if (labelled.kind !== undefined) {
    measure.kinds.compared += 1;
    if (table?.kind === KINDS[labelled.kind]) measure.kinds.right += 1;
    else measure.details.push(`${labelled.file} @${labelled.start}: kind ${table?.kind ?? 'none'}`);
  }
  for (const cell of labelled.cells) {
    const faults = table === undefined ? ['found: no table' as const] : faultsOf(cell, table);
    measure.cells += 1;
    const wrong = new Set(faults.map(fault => fault.split(':')[0]));
    for (const field of FIELDS) {
      if (field === 'parents' && cell.parents === undefined) continue;
      const count = measure.fields.get(field);
      if (count === undefined) continue;
      count.compared += 1;
      if (!wrong.has(field) && !wrong.has('found')) count.right += 1;
    }
    if (!['found', 'value', 'scale', 'label', 'period'].some(field => wrong.has(field))) measure.right += 1;
    if (faults.length > 0)
      measure.details.push(`${labelled.file} @${labelled.start} cell ${cell.start}: ${faults.join('; ')}`);
  }
}

function faultsOf(labelled: LabelledCell, table: DataTable): string[] {
  const holds = ({ start, end }: { start: number; end: number }, at: number) => start <= at && at < end;
  const row = table.rows.find(({ cells }) => cells.some(cell => holds(cell, labelled.start)));
  const cell = row?.cells.find(candidate => holds(candidate, labelled.start));
  if (row === undefined || cell === undefined) return ['found: no cell'];
  const faults: string[] = [];
  if (cell.value !== labelled.value) faults.push(`value: ${cell.value}, labelled ${labelled.value}`);
  const scale = cell.scale === null ? null : Number(cell.scale);
  if (scale !== labelled.scale) faults.push(`scale: ${scale}, labelled ${labelled.scale}`);
  if (labelled.value !== null && cell.unit !== labelled.unit)
    faults.push(`unit: ${cell.unit}, labelled ${labelled.unit}`);
  if (!holds(row, labelled.label)) faults.push(`label: ${row.label} @${row.start}`);
  const parents = row.parents.flatMap(at => table.rows[at] ?? []);
  for (const parent of labelled.parents ?? [])
    if (!parents.some(candidate => holds(candidate, parent)))
      faults.push(`parents: ${parents.map(({ label }) => label).join(' > ')}, not ${parent}`);
  const column = table.columns[cell.column];
  for (const heading of labelled.headings)
    if (column?.headings.some(candidate => holds(candidate, heading)) !== true)
      faults.push(`headings: ${column?.headings.map(({ text }) => text).join(' > ')}, not ${heading}`);
  const period = column?.period ?? null;
  if (!isPeriod(period, labelled.period)) faults.push(`period: ${JSON.stringify(period)}, labelled ${labelled.period}`);
  return faults;
}

/** `2024-12-28/3` is a duration of months, `/i` an instant; `2024Q2`, `2024FY`, `2024YTD` are as printed. */
function isPeriod(period: StatedPeriod | null, labelled: string | null): boolean {
  if (labelled === null || period === null) return labelled === null && period === null;
  const [end, length] = labelled.split('/');
  if (length !== undefined)
    return (
      period.end === end && (length === 'i' ? period.isInstant : !period.isInstant && period.months === Number(length))
    );
  const [, year, quarter, isToDate] = /^(\d{4})(?:Q(\d)|FY)?(YTD)?$/.exec(labelled) ?? [];
  return (
    period.fiscalYear === Number(year) &&
    period.isYearToDate === (isToDate !== undefined) &&
    (quarter === undefined ? !/^q/.test(period.fiscalPeriod ?? '') : period.fiscalPeriod === `q${quarter}`)
  );
}

interface ReadDocument {
  name: string;
  type: string;
  tables: DataTable[];
}

const kept = new Map<string, ReadDocument[]>();

/** The tables of the documents of a file, which may be a whole submission. */
function tablesOf(data: string, file: string): ReadDocument[] {
  const known = kept.get(file);
  if (known !== undefined) return known;
  const stored = readFileSync(join(data, file));
  const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored;
  const { documents } = splitSubmission(bytes);
  const parts = documents.length === 0 ? [{ fileName: file, type: '', bytes }] : documents;
  const read = parts
    .filter(({ type }) => !/^(?:GRAPHIC|XML|ZIP|EX-101|JSON)/.test(type))
    .map(part => ({ name: part.fileName ?? '', type: part.type, tables: readTables(parse(part.bytes)) }));
  kept.clear();
  kept.set(file, read);
  return read;
}

function parse(bytes: Buffer): TextDocument {
  const isHtml = /<(?:html|td|div)\b/i.test(bytes.toString('latin1'));
  return isHtml ? parseHtml(decodeDocument(bytes)) : parsePlainText(decodeText(bytes));
}

const COMPANIES = /_8-K_|_EX-/;
const CIKS: Record<string, string> = {
  ...{ AAPL: '320193', ADBE: '796343', COST: '909832', CVX: '93410', GOOGL: '1652044', IBM: '51143', KO: '21344' },
  ...{
    META: '1326801',
    MSFT: '789019',
    NFLX: '1065280',
    NKE: '320187',
    NVDA: '1045810',
    TSLA: '1318605',
    XOM: '34088',
  },
};

/** Values that somebody read off releases: the row as printed, the value, its scale and period. */
function compareGold(data: string, measure: TableMeasure): void {
  const path = join(data, 'truth/releases_gold.tsv');
  if (!existsSync(path)) return;
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  const rows = lines.map(line => Object.fromEntries(line.split('\t').map((value, at) => [names[at] ?? '', value])));
  for (const row of rows) {
    const { file = '', value = '', row_start: printed = '' } = row;
    const ticker = file.replace(/^releases\//, '').split(COMPANIES)[0] ?? '';
    const cik = CIKS[ticker];
    if (cik === undefined || halfOf(cik) !== measure.half) continue;
    measure.gold.rows += 1;
    const cells = tablesOf(data, file)
      .flatMap(({ tables }) => tables)
      .flatMap(table =>
        table.rows.filter(candidate => isRow(candidate, printed)).map(candidate => ({ table, row: candidate })),
      )
      .flatMap(({ table, row: candidate }) => candidate.cells.map(cell => ({ table, cell })))
      .filter(({ cell }) => printedDigits(cell) === canonicalDecimal(value.replace(/^\+/, '')));
    if (cells.length === 0) {
      measure.gold.notInTables += 1;
      measure.details.push(`gold ${file}: no cell ${value} in ${printed.slice(0, 80)}`);
      continue;
    }
    const faults = cells.map(({ table, cell }) => goldFault(row, table, cell));
    if (faults.includes(null)) measure.gold.found += 1;
    else {
      measure.gold.wrong += 1;
      measure.details.push(`gold ${file} ${value} in ${printed.slice(0, 60)}: ${faults[0]}`);
    }
  }
}

function isRow(row: DataRow, printed: string): boolean {
  const words = squash(printed);
  const own = squash(
    `${row.label}${row.footnotes.map(mark => `(${mark})`).join('')}${row.cells.map(({ text }) => text).join('')}`,
  );
  const bare = squash(`${row.label}${row.cells.map(({ text }) => text).join('')}`);
  const isSame = (text: string) =>
    text !== '' && (text === words || (words.length > 20 && text.startsWith(words)) || words.startsWith(text));
  const sorted = (text: string) => [...text].sort().join('');
  return isSame(own) || isSame(bare) || sorted(own) === sorted(words) || sorted(bare) === sorted(words);
}

function squash(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function printedDigits({ value, scale }: DataCell): string | null {
  if (value === null || scale === null) return null;
  return multiplyDecimals(value, INVERSE[scale] ?? '1');
}

const INVERSE: Record<string, string> = {
  ...{ '0.01': '100', '0.0001': '10000', '1000': '0.001', '1000000': '0.000001', '1000000000': '0.000000001' },
};

function goldFault(gold: Record<string, string>, table: DataTable, cell: DataCell): string | null {
  const { unit = '', scale = '1', period_start: from = '', period_end: to = '' } = gold;
  const isPercent = /%|percent/i.test(unit);
  // `thousand boe per day` with scale 1 is in thousands.
  const inUnit = /^thousand/i.test(unit) ? 1_000 : /^million/i.test(unit) ? 1_000_000 : 1;
  if (isPercent ? cell.scale !== '0.01' : Number(cell.scale) !== Number(scale) * inUnit)
    return `scale ${cell.scale}, not ${scale} ${unit}`;
  const period = table.columns[cell.column]?.period ?? null;
  if (to === '') return null;
  if (period === null) return 'no period';
  const months = from === '' ? null : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000 / 30.4);
  if (period.end !== null && period.end !== to) return `end ${period.end}, not ${to}`;
  if (period.end === null && Math.abs((period.fiscalYear ?? 0) - Number(to.slice(0, 4))) > 1)
    return `year ${period.fiscalYear}`;
  if (period.months !== null && months !== null && period.months !== months)
    return `months ${period.months}, not ${months}`;
  return months === null && period.months !== null ? 'a duration' : null;
}

export function renderTableMeasure({ half, tables, cells, right, fields, kinds, gold, details }: TableMeasure): string {
  return [
    `## Tables as data, labelled half \`${half}\``,
    '',
    `Of ${cells} labelled cells of ${tables} tables, ${right} (${share(right, cells)}) have the right value, scale, row label and column period.`,
    '',
    '| field | right | compared | share |',
    '|---|---|---|---|',
    ...[...fields].map(
      ([field, count]) => `| ${field} | ${count.right} | ${count.compared} | ${share(count.right, count.compared)} |`,
    ),
    `| kind | ${kinds.right} | ${kinds.compared} | ${share(kinds.right, kinds.compared)} |`,
    '',
    `Values of releases_gold.tsv: ${gold.rows}; found ${gold.found} (${share(gold.found, gold.rows)}), wrong scale or period ${gold.wrong}, in no row of a table ${gold.notInTables}.`,
    '',
    ...details.map(detail => `- ${detail}`),
  ].join('\n');
}
