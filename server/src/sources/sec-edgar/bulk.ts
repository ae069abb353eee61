import { readLines, splitCells } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addToList } from '../../kernel/lists.ts';
import { startOfMember } from '../kit/packages/start-of-member.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { failsToDeliver, HOLDINGS_SOURCE } from './documents.ts';
import { HOLDINGS_TABLES } from './holdings/parse-holdings-data-set.ts';
import { canonicalKeyOfCik } from './identifiers.ts';

const COMPANY_MEMBER = /^(?:.*\/)?CIK(\d{10})(?:-submissions-\d+)?\.json$/;

/**
 * Kinds of bulk file, identified by their members: `companyfacts.zip` and `submissions.zip` (one JSON per company,
 * distinguished by its content), a Financial Statement Data Set (`sub.txt`, `num.txt` …), a Form 13F Data Set
 * (`INFOTABLE.tsv` …), and a list of fails to deliver.
 */
export async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  if (isHoldingsSet(reader)) return { kind: 'tables', name: `${HOLDINGS_SOURCE}${await lastFilingDay(reader)}` };
  if (tableMember(reader, 'sub') !== undefined && tableMember(reader, 'num') !== undefined) {
    return { kind: 'tables', name: `financial-statement-data-set/${await editionOf(reader)}` };
  }
  const fails = reader.members.filter(member => failsToDeliver.open(member) !== null);
  if (fails.length > 0) {
    const tasks = fails.map(member => ({ kind: 'fails-to-deliver', key: member, issuerKey: null, members: [member] }));
    return { kind: 'documents', name: 'fails-to-deliver', tasks };
  }
  const byCik = new Map<string, string[]>();
  for (const member of reader.members) {
    const cik = COMPANY_MEMBER.exec(member)?.[1];
    if (cik !== undefined) addToList(byCik, cik, member);
  }
  const name = await nameOf(reader, [...byCik.values()].flat());
  if (name === null) return null;
  const tasks = [...byCik].map(([cik, members]) => {
    return { kind: 'company', key: cik, issuerKey: canonicalKeyOfCik(cik), members: members.sort() };
  });
  return { kind: 'documents', name, tasks };
}

/** Number of members that are inspected if the first ones are damaged. */
const MEMBERS_LOOKED_AT = 20;

async function nameOf(reader: BulkReader, members: readonly string[]): Promise<string | null> {
  for (const member of members.slice(0, MEMBERS_LOOKED_AT)) {
    if (/-submissions-\d+\.json$/.test(member)) return 'submissions.zip';
    const start = (await startOfMember(reader, member)).toString('latin1', 0, 4_096);
    if (/"filings"\s*:|"entityType"\s*:|"sicDescription"\s*:/.test(start)) return 'submissions.zip';
    if (/"facts"\s*:/.test(start)) return 'companyfacts.zip';
  }
  return null;
}

/** `2009q3`: the quarter in which most of the filings were filed, for any file name. */
async function editionOf(reader: BulkReader): Promise<string> {
  const counts = new Map<string, number>();
  for await (const { rows } of rowsOf(reader, 'sub')) {
    for (const row of rows) {
      const match = /^(\d{4})(\d{2})\d{2}$/.exec(row.cell('filed'));
      if (match === null) continue;
      const quarter = `${match[1]}q${Math.ceil(Number(match[2]) / 3)}`;
      counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? 'unknown';
}

const PER_SHARE = /Share|NoParValue/;

/**
 * Splits the tables by company, each with its header line. A company receives the rows of `tag.txt` for the tags that it
 * uses, if the row states what the tag's name may not: whether an amount is per share.
 */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  if (isHoldingsSet(reader)) {
    yield* splitHoldingsSet(reader, log);
    return;
  }
  const issuerOf = new Map<string, string>();
  const headers = new HeaderOnce();
  for await (const { header, rows } of rowsOf(reader, 'sub')) {
    const pieces: BulkPiece[] = [];
    for (const row of rows) {
      const cik = row.cell('cik');
      const issuerKey = /^\d{1,10}$/.test(cik) ? canonicalKeyOfCik(cik) : null;
      if (issuerKey === null) {
        log.add('bad_row', `sub.txt ${row.cell('adsh')}`, `no CIK: ${row.line}`);
        continue;
      }
      issuerOf.set(row.cell('adsh'), issuerKey);
      pieces.push({ issuerKey, part: 'sub.txt', text: headers.before(issuerKey, 'sub.txt', header) + row.line });
    }
    yield pieces;
  }
  const { tags, tagHeader } = await readDecidingTags(reader);
  const given = new Set<string>();
  for (const table of ['num', 'pre'] as const) {
    const part = `${table}.txt`;
    for await (const { header, rows } of rowsOf(reader, table)) {
      const pieces: BulkPiece[] = [];
      for (const row of rows) {
        const issuerKey = issuerOf.get(row.cell('adsh'));
        if (issuerKey === undefined) {
          log.add(
            'unknown_filing',
            `${part} ${row.cell('adsh')}`,
            `a row in a filing without a row in sub.txt: ${row.line}`,
          );
          continue;
        }
        pieces.push({ issuerKey, part, text: headers.before(issuerKey, part, header) + row.line });
        const name = `${row.cell('version')} ${row.cell('tag')}`;
        const tag = table === 'num' ? tags.get(name) : undefined;
        if (tag === undefined || given.has(`${issuerKey} ${name}`)) continue;
        given.add(`${issuerKey} ${name}`);
        pieces.push({
          issuerKey,
          part: 'tag.txt',
          rows: 0,
          text: headers.before(issuerKey, 'tag.txt', tagHeader) + tag,
        });
      }
      yield pieces;
    }
  }
}

function isHoldingsSet(reader: BulkReader): boolean {
  return tableMember(reader, 'SUBMISSION') !== undefined && tableMember(reader, 'INFOTABLE') !== undefined;
}

/** The day of the last filing of a set: `29-FEB-2024`, as the registry writes it. */
async function lastFilingDay(reader: BulkReader): Promise<string> {
  let last = { day: 'unknown', at: Number.NEGATIVE_INFINITY };
  for await (const { rows } of rowsOf(reader, 'SUBMISSION')) {
    for (const row of rows) {
      const day = row.cell('filing_date');
      const at = Date.parse(`${day} UTC`);
      if (at > last.at) last = { day, at };
    }
  }
  return last.day;
}

/** Takes a Form 13F Data Set apart by manager: every table has the accession number in each line. */
async function* splitHoldingsSet(reader: BulkReader, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  const managerOf = new Map<string, string>();
  const headers = new HeaderOnce();
  for (const table of HOLDINGS_TABLES) {
    const part = `${table}.tsv`;
    for await (const { header, rows } of rowsOf(reader, table)) {
      const pieces: BulkPiece[] = [];
      for (const row of rows) {
        const accession = row.cell('accession_number');
        const cik = table === 'SUBMISSION' ? row.cell('cik') : '';
        if (/^\d{1,10}$/.test(cik)) managerOf.set(accession, canonicalKeyOfCik(cik));
        const issuerKey = managerOf.get(accession);
        if (issuerKey === undefined) log.add('unknown_filing', `${part} ${accession}`, row.line);
        else pieces.push({ issuerKey, part, text: headers.before(issuerKey, part, header) + row.line });
      }
      yield pieces;
    }
  }
}

async function readDecidingTags(reader: BulkReader): Promise<{ tags: Map<string, string>; tagHeader: string }> {
  const tags = new Map<string, string>();
  let tagHeader = '';
  for await (const { header, rows } of rowsOf(reader, 'tag')) {
    tagHeader = header;
    for (const row of rows) {
      const decides = row.cell('datatype') === 'perShare' || PER_SHARE.test(row.cell('tag'));
      if (decides) tags.set(`${row.cell('version')} ${row.cell('tag')}`, row.line);
    }
  }
  return { tags, tagHeader };
}

/** The header line for the first part of each company and table; empty for the others. */
class HeaderOnce {
  readonly #given = new Set<string>();

  before(issuerKey: string, part: string, header: string): string {
    const key = `${part} ${issuerKey}`;
    if (this.#given.has(key)) return '';
    this.#given.add(key);
    return header;
  }
}

function tableMember(reader: BulkReader, table: string): string | undefined {
  return reader.members.find(member => new RegExp(`(?:^|/)${table}\\.(?:txt|tsv)$`).test(member));
}

/** A line with its line end, whose cells are cut out on demand. */
class Row {
  readonly line: string;
  readonly #columns: ReadonlyMap<string, number>;

  constructor(line: string, columns: ReadonlyMap<string, number>) {
    this.line = line;
    this.#columns = columns;
  }

  cell(column: string): string {
    const place = this.#columns.get(column);
    if (place === undefined) return '';
    let from = 0;
    for (let at = 0; at < place; at++) {
      const tab = this.line.indexOf('\t', from);
      if (tab < 0) return '';
      from = tab + 1;
    }
    const to = this.line.indexOf('\t', from);
    return this.line.slice(from, to < 0 ? -1 : to);
  }
}

async function* rowsOf(reader: BulkReader, table: string): AsyncGenerator<{ header: string; rows: Row[] }> {
  const member = tableMember(reader, table);
  if (member === undefined) return;
  let header = '';
  let columns = new Map<string, number>();
  for await (const { lines } of readLines(reader.stream(member))) {
    const rows: Row[] = [];
    for (const line of lines) {
      if (line === '') continue;
      if (header === '') {
        header = `${line}\n`;
        columns = new Map(splitCells(line).map((name, at) => [name.trim().toLowerCase().replace('\ufeff', ''), at]));
      } else rows.push(new Row(`${line}\n`, columns));
    }
    yield { header, rows };
  }
}
