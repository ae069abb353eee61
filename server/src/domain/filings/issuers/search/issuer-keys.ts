import { type Sql, sql } from '../../../../db/database.ts';
import { identifierKey } from '../../../../kernel/ids.ts';

/** A statement that yields `issuer_id`s. */
export type IssuerByAnyKey = Sql;

/** Issuers with an LEI. */
export function issuersByLei(lei: string): IssuerByAnyKey {
  return sql`
    select issuer_id from issuer_identifiers where scheme = 'lei' and identifier = ${lei}
    union select issuer_id from issuers where canonical_key = ${`lei:${lei}`}`;
}

/** Issuers of a security: with the ISIN on a listing, among their securities or among their identifiers. */
export function issuersByIsin(isin: string): IssuerByAnyKey {
  return sql`
    select issuer_id from listings where isin = ${isin}
    union select issuer_id from issuer_isins where isin = ${isin}
    union select issuer_id from issuer_identifiers where scheme = 'isin' and identifier = ${isin}`;
}

const KEY = /^([A-Za-z]\w*):(.+)$/;

/** Issuers by canonical key, or by any identifier as `scheme:identifier` in any notation. */
export function issuersByCanonicalKey(key: string): IssuerByAnyKey {
  const [, scheme = '', identifier = ''] = KEY.exec(key.trim()) ?? [];
  return sql`
    select issuer_id from issuers where canonical_key = ${key.trim()}
    union ${issuersByIdentifier(scheme.toLowerCase(), identifier)}`;
}

/** Issuers by a number of one scheme, in any notation. */
export function issuersByIdentifier(scheme: string, identifier: string): IssuerByAnyKey {
  return sql`
    select issuer_id from issuer_identifiers
    where identifier_key(identifier) = ${identifierKey(identifier)} and scheme = ${scheme}`;
}

/** Codes that are searched by their check digits, and numbers that only a registry's own pages use. */
const NO_BARE_NUMBERS = ['lei', 'isin', 'hkex_stock_id', 'opencorporates'];

/** Issuers by a bare number of any registry, in any notation, and whether it is written as the registry writes it. */
export function issuersByNumber(number: string): Sql {
  return sql`
    select issuer_id, bool_or(identifier = ${number.toUpperCase()}) as is_as_stated from issuer_identifiers
    where identifier_key(identifier) = ${identifierKey(number)} and scheme <> all(${NO_BARE_NUMBERS}) group by issuer_id`;
}
