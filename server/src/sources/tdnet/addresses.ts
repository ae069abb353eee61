import { baseName } from '../../kernel/base-name.ts';
import { type IsoDate, parseDay } from '../../kernel/dates.ts';

const PAGES = 'https://www.release.tdnet.info/inbs/';

/** A page of a day's list; pages count from 1 and hold 100 rows. */
export function listUrl(date: IsoDate, page: number): string {
  return `${PAGES}I_list_${String(page).padStart(3, '0')}_${date.replaceAll('-', '')}.html`;
}

/** The day and number of a page of a list; null for other addresses. */
export function pageOf(url: string): { date: IsoDate; page: number } | null {
  const match = /\/I_list_(\d{3})_(\d{4})(\d{2})(\d{2})\.html$/.exec(url);
  const date = `${match?.[2]}-${match?.[3]}-${match?.[4]}`;
  return match === null || parseDay(date) === null ? null : { date, page: Number(match[1]) };
}

/** A document of the list, by the name of its link. */
export function documentUrl(name: string): string {
  return PAGES + name;
}

/**
 * The number of a disclosure: the day and six digits, with which the names of its PDF (`1401…`) and of its XBRL package
 * (`0912…`) end. Null for other names.
 */
export function disclosureOf(name: string): string | null {
  return /^\d{4}(20\d{12})\.(?:pdf|zip)$/.exec(name)?.[1] ?? null;
}

/** Where a package that came loose is filed: TDnet's own name of it is lost, its number stands inside. */
export function looseUrl(disclosure: string, name: string): string {
  return `package/${disclosure}/${name}`;
}

/** The disclosure that a document belongs to; null for lists and others. */
export function disclosureOfUrl(url: string): string | null {
  const plain = url.replace(/#.*$/, '');
  const name = baseName(plain);
  return disclosureOf(name) ?? /^package\/(20\d{12})\//.exec(plain)?.[1] ?? null;
}

/** An address with the issuer that the list named, as a fragment, which no request carries. */
export function withIssuer(url: string, issuerKey: string): string {
  return `${url}#${issuerKey}`;
}

/** The issuer's key in an address; null where there is none. */
export function issuerKeyOfUrl(url: string): string | null {
  const noted = /#(sec_code:[0-9A-Z]{5})$/.exec(url)?.[1];
  const named = /^package\/20\d{12}\/(?:.*\/)?(?:tse|tdnet)-[a-z]+-([0-9A-Z]{5})-/.exec(url)?.[1];
  return noted ?? (named === undefined ? null : `sec_code:${named}`);
}
