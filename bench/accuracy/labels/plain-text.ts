import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeHTML } from 'entities';

const TAG = /<(?:!--[\s\S]*?--|[!?/]?[a-zA-Z][^<>]*)>/g;

/** The text of a filing as labels count it: without tags, with decoded character references and single spaces. */
export function plainText(source: string): string {
  return decodeHTML(source.replace(TAG, ' '))
    .replace(/[\s\u00A0]+/g, ' ')
    .trim();
}

/** Reads a file of the corpus, which may be compressed. Text that is not UTF-8 is windows-1252. */
export function readPlainText(path: string): string {
  const bytes = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
  try {
    return plainText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return plainText(new TextDecoder('windows-1252').decode(bytes));
  }
}
