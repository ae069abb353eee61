import { parseDelimited } from '../../formats/delimited.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { documentAddressOf, issuerKeyOfUrl } from './addresses.ts';
import { dateOfCodeList, readCodeList } from './code-lists.ts';
import { decodeText } from './decode-text.ts';
import { canonicalKeyOf } from './issuer-keys.ts';
import { mainInstanceOf } from './package-names.ts';

const CODE_LIST = /(?:^|\/)(?:Edinetcode|Fundcode)DlInfo\.csv$/;
/** The lists of codes have some 2 MB. */
const MOST_LIST_BYTES = 64 << 20;

/**
 * The kind of an archive of the registry: a list of codes; the package of one document; or the download of the search page,
 * with a folder for each document. Packages without such a folder are named after their instance.
 */
export async function planBulk(reader: BulkReader, file: string): Promise<BulkPlan | null> {
  if (reader.members.some(member => CODE_LIST.test(member))) return { kind: 'tables', name: 'codes' };
  const own = mainInstanceOf(reader.members);
  const isLone = reader.members.every(member => /^(?:edinet_data\/|XBRL|AttachDoc\/|EnglishDoc\/|[^/]+$)/.test(member));
  const docId = /^(S[A-Z0-9]{7})(?![A-Z0-9])/.exec(baseName(file))?.[1];
  const name = isLone && own !== null ? `package/${docId ?? own.stem}` : 'download';
  const members = reader.members.filter(member => documentAddressOf(`${name}/${member}`) !== null);
  const byFiling = Map.groupBy(members, member => documentAddressOf(`${name}/${member}`)?.filingId ?? '');
  const tasks = [...byFiling].flatMap(([key, some]) => {
    const main = mainInstanceOf(some);
    const issuerKey = some.map(member => issuerKeyOfUrl(`${name}/${member}`)).find(one => one !== null);
    if (main === null || issuerKey === undefined) return [];
    return [{ kind: 'filing', key, issuerKey: `edinet:${main.code}`, members: some }];
  });
  return tasks.length === 0 ? null : { kind: 'documents', name, tasks };
}

/** A list of codes by issuer: the header and the rows of each. */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncIterable<BulkPiece[]> {
  for (const member of reader.members.filter(one => CODE_LIST.test(one))) {
    const text = decodeText(await readWhole(reader, member));
    const bytes = Buffer.from(text);
    const own = new AnomalyLog('edinet', member);
    const { filers, funds } = readCodeList(bytes, own);
    for (const { kind, locator, detail } of own.list()) log.add(kind, locator, detail);
    const part = `${baseName(member)}#${dateOfCodeList(text) ?? ''}`;
    const keys = new Map([
      ...filers.map(one => [one.edinetCode, canonicalKeyOf({ ...one, fundCode: '' })] as const),
      ...funds.map(one => [one.fundCode, canonicalKeyOf({ ...one, edinetCode: '', corporateNumber: '' })] as const),
    ]);
    yield* piecesOf(text, part, keys);
  }
}

const PIECES_AT_ONCE = 1_000;

async function* piecesOf(text: string, part: string, keys: ReadonlyMap<string, string>): AsyncIterable<BulkPiece[]> {
  const rows = parseDelimited(text, ',');
  const header = rows.find(row => isHeader(row)) ?? [];
  const byIssuer = new Map<string, string[][]>();
  for (const row of rows) {
    const key = keys.get(row[0] ?? '');
    if (key !== undefined) addToList(byIssuer, key, row);
  }
  let pieces: BulkPiece[] = [];
  for (const [issuerKey, own] of byIssuer) {
    pieces.push({ issuerKey, part, text: toText([header, ...own]) });
    if (pieces.length < PIECES_AT_ONCE) continue;
    yield pieces;
    pieces = [];
  }
  if (pieces.length > 0) yield pieces;
}

function isHeader([first = '']: readonly string[]): boolean {
  return first === 'ＥＤＩＮＥＴコード' || first === 'ファンドコード';
}

function toText(rows: readonly string[][]): string {
  return rows.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
}

/** Throws RangeError for a list that is far larger than any. */
async function readWhole(reader: BulkReader, member: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of reader.stream(member)) {
    length += chunk.length;
    if (length > MOST_LIST_BYTES) throw new RangeError(`${member} is larger than a list of codes can be`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
