import { baseName } from '../../kernel/base-name.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { companyNumber } from './company-number.ts';

/**
 * One set of accounts, as the bulk product names it: `Prod223_3384_09355500_20221231.html`; a zip if it has several files. Loose
 * accounts without the product's name have part of their digest instead: `09355500_20221231_0123456789ab.html`.
 */
const ACCOUNTS =
  /(?:^|\/)((Prod\d+_\d+_)?([A-Z0-9]{8})_(\d{4})(\d{2})(\d{2})(?:_[0-9a-f]{12})?)\.(?:html|xhtml|xml|zip)$/;
/** The day of the daily zip, or of a manifest's row, in the URL of accounts. */
const DAY = /\/(?:Accounts_Bulk_Data-|filed-)(\d{4}-\d{2}-\d{2})(?:\.zip)?\//;

/** What a URL states of a set of accounts. */
export interface AccountsAddress {
  /** The name of the file without its ending, which is the registry's id of the document if it begins with the product. */
  nativeId: string;
  /** False if the id was made from the document. */
  isNumbered: boolean;
  companyNumber: string;
  /** End of the period, or date of the balance sheet. */
  madeUpTo: IsoDate | null;
  /** The day on which the registry published them; null if the URL does not state it. */
  publishedOn: IsoDate | null;
  fileName: string;
}

/** What a URL or file name states of the accounts there; null if it is of something else. */
export function accountsAddressOf(url: string): AccountsAddress | null {
  const match = ACCOUNTS.exec(url);
  const number = companyNumber(match?.[3]);
  if (match === null || number === null) return null;
  return {
    nativeId: match[1] ?? '',
    isNumbered: match[2] !== undefined,
    companyNumber: number,
    madeUpTo: dateOrNull(`${match[4]}-${match[5]}-${match[6]}`),
    publishedOn: dateOrNull(DAY.exec(url)?.[1]),
    fileName: baseName(url),
  };
}

/** The day of a zip with all accounts of that day, by its name or URL; null for other zips. */
export function accountsDayOf(name: string): IsoDate | null {
  return dateOrNull(/(?:^|\/)Accounts_Bulk_Data-(\d{4}-\d{2}-\d{2})\.zip$/.exec(name)?.[1]);
}
