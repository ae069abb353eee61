import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toCodedIssuer } from './map-issuer.ts';
import { type Row, readRefusal } from './read-response.ts';

/** The list has some 30 MB. */
const MAX_BYTES = 512 << 20;

/** The content of the code list; `damage` if it is incomplete. */
export interface CorpCodes {
  issuers: Issuer[];
  damage: string | null;
}

/** Reads the zip of `corpCode.xml`: every company that ever filed, listed or not. */
export function parseCorpCodes(bytes: Buffer, log: AnomalyLog): CorpCodes {
  if (bytes.toString('latin1', 0, 2) !== 'PK') {
    const { failure } = readRefusal(bytes, log);
    return { issuers: [], damage: failure ?? 'empty_answer' };
  }
  try {
    const member = listZipBuffer(bytes).find(({ name }) => /\.xml$/i.test(name));
    if (member === undefined) throw new ZipError('not_a_zip', 'contains no CORPCODE.xml');
    return parseCorpCodesXml(readZipBufferMember(bytes, member, MAX_BYTES), log);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
    return { issuers: [], damage: error.kind };
  }
}

const END = '</list>';

/** Reads `CORPCODE.xml` row by row: flat elements, UTF-8. */
export function parseCorpCodesXml(bytes: Buffer, log: AnomalyLog): CorpCodes {
  const text = bytes.toString('utf8');
  const issuers: Issuer[] = [];
  let at = 0;
  for (let end = text.indexOf(END); end >= 0; end = text.indexOf(END, at)) {
    const row = rowOf(text.slice(at, end));
    const issuer = toCodedIssuer(row);
    if (issuer === null) log.add('bad_row', `offset ${at}`, JSON.stringify(row));
    else issuers.push(issuer);
    at = end + END.length;
  }
  const isWhole = text.includes('</result>', at);
  if (!isWhole) log.add('truncated_xml', `offset ${text.length}`, 'the list has no end');
  return { issuers, damage: isWhole ? null : 'truncated_xml' };
}

const FIELD = /<(corp_code|corp_name|corp_eng_name|stock_code|modify_date)>([^<]{0,2000})<\//g;

function rowOf(part: string): Row {
  const row: Record<string, string> = {};
  for (const [, name = '', value = ''] of part.matchAll(FIELD)) row[name] = decode(value);
  return row;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
