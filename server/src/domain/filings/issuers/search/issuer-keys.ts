import { type Sql, sql } from '../../../../db/database.ts';

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

/** Issuers by canonical key, or by any identifier as `scheme:identifier`; leading zeros are ignored. */
export function issuersByCanonicalKey(key: string): IssuerByAnyKey {
  const [, scheme = '', identifier = key] = KEY.exec(key.trim()) ?? [];
  const spellings = [identifier, identifier.toUpperCase(), identifier.replace(/^0+(?=\d)/, '')];
  const name = scheme.toLowerCase();
  return sql`
    select issuer_id from issuers where canonical_key = any(${spellings.map(spelling => `${name}:${spelling}`)})
    union select issuer_id from issuer_identifiers where scheme = ${name} and identifier = any(${spellings})`;
}

/** Schemes of registry numbers and share codes that people search for without naming the registry. */
const NUMBERS_OF_ISSUERS =
  'cik jcn dart cnpj uk hkex cninfo bse edinet cvm ein bizr_no jurir_no uscc kvk cvr edrpou cninfo_org_id sec_code bic composite_figi share_class_figi'.split(
    ' ',
  );

const CNPJ = /^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/;

/** Issuers by a bare number of any scheme in {@link NUMBERS_OF_ISSUERS}. */
export function issuersByNumber(number: string): IssuerByAnyKey {
  const upper = number.toUpperCase();
  const spellings = [
    ...new Set([number, upper, upper.replace(/^0+(?=\d)/, ''), upper.replace(CNPJ, '$1.$2.$3/$4-$5')]),
  ];
  const keys = NUMBERS_OF_ISSUERS.flatMap(scheme => spellings.map(spelling => `${scheme}:${spelling}`));
  return sql`
    select issuer_id from issuers where canonical_key = any(${keys})
    union select issuer_id from issuer_identifiers
      where scheme = any(${NUMBERS_OF_ISSUERS}) and identifier = any(${spellings})`;
}
