import { baseName } from '../../kernel/base-name.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { ImportFile } from '../kit/source.ts';
import { codeListUrl, dayListUrl, documentUrl, fundListUrl, withNote } from './addresses.ts';
import { lookAtAnswer } from './answer.ts';
import { decodeText } from './decode-text.ts';
import { instanceNameOf } from './package-names.ts';
import { dateOfCodeList } from './parse-code-list.ts';
import { parseDocumentList } from './parse-document-list.ts';

/** Where a table says what it is. */
const LOOKED_AT_BYTES = 1 << 14;

/**
 * The address of a loose list of codes, list of a day, or document whose name begins with its number
 * (`S100TMMG_type1.zip`). Throws AsfiledError `bad_request` for anything else, answers that are errors among them.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const answer = lookAtAnswer(bytes);
  if (answer.kind === 'error') throw unknownFile(name, `it is an error: ${answer.status} ${answer.message}`);
  if (answer.kind === 'json' || answer.kind === 'other') return urlOfList(name, bytes);
  const docId = /^(S[A-Z0-9]{7})(?![A-Z0-9])/.exec(name)?.[1];
  if (docId === undefined) throw unknownFile(name, 'its name does not begin with a document number');
  const form = /type=?([1-5])/.exec(name)?.[1] ?? (answer.kind === 'pdf' ? '2' : '1');
  return documentUrl(docId, Number(form) as 1 | 2 | 3 | 4 | 5);
}

function urlOfList(name: string, bytes: Buffer): string {
  // To the end of a line: a character cut in two would pass for another encoding.
  const start = decodeText(bytes.subarray(0, bytes.lastIndexOf(0x0a, LOOKED_AT_BYTES) + 1 || LOOKED_AT_BYTES));
  const codesOf = dateOfCodeList(start);
  if (codesOf !== null && start.includes('ＥＤＩＮＥＴコード,提出者種別')) return withNote(codeListUrl(), codesOf);
  if (codesOf !== null && start.includes('ファンドコード,')) return withNote(fundListUrl(), codesOf);
  const { date } = parseDocumentList(bytes, name).records;
  if (date !== null) return dayListUrl(date);
  throw unknownFile(name, 'it is no list of the registry');
}

/**
 * Loose files of one filing by its document number, which their row or their name says. Throws AsfiledError
 * `bad_request` where neither does.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.map(({ row, bytes }) => {
    const name = baseName(row.path);
    const docId = [row.accession, name.slice(0, 8)].find(one => /^S[A-Z0-9]{7}$/.test(one));
    if (docId === undefined) throw unknownFile(row.path, 'neither its row nor its name has a document number');
    const { kind } = lookAtAnswer(bytes);
    if (kind === 'zip' || kind === 'pdf') return { url: documentUrl(docId, formOf(row.form, kind)), bytes };
    if (instanceNameOf(name) === null) throw unknownFile(row.path, 'it is no part of a package');
    return { url: `package/${docId}/XBRL/PublicDoc/${name}`, bytes };
  });
}

function formOf(stated: string, kind: 'zip' | 'pdf'): 1 | 2 | 3 | 4 | 5 {
  const form = /^(?:type=?)?([1-5])$/.exec(stated)?.[1];
  if (form !== undefined) return Number(form) as 1 | 2 | 3 | 4 | 5;
  return kind === 'pdf' ? 2 : 1;
}

function unknownFile(name: string, why: string): AsfiledError {
  const known = 'lists of codes, lists of days, packages and PDFs named by their document number';
  return new AsfiledError('bad_request', `${name} is no document that edinet knows (${known}): ${why}`);
}
