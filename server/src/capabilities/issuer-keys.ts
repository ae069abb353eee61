import { type Sql, sql } from '../db/database.ts';

/** A statement that yields `issuer_id`s. */
export type IssuerByAnyKey = Sql;

/** Issuers with a legal entity identifier. */
export function issuersByLei(lei: string): IssuerByAnyKey {
  return sql`
    select issuer_id from issuer_identifiers where scheme = 'lei' and identifier = ${lei}
    union select issuer_id from issuers where canonical_key = ${`lei:${lei}`}`;
}

/** Issuers of a security: of a listing with that ISIN, or with the ISIN among their identifiers. */
export function issuersByIsin(isin: string): IssuerByAnyKey {
  return sql`
    select issuer_id from listings where isin = ${isin}
    union select issuer_id from issuer_identifiers where scheme = 'isin' and identifier = ${isin}`;
}

const KEY = /^([A-Za-z]+):(.+)$/;

/** Issuers by canonical key, or by any identifier in the same form (`scheme:identifier`); leading zeros do not matter. */
export function issuersByCanonicalKey(key: string): IssuerByAnyKey {
  const [, scheme = '', identifier = key] = KEY.exec(key.trim()) ?? [];
  const spellings = [identifier, identifier.toUpperCase(), identifier.replace(/^0+(?=\d)/, '')];
  const name = scheme.toLowerCase();
  return sql`
    select issuer_id from issuers where canonical_key = any(${spellings.map(spelling => `${name}:${spelling}`)})
    union select issuer_id from issuer_identifiers where scheme = ${name} and identifier = any(${spellings})`;
}
