import {
  type AlternateName,
  bareIssuer,
  type Issuer,
  type Listing,
} from '../../domain/filings/issuers/model/issuer.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { IsoDate } from '../../kernel/dates.ts';

export const PAGES = 'https://www.release.tdnet.info/inbs/';

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

/** The URL of an imported part of a package: TDnet's name of the package is lost, its number is in the document. */
export function importedUrl(disclosure: string, name: string): string {
  return `package/${disclosure}/${name}`;
}

/** The disclosure that a document belongs to; null for lists and others. */
export function disclosureOfUrl(url: string): string | null {
  const plain = url.replace(/#.*$/, '');
  const name = baseName(plain);
  return disclosureOf(name) ?? /^package\/(20\d{12})\//.exec(plain)?.[1] ?? null;
}

/** A URL with the issuer that the list named, as a fragment, which no request carries. */
export function withIssuer(url: string, issuerKey: string): string {
  return `${url}#${issuerKey}`;
}

/** The issuer's key in a URL; null if there is none. */
export function issuerKeyOfUrl(url: string): string | null {
  const noted = /#(sec_code:[0-9A-Z]{5})$/.exec(url)?.[1];
  const named = /^package\/20\d{12}\/(?:.*\/)?(?:tse|tdnet)-[a-z]+-([0-9A-Z]{5})-/.exec(url)?.[1];
  return noted ?? (named === undefined ? null : `sec_code:${named}`);
}

/** An issuer by its securities code, the only number by which the registry knows it, as a list or a report states it. */
export function tokyoIssuer(
  canonicalKey: string,
  { kind, name: companyName }: AlternateName,
  listings: Listing[],
  statedOn: IsoDate | null,
): Issuer {
  const secCode = { scheme: 'sec_code', identifier: canonicalKey.slice('sec_code:'.length) } as const;
  return {
    ...bareIssuer(canonicalKey, companyName, [secCode]),
    alternateNames: [{ kind, name: companyName }],
    listings,
    statedOn,
  };
}
