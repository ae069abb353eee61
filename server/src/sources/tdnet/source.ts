import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { baseName } from '../../kernel/base-name.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { japanClock } from '../kit/japan-clock.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type {
  BulkPlan,
  BulkReader,
  Expectations,
  ImportFile,
  ParsedDocuments,
  Source,
  SourceDocument,
} from '../kit/source.ts';
import { disclosureOfUrl, issuerKeyOfUrl, looseUrl, pageOf } from './addresses.ts';
import { validateResponse } from './answer-fault.ts';
import { discover, fetchTask } from './discover.ts';
import { parseList } from './map-list.ts';
import { openFiling } from './open-filing.ts';
import { summaryNameOf, summaryNameOfLoose } from './summary-name.ts';

const LIST = 'list/';

/** The timely disclosures of listed companies, as the Tokyo Stock Exchange publishes them. */
export const tdnet: Source = {
  description: {
    registry: 'tdnet',
    publisher: 'Tokyo Stock Exchange (Japan Exchange Group)',
    url: 'https://www.release.tdnet.info/inbs/I_main_00.html',
    licence: 'No open licence: documents are the issuers’, the service is the exchange’s',
    requestsPerSecond: 1,
    hosts: ['www.release.tdnet.info'],
  },
  // The list knows the hour, which packages don't.
  precedence: { [LIST]: 10, [FILING_SOURCE]: 20 },
  schedule: [{ channel: 'today', host: 'www.release.tdnet.info', cron: '*/10 8-23 * * 1-5', timeZone: 'Asia/Tokyo' }],
  knownAtOfDay: date => japanClock.instant(date, '23:00'),
  validateResponse,
  sourceOf,
  issuerOf: issuerKeyOfUrl,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse,
  expectations,
  planBulk,
  async *splitBulk() {},
};

/** Each page is a source of its own: a company may stand on several pages of a day. */
function sourceOf(url: string): string | null {
  const page = pageOf(url);
  if (page !== null) return `${LIST}${page.date}/${String(page.page).padStart(3, '0')}`;
  const disclosure = disclosureOfUrl(url);
  return disclosure === null ? null : FILING_SOURCE + disclosure;
}

async function parse(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const parsed = { records: [] as IssuerRecords[], standings: [] as FilingStanding[], anomalies: [] as Anomaly[] };
  for (const [name, some] of Map.groupBy(documents, one => sourceOf(one.url))) {
    if (name === null) continue;
    const parts: ParsedDocuments[] = name.startsWith(FILING_SOURCE)
      ? [await withTextOfPdfs(openFiling(some), { registry: 'tdnet', url: some[0]?.url ?? name })]
      : some.map(one => parseList(one.bytes, one.url, name));
    parsed.records.push(...parts.flatMap(part => part.records));
    parsed.standings.push(...parts.flatMap(part => part.standings ?? []));
    parsed.anomalies.push(...parts.flatMap(part => part.anomalies));
  }
  return parsed;
}

/** A loose inline document names its disclosure by its own name, or by the schema that it refers to. */
function identifyImport(name: string, bytes: Buffer): string {
  const text = decodeDocument(bytes);
  const found = summaryNameOfLoose(name, text);
  if (found !== null) return looseUrl(found.disclosure, `${found.stem}${found.isOld ? '.xbrl' : '-ixbrl.htm'}`);
  const day = /id="kaiji-date-1">(\d{4})年(\d{2})月(\d{2})日/.exec(text);
  if (day !== null && text.includes('main-list-table')) {
    const page = /I_list_(\d{3})_/.exec(name)?.[1] ?? '001';
    return `https://www.release.tdnet.info/inbs/I_list_${page}_${day[1]}${day[2]}${day[3]}.html`;
  }
  throw new AsfiledError(
    'bad_request',
    `${name} is no document that tdnet knows: pages of lists and inline summaries.`,
  );
}

function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.map(({ row, bytes }) => ({
    url: identifyImport(baseName(row.path), bytes),
    bytes,
  }));
}

function expectations(documents: readonly { url: string }[]): Expectations {
  const isList = documents.some(one => pageOf(one.url) !== null);
  return isList ? { issuers: { min: 1, max: 200 } } : { issuers: { min: 1, max: 1 } };
}

/** An XBRL package: its summary names company and disclosure. */
async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  const name = reader.members.map(summaryNameOf).find(one => one !== null) ?? null;
  if (name === null) return null;
  const members = [...reader.members].sort(
    (a, b) => Number(summaryNameOf(a) === null) - Number(summaryNameOf(b) === null),
  );
  const issuerKey = `sec_code:${name.securitiesCode}`;
  const task = { kind: 'filing', key: name.disclosure, issuerKey, members };
  return { kind: 'documents', name: `package/${name.disclosure}`, tasks: [task] };
}
