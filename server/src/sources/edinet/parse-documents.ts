import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type { Parsed, ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { codeListOf } from './addresses.ts';
import { lookAtAnswer } from './answer.ts';
import { parseDayList } from './map-document-list.ts';
import { openFiling } from './open-filing.ts';
import { parseCodeList } from './parse-code-list.ts';
import { sourceNameOf } from './source-names.ts';

/** Everything that some documents of the registry say, by issuer and source. Documents of one filing belong together. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const parsed = { records: [] as IssuerRecords[], standings: [] as FilingStanding[], anomalies: [] as Anomaly[] };
  for (const [name, some] of Map.groupBy(documents, one => sourceNameOf(one.url))) {
    if (name === null) continue;
    const part: ParsedDocuments = name.startsWith(FILING_SOURCE)
      ? await withTextOfPdfs(openFiling(some), { registry: 'edinet', url: some[0]?.url ?? name })
      : parseLists(name, some);
    parsed.records.push(...part.records);
    parsed.standings.push(...(part.standings ?? []));
    parsed.anomalies.push(...part.anomalies);
  }
  return parsed;
}

function parseLists(source: string, documents: readonly SourceDocument[]): ParsedDocuments {
  const parts = documents.map((document): ParsedDocuments => {
    if (codeListOf(document.url) === null) return parseDayList(document.bytes, document.url, source);
    return parsePackedCodeList(document, source);
  });
  return {
    records: parts.flatMap(one => one.records),
    standings: parts.flatMap(one => one.standings ?? []),
    anomalies: parts.flatMap(one => one.anomalies),
  };
}

/** The registry serves its lists of codes as an archive with one member. */
function parsePackedCodeList({ bytes, url }: SourceDocument, source: string): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('edinet', url);
  const answer = lookAtAnswer(bytes);
  if (answer.kind === 'error') {
    log.add('error_answer', '', `${answer.status} ${answer.message}`);
    return { records: [], anomalies: log.list() };
  }
  try {
    const plain = answer.kind === 'zip' ? unpackCodeList(bytes) : bytes;
    return parseCodeList(plain, url, source);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
    return { records: [], anomalies: log.list() };
  }
}

/** The table in a packed list of codes. Throws ZipError. */
export function unpackCodeList(bytes: Buffer): Buffer {
  const member = listZipBuffer(bytes).find(one => /DlInfo\.csv$/i.test(one.name));
  if (member === undefined) throw new ZipError('not_a_zip', 'an archive without a list of codes');
  return readZipBufferMember(bytes, member);
}
