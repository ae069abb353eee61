import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { baseName } from '../../kernel/base-name.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';

/** What kind of document stands at an address; also the name of the source that it is part of, but for streams. */
export type DocumentKind =
  | 'profile'
  | 'filing-history'
  | 'officers'
  | 'charges'
  | 'persons-with-significant-control'
  | 'search'
  | 'company-data'
  | 'stream';

const COMPANY =
  /\/company\/([A-Za-z0-9]{1,8})(?:\/(filing-history|officers|charges|persons-with-significant-control))?(?:\?.*)?$/;
const SEARCH = /\/search\/companies\?/;
const COMPANY_DATA = /(?:^|\/)(?:BasicCompanyData[^/]*\.(?:zip|csv)|company-data\/[^/]*)$/;
const STREAM = /\/\/stream\.companieshouse\.gov\.uk\/(companies|filings)(?:\?(?:.*&)?timepoint=(\d+)|\?.*)?$/;
/** Timepoints are numbers: with as many digits each, the later one is the greater name. */
const TIMEPOINT_DIGITS = 16;

/** One set of accounts, as the bulk product names it: `Prod223_3384_09355500_20221231.html`. */
const ACCOUNTS = /(?:^|\/)((?:Prod\d+_\d+_)?([A-Z0-9]{8})_(\d{4})(\d{2})(\d{2}))\.(?:html|xhtml|xml)$/;
/** The day of the daily product, or of the manifest's row, under which accounts stand. */
const DAY = /\/(?:Accounts_Bulk_Data-|filed-)(\d{4}-\d{2}-\d{2})(?:\.zip)?\//;

/** Accounts at an address. */
export interface AccountsAddress {
  /** The file's name without its ending: what the registry tells accounts apart by. */
  nativeId: string;
  companyNumber: string;
  /** End of the period, or date of the balance sheet. */
  madeUpTo: IsoDate | null;
  /** The day on which the registry published them; null where the address does not say. */
  publishedOn: IsoDate | null;
  fileName: string;
}

/** What an address says of the accounts at it; null where none are. */
export function accountsAddressOf(url: string): AccountsAddress | null {
  const match = ACCOUNTS.exec(url);
  const number = companyNumber(match?.[2]);
  if (match === null || number === null) return null;
  return {
    nativeId: match[1] ?? '',
    companyNumber: number,
    madeUpTo: dateOrNull(`${match[3]}-${match[4]}-${match[5]}`),
    publishedOn: dateOrNull(DAY.exec(url)?.[1]),
    fileName: baseName(url),
  };
}

/** The kind of a document that is no accounts; null where the address is of no known kind. */
export function documentKindOf(url: string): DocumentKind | null {
  const company = COMPANY.exec(url);
  if (company !== null) return (company[2] as DocumentKind | undefined) ?? 'profile';
  if (SEARCH.test(url)) return 'search';
  if (STREAM.test(url)) return 'stream';
  return COMPANY_DATA.test(url) ? 'company-data' : null;
}

/** The day of a zip that holds all accounts of that day; null where the address is of no such zip. */
export function accountsDayOf(url: string): IsoDate | null {
  return dateOrNull(/\/Accounts_Bulk_Data-(\d{4}-\d{2}-\d{2})\.zip$/.exec(url)?.[1]);
}

/**
 * The name of the source that a document belongs to; null where it is of none. Each piece of a stream is a source of its own:
 * what came later says nothing against what came before.
 */
export function sourceNameOf(url: string): string | null {
  const accounts = accountsAddressOf(url);
  if (accounts !== null) return FILING_SOURCE + accounts.nativeId;
  const piece = STREAM.exec(url);
  if (piece !== null) return `stream/${piece[1]}/${(piece[2] ?? '').padStart(TIMEPOINT_DIGITS, '0')}`;
  return documentKindOf(url);
}

/** The number of the company that a document is about; null where its address does not say. */
export function companyNumberOfUrl(url: string): string | null {
  return accountsAddressOf(url)?.companyNumber ?? companyNumber(COMPANY.exec(url)?.[1]);
}

/** The canonical key of the company that a document is about; null where its address does not say. */
export function issuerOf(url: string): string | null {
  const number = companyNumberOfUrl(url);
  return number === null ? null : canonicalKeyOfNumber(number);
}
