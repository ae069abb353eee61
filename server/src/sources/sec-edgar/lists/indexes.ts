import { isJsonObject, listOf, trimmedText } from '../../../formats/json-object.ts';
import { splitLines } from '../../../formats/tsv.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import type { Parsed } from '../../kit/source.ts';
import { accessionNumber, cik10 } from '../identifiers.ts';
import { readJsonObject } from './read-json.ts';
import type { NamedBytes } from './submissions.ts';

/** A filing as indexes and feeds announce it. */
export interface AnnouncedFiling {
  accession: string;
  form: string;
  filed: IsoDate;
  /** All filers. `role` is stated by the registry (`Issuer`, `Reporting` …), null in indexes. */
  filers: { cik: string; name: string; role: string | null }[];
}

interface IndexRow {
  form: string;
  name: string;
  cik: string;
  filed: string;
  accession: string;
}

/**
 * A daily or full index (`master`, `form` or `company` `.idx`): one filing an accession with all its filers, in the order
 * of their first rows (https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data). A day without
 * filings is empty, with an anomaly `empty_answer`.
 */
export function parseIndex({ source, bytes }: NamedBytes): Parsed<AnnouncedFiling[]> {
  const log = new AnomalyLog('sec-edgar', source);
  const text = decodeIndex(bytes);
  if (/^\s*</.test(text)) {
    log.add('html_instead_of_index', '', text.trim().slice(0, 200));
    return { records: [], anomalies: log.list() };
  }
  const lines = splitLines(text);
  const rule = lines.findIndex(line => /^-{20,}\s*$/.test(line));
  const readRow = rule < 0 ? null : rowReader(lines.slice(0, rule));
  if (readRow === null) {
    log.add('missing_column', '', 'no header of an index');
    return { records: [], anomalies: log.list() };
  }
  const filings = new Map<string, AnnouncedFiling>();
  for (let at = rule + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const row = readRow(line);
    if (row === null) log.add('bad_row', `line ${at + 1}`, line);
    else announce(filings, row);
  }
  if (filings.size === 0) log.add('empty_answer', '', 'no filings in this index');
  return { records: [...filings.values()], anomalies: log.list() };
}

/** Old indexes carry names in windows-1252. */
function decodeIndex(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type RowReader = (line: string) => IndexRow | null;

function rowReader(header: readonly string[]): RowReader | null {
  const titles = header.findLast(line => /\bCIK\b/.test(line) && /Company Name/.test(line));
  // In the company index some editions break the titles over two lines.
  const joined = titles === undefined ? undefined : header.slice(header.indexOf(titles)).join(' ');
  if (titles === undefined || joined === undefined || !/Form Type/.test(joined) || !/File ?name/i.test(joined))
    return null;
  if (titles.includes('|')) return readPipedRow;
  const isFormFirst = titles.indexOf('Form Type') < titles.indexOf('Company Name');
  const second = Math.max(titles.indexOf('Form Type'), titles.indexOf('Company Name'));
  return line => readFixedRow(line, second, isFormFirst);
}

function readPipedRow(line: string): IndexRow | null {
  const cells = line.split('|');
  // A company name may contain the separator; the four other columns never do.
  const [cik = '', ...rest] = cells;
  const [form = '', filed = '', path = ''] = rest.slice(-3);
  return rest.length < 4 ? null : toIndexRow(form, rest.slice(0, -3).join('|'), cik, filed, path);
}

const TAIL = /\s+(\d{1,10})\s+(\d{8}|\d{4}-\d{2}-\d{2})\s+(edgar\/\S+)\s*$/;

/** CIK, date and path are read from the right: only form and name have blanks in them. */
function readFixedRow(line: string, second: number, isFormFirst: boolean): IndexRow | null {
  const tail = TAIL.exec(line);
  if (tail === null) return null;
  const before = line.slice(0, tail.index);
  const isAligned = before.length > second && before[second - 1] === ' ' && before[second] !== ' ';
  const [first = '', last = ''] = isAligned
    ? [before.slice(0, second), before.slice(second)]
    : splitAtGap(before, isFormFirst);
  const [form, name] = isFormFirst ? [first, last] : [last, first];
  return toIndexRow(form, name, tail[1] ?? '', tail[2] ?? '', tail[3] ?? '');
}

/** A name longer than its column moves the other columns to the right. */
function splitAtGap(text: string, isFormFirst: boolean): [string, string] {
  const gap = (isFormFirst ? /^(\S.*?)\s{2,}(\S.*)$/ : /^(.*\S)\s{2,}(\S.*?)$/).exec(text.trimEnd());
  return [gap?.[1] ?? '', gap?.[2] ?? ''];
}

function toIndexRow(form: string, name: string, cik: string, filed: string, path: string): IndexRow | null {
  const accession = accessionNumber(/(\d{10}-\d{2}-\d{6})(?:\.txt)?\s*$/.exec(path)?.[1] ?? '');
  const date = filed.length === 8 ? `${filed.slice(0, 4)}-${filed.slice(4, 6)}-${filed.slice(6)}` : filed.trim();
  const digits = cik10(cik.trim());
  if (accession === null || parseDay(date) === null || digits === null || form.trim() === '') return null;
  return { form: form.trim(), name: name.trim(), cik: digits, filed: date, accession };
}

function announce(filings: Map<string, AnnouncedFiling>, row: IndexRow): void {
  const filing: AnnouncedFiling = filings.get(row.accession) ?? {
    accession: row.accession,
    form: row.form,
    filed: row.filed,
    filers: [],
  };
  filings.set(row.accession, filing);
  if (!filing.filers.some(({ cik }) => cik === row.cik))
    filing.filers.push({ cik: row.cik, name: row.name, role: null });
}

/** One file of a folder listing; `byteSize` is null if the registry states none. */
export interface FolderFile {
  name: string;
  byteSize: number | null;
  /** As the registry writes it, New York's clock. */
  lastModified: string | null;
}

/** The `index.json` of a folder of the archives. */
export function parseFolder({ source, bytes }: NamedBytes): Parsed<FolderFile[]> {
  const log = new AnomalyLog('sec-edgar', source);
  const { directory } = readJsonObject(bytes, log);
  const files: FolderFile[] = [];
  for (const [at, item] of listOf(isJsonObject(directory) ? directory.item : undefined).entries()) {
    const name = isJsonObject(item) ? trimmedText(item.name) : null;
    if (!isJsonObject(item) || name === null) {
      log.add('bad_row', `directory.item[${at}]`, JSON.stringify(item) ?? '');
      continue;
    }
    const size = Number(trimmedText(item.size) ?? Number.NaN);
    files.push({
      name,
      byteSize: Number.isFinite(size) ? size : null,
      lastModified: trimmedText(item['last-modified']),
    });
  }
  if (files.length === 0) log.add('empty_answer', 'directory.item', 'no files in this folder');
  return { records: files, anomalies: log.list() };
}

/** The days of which a folder of daily indexes has one: the rest EDGAR was shut, or they are yet to come. */
export function daysWithIndex(files: readonly FolderFile[]): IsoDate[] {
  const days = new Set<IsoDate>();
  for (const { name } of files) {
    const date = /^master\.(\d{4})(\d{2})(\d{2})\.idx/.exec(name);
    if (date) days.add(`${date[1]}-${date[2]}-${date[3]}`);
  }
  return [...days].sort();
}
