import { parseDelimited } from '../../formats/delimited.ts';
import { startOfDocument, xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { addToList } from '../../kernel/lists.ts';
import { startOfMember } from '../kit/packages/start-of-member.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { documentAddressOf, documentNumberIn, isDocumentNumber, issuerKeyOfUrl, packageUrl } from './addresses.ts';
import { dateOfCodeList, readCodeList } from './code-lists.ts';
import { decodeText } from './decode-text.ts';
import { mainNameOf } from './filings/instances.ts';
import { type InstanceName, instanceNameIn, isOfAuditor } from './filings/package-names.ts';
import { canonicalKeyOf } from './issuer-keys.ts';

const CODE_LIST = /(?:^|\/)(?:Edinetcode|Fundcode)DlInfo\.csv$/;
/** The lists of codes have some 2 MB. */
const MAX_LIST_BYTES = 64 << 20;

/**
 * The kind of an archive of the registry: a list of codes; the package of one document; or the download of the search page,
 * with a folder for each document. A package without a document number is named after its main instance.
 */
export async function planBulk(reader: BulkReader, file: string): Promise<BulkPlan | null> {
  if (reader.members.some(member => CODE_LIST.test(member))) return { kind: 'tables', name: 'codes' };
  const members = Map.groupBy(reader.members, member => documentAddressOf(`download/${member}`)?.filingId ?? '');
  const tasks = [...members].flatMap(([key, some]) => {
    if (!isDocumentNumber(key)) return [];
    const issuerKey = some.map(member => issuerKeyOfUrl(`download/${member}`)).find(value => value !== null) ?? null;
    return [{ kind: 'filing', key, issuerKey, members: some }];
  });
  if (tasks.length > 0) return { kind: 'documents', name: 'download', tasks };
  const stem = nameAmong(reader.members)?.stem ?? (await nameInside(reader))?.stem;
  return stem === undefined ? null : { kind: 'document', url: packageUrl(documentNumberIn(file), stem) };
}

/** The name of the main instance by the names of files. */
function nameAmong(paths: readonly string[]): InstanceName | null {
  return mainNameOf(paths.map(path => ({ path, bytes: Buffer.alloc(0), url: '', form: null })));
}

/** Packages have up to some hundred files. */
const MAX_LOOKED_AT = 2_000;

/** The name of an instance by the content of the files, if their names do not state it. */
async function nameInside(reader: BulkReader): Promise<InstanceName | null> {
  for (const member of reader.members.slice(0, MAX_LOOKED_AT)) {
    const start = await startOfMember(reader, member);
    const form = xbrlFormOf(start);
    if (form !== 'instance' && form !== 'inline') continue;
    const name = instanceNameIn(startOfDocument(start));
    if (name !== null && !isOfAuditor(name)) return name;
  }
  return null;
}

/** A list of codes by issuer: the header and the rows of each. */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncIterable<BulkPiece[]> {
  for (const member of reader.members.filter(member => CODE_LIST.test(member))) {
    const text = decodeText(await readWhole(reader, member));
    const bytes = Buffer.from(text);
    const own = new AnomalyLog('edinet', member);
    const { filers, funds } = readCodeList(bytes, own);
    for (const { kind, locator, detail } of own.list()) log.add(kind, locator, detail);
    const part = `${baseName(member)}#${dateOfCodeList(text) ?? ''}`;
    const keys = new Map([
      ...filers.map(filer => [filer.edinetCode, canonicalKeyOf({ ...filer, fundCode: '' })] as const),
      ...funds.map(fund => [fund.fundCode, canonicalKeyOf({ ...fund, edinetCode: '', corporateNumber: '' })] as const),
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
    pieces.push({ issuerKey, part, rows: own.length, text: toText([header, ...own]) });
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
    if (length > MAX_LIST_BYTES) throw new RangeError(`${member} is larger than a list of codes can be`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
