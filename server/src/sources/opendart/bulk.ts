import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { decodeDart } from './decode-dart.ts';
import { canonicalKeyOfCorp, corpCode, receiptNumber, stockCode } from './identifiers.ts';
import { readDocumentHead } from './read-document-head.ts';

const CODE_LIST = 'CORPCODE.xml';
/** Company and period are at the beginning of a document. */
const HEAD_BYTES = 1 << 18;

/**
 * The zip of the code list, and the zip of a filing's documents, with files named after its receipt number. An XBRL
 * package names no receipt number and is no bulk file. Null for anything else.
 */
export async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  if (reader.members.includes(CODE_LIST)) return { kind: 'tables', name: 'corp-codes' };
  const main = reader.members.find(name => receiptNumber(/^(\d{14})\.xml$/.exec(name)?.[1]) !== null);
  if (main === undefined) return null;
  const receipt = main.slice(0, 14);
  const code = readDocumentHead(decodeDart(await readStart(reader, main)).text).corpCode;
  if (code === null) return null;
  const task = { kind: 'filing', key: receipt, issuerKey: canonicalKeyOfCorp(code), members: [...reader.members] };
  return { kind: 'documents', name: `document/${receipt}`, tasks: [task] };
}

/** Cut at the end of a tag, so that no character is cut in two. */
async function readStart(reader: BulkReader, member: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of reader.stream(member)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= HEAD_BYTES) break;
  }
  const start = Buffer.concat(pieces);
  return start.subarray(0, start.lastIndexOf('>') + 1);
}

const END = '</list>';
const LONGEST_ROW = 1 << 20;

/** The rows of the code list that have a stock code, by company. */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncIterable<BulkPiece[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const bytes of reader.stream(CODE_LIST)) {
    rest += decoder.decode(bytes, { stream: true });
    const end = rest.lastIndexOf(END);
    if (end < 0 && rest.length < LONGEST_ROW) continue;
    const rows = rest.slice(0, Math.max(0, end)).split(END);
    rest = end < 0 ? '' : rest.slice(end + END.length);
    yield rows.flatMap(row => toPiece(row, log) ?? []);
  }
  if (!/<\/result>\s*$/.test(rest)) log.add('truncated_xml', CODE_LIST, 'the list has no end');
}

function toPiece(row: string, log: AnomalyLog): BulkPiece | null {
  const start = row.indexOf('<list>');
  const code = corpCode(/<corp_code>([^<]{0,20})</.exec(row)?.[1]);
  if (start < 0 || code === null) {
    log.add('bad_row', CODE_LIST, row);
    return null;
  }
  if (stockCode(/<stock_code>([^<]{0,20})</.exec(row)?.[1]) === null) return null;
  const text = `<result>${row.slice(start)}${END}</result>`;
  return { issuerKey: canonicalKeyOfCorp(code), part: CODE_LIST, text };
}
