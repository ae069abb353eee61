import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { RoleStatement } from '../../domain/ownership/people/model/role.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { appendAll } from '../../kernel/lists.ts';
import { address } from '../kit/address.ts';
import {
  type DocumentKind,
  type ExpectedCounts,
  faultIfUnread,
  type ImportCandidate,
  joinParsed,
} from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { checkLength, type Page, readPage } from './read-response.ts';

export const API_HOST = 'api.company-information.service.gov.uk';

/** The lists of a company at the API; each is the source of its name. */
type CompanyList = 'filing-history' | 'officers' | 'persons-with-significant-control' | 'charges';

/** Entries of a page whose size the request does not state. */
const DEFAULT_PER_PAGE = 35;

export interface CompanyPagesOptions {
  list: CompanyList;
  /** For the documentation. */
  states: string;
  /** Entries of a page; the registry returns 100 at most. Its own number if absent. */
  perPage?: number;
  expect?: ExpectedCounts;
  accepts: string;
  /** Reads the pages of one company. */
  parse(number: string, pages: readonly SourceDocument[]): ParsedDocuments;
}

/** The kind of a company's list, with what discovery needs of it. */
export interface CompanyPages extends DocumentKind {
  perPage: number;
  /** The page after `start` entries. The number has eight characters. */
  url(number: string, start: number): string;
}

/** A list of a company, a page per document. */
export function companyPages({ list, perPage, parse, ...options }: CompanyPagesOptions): CompanyPages {
  const { template, read } = address(`https://${API_HOST}/company/{number}/${list}`, { number: /[A-Za-z0-9]{1,8}/ });
  const numberOf = (url: string): string | null => companyNumber(read(url)?.number);
  const url = (number: string, start: number): string => {
    const page =
      perPage === undefined && start === 0 ? '' : `?items_per_page=${perPage ?? DEFAULT_PER_PAGE}&start_index=${start}`;
    return `https://${API_HOST}/company/${number}/${list}${page}`;
  };
  const kind = sourceKind({
    shown: { address: template, source: list, states: options.states },
    read(stated) {
      const number = numberOf(stated);
      return number === null ? null : { source: list, issuer: canonicalKeyOfNumber(number) };
    },
    parse: documents =>
      joinParsed(
        [...Map.groupBy(documents, document => numberOf(document.url))].map(([number, pages]) =>
          parse(number ?? '', pages),
        ),
      ),
    validate: (bytes, _, log) => faultIfUnread(readPage(bytes, log), log),
    expect: options.expect ?? {},
    accepts: options.accepts,
    identify(file) {
      const found = recogniseResponse(file);
      return found?.part === list ? url(found.number, 0) : null;
    },
  });
  return { ...kind, perPage: perPage ?? DEFAULT_PER_PAGE, url };
}

/** Reads pages that are independent of each other. `read` returns the people that a page names, null for lists of none. */
export function readEachPage(
  { number, source }: { number: string; source: CompanyList },
  pages: readonly SourceDocument[],
  read: (page: Page, log: AnomalyLog) => RoleStatement[] | null,
): ParsedDocuments {
  const parsed: { records: IssuerRecords[]; anomalies: ParsedDocuments['anomalies'] } = { records: [], anomalies: [] };
  for (const { url, bytes } of pages) {
    const log = new AnomalyLog('companies-house', url);
    const page = readPage(bytes, log);
    if (page !== null) {
      const people = read(page, log);
      checkLength(page, log);
      const [records = emptyRecords(canonicalKeyOfNumber(number), source)] = parsed.records;
      if (people !== null) records.people = [...(records.people ?? []), ...people];
      parsed.records = [records];
    }
    appendAll(parsed.anomalies, log.list());
  }
  return parsed;
}

const LINK = /"\/company\/([A-Z0-9]{8})\/(filing-history|officers|charges|persons-with-significant-control)\b/;
const SELF = new RegExp(`"self"\\s*:\\s*${LINK.source}`);

/** How much of an imported file is searched for what it is. */
export const SEARCHED_BYTES = 1 << 20;

/** The company and the part of it that an imported response is about; null if the file is no such response. */
export function recogniseResponse({ bytes }: ImportCandidate): { number: string; part: string } | null {
  const start = bytes.toString('utf8', 0, SEARCHED_BYTES);
  // A charge links to the filings that created it before it links to itself, and a filing may state the number of a charge.
  const linked = SELF.exec(start) ?? LINK.exec(start);
  const number = companyNumber(/"company_number"\s*:\s*"([A-Za-z0-9]{1,8})"/.exec(start)?.[1] ?? linked?.[1]);
  if (number === null) return null;
  if (/"company_name"\s*:/.test(start) && /"(?:company_status|date_of_creation|type)"\s*:/.test(start)) {
    return { number, part: 'profile' };
  }
  if (linked === null || !/"items"\s*:/.test(start)) return null;
  return { number, part: linked[2] ?? '' };
}
