import { readLines } from '../../formats/tsv.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../source.ts';
import { canonicalKeyOfCik } from './identifiers.ts';

const COMPANY_MEMBER = /^(?:.*\/)?CIK(\d{10})(?:-submissions-\d+)?\.json$/;

/**
 * Three kinds of bulk file, told apart by their members: `companyfacts.zip` and `submissions.zip` (a JSON per company,
 * which only the content tells from each other), and a Financial Statement Data Set (`sub.txt`, `num.txt` …).
 */
export async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  if (tableMember(reader, 'sub') !== undefined && tableMember(reader, 'num') !== undefined) {
    return { kind: 'tables', name: `financial-statement-data-set/${await editionOf(reader)}` };
  }
  const byCik = new Map<string, string[]>();
  for (const member of reader.members) {
    const cik = COMPANY_MEMBER.exec(member)?.[1];
    if (cik === undefined) continue;
    const members = byCik.get(cik);
    if (members === undefined) byCik.set(cik, [member]);
    else members.push(member);
  }
  const name = await nameOf(reader, [...byCik.values()].flat());
  if (name === null) return null;
  const tasks = [...byCik].map(([cik, members]) => {
    return { kind: 'company', key: cik, issuerKey: canonicalKeyOfCik(cik), members: members.sort() };
  });
  return { kind: 'documents', name, tasks };
}

/** How many members are looked at when the first ones are damaged. */
const MEMBERS_LOOKED_AT = 20;

async function nameOf(reader: BulkReader, members: readonly string[]): Promise<string | null> {
  for (const member of members.slice(0, MEMBERS_LOOKED_AT)) {
    if (/-submissions-\d+\.json$/.test(member)) return 'submissions.zip';
    const start = await startOf(reader, member);
    if (/"filings"\s*:|"entityType"\s*:|"sicDescription"\s*:/.test(start)) return 'submissions.zip';
    if (/"facts"\s*:/.test(start)) return 'companyfacts.zip';
  }
  return null;
}

async function startOf(reader: BulkReader, member: string): Promise<string> {
  try {
    for await (const chunk of reader.stream(member)) return chunk.toString('latin1', 0, 4_096);
  } catch {
    // A damaged member is told of when its own task reads it.
  }
  return '';
}

/** `2009q3`: the quarter in which most of the filings were filed, whatever the file is called. */
async function editionOf(reader: BulkReader): Promise<string> {
  const counts = new Map<string, number>();
  for await (const cell of rowsOf(reader, 'sub')) {
    const match = /^(\d{4})(\d{2})\d{2}$/.exec(cell('filed'));
    if (match === null) continue;
    const quarter = `${match[1]}q${Math.ceil(Number(match[2]) / 3)}`;
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? 'unknown';
}

const PER_SHARE = /Share|NoParValue/;

/**
 * Takes the tables apart by company, each with its header line. Of `tag.txt` a company is given the tags that it uses
 * and that say what their name may not: whether an amount is per share.
 */
export async function* splitBulk(reader: BulkReader): AsyncGenerator<BulkPiece> {
  const issuerOf = new Map<string, string>();
  const headers = new HeaderOnce();
  let header = '';
  for await (const cell of rowsOf(reader, 'sub', line => (header = line))) {
    const cik = cell('cik');
    if (!/^\d{1,10}$/.test(cik)) continue;
    const issuerKey = canonicalKeyOfCik(cik);
    issuerOf.set(cell('adsh'), issuerKey);
    yield { issuerKey, part: 'sub.txt', text: headers.before(issuerKey, 'sub.txt', header) + cell.line };
  }
  const tags = new Map<string, string>();
  let tagHeader = '';
  if (tableMember(reader, 'tag') !== undefined) {
    for await (const cell of rowsOf(reader, 'tag', line => (tagHeader = line))) {
      const decides = cell('datatype') === 'perShare' || PER_SHARE.test(cell('tag'));
      if (decides) tags.set(`${cell('version')} ${cell('tag')}`, cell.line);
    }
  }
  const given = new Set<string>();
  for await (const cell of rowsOf(reader, 'num', line => (header = line))) {
    const issuerKey = issuerOf.get(cell('adsh'));
    if (issuerKey === undefined) continue;
    yield { issuerKey, part: 'num.txt', text: headers.before(issuerKey, 'num.txt', header) + cell.line };
    const name = `${cell('version')} ${cell('tag')}`;
    const tag = tags.get(name);
    if (tag === undefined || given.has(`${issuerKey} ${name}`)) continue;
    given.add(`${issuerKey} ${name}`);
    yield { issuerKey, part: 'tag.txt', text: headers.before(issuerKey, 'tag.txt', tagHeader) + tag };
  }
  if (tableMember(reader, 'pre') === undefined) return;
  for await (const cell of rowsOf(reader, 'pre', line => (header = line))) {
    const issuerKey = issuerOf.get(cell('adsh'));
    if (issuerKey === undefined) continue;
    yield { issuerKey, part: 'pre.txt', text: headers.before(issuerKey, 'pre.txt', header) + cell.line };
  }
}

/** The header line for the first piece of each company and table, nothing for the others. */
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

/** A row's cells by column name, and its line as it stands, newline included. */
type Row = ((column: string) => string) & { line: string };

async function* rowsOf(
  reader: BulkReader,
  table: string,
  onHeader: (line: string) => void = () => undefined,
): AsyncGenerator<Row> {
  const member = tableMember(reader, table);
  if (member === undefined) return;
  let columns: Map<string, number> | null = null;
  for await (const { lines } of readLines(reader.stream(member))) {
    for (const line of lines) {
      const cells = line.split('\t');
      if (columns === null) {
        columns = new Map(cells.map((name, at) => [name.trim().toLowerCase().replace('\ufeff', ''), at]));
        onHeader(`${line}\n`);
        continue;
      }
      const known = columns;
      yield Object.assign((column: string) => cells[known.get(column) ?? -1] ?? '', { line: `${line}\n` });
    }
  }
}
