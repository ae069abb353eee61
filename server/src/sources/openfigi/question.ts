import { findExchange } from '../../domain/filings/markets/model/exchanges.ts';
import { MARKETS } from '../../domain/filings/markets/model/markets.ts';
import { isIsin } from '../../kernel/identifiers/check-digits.ts';
import { formAddress, readFormAddress } from '../kit/http/form-address.ts';
import type { KnownIssuer } from '../kit/source.ts';

export const API_HOST = 'api.openfigi.com';
export const MAPPING_URL = `https://${API_HOST}/v3/mapping`;

/** One job of a request: the ticker under which a security is traded at an exchange. */
export interface MappingJob {
  isin: string;
  /** ISO 10383. */
  mic: string;
}

/** A request about one issuer. */
export interface Question {
  issuerKey: string;
  jobs: readonly MappingJob[];
}

/** The limit without a key. With a key it is a hundred, but recordings would then have other names. */
const MAX_JOBS = 10;

/**
 * The requests about an issuer: each of its securities at each exchange of the catalogue in the issuer's country, or in that of
 * the ISIN's prefix. Exchanges are in the order of the catalogue, securities in that of the store.
 */
export function questionsOf({ canonicalKey, countryCode, isins }: KnownIssuer): Question[] {
  const jobs = isins.filter(isIsin).flatMap(isin => {
    const countries = new Set([countryCode, isin.slice(0, 2)]);
    return EXCHANGES.filter(exchange => countries.has(exchange.countryCode)).map(({ mic }) => ({ isin, mic }));
  });
  const questions: Question[] = [];
  for (let at = 0; at < jobs.length; at += MAX_JOBS) {
    questions.push({ issuerKey: canonicalKey, jobs: jobs.slice(at, at + MAX_JOBS) });
  }
  return questions;
}

const EXCHANGES = MARKETS.flatMap(market => market.exchanges).flatMap(({ mic }) => {
  const exchange = findExchange(mic);
  return exchange === null ? [] : [{ mic, countryCode: exchange.countryCode }];
});

/** The address of the response to a request. */
export function addressOf({ issuerKey, jobs }: Question): string {
  const listed = jobs.map(({ isin, mic }) => `${isin}-${mic}`).join('.');
  return formAddress(MAPPING_URL, { issuer: issuerKey, jobs: listed });
}

/** The request of a response, by its address; null if the address is not that of a mapping request. */
export function questionAt(address: string): (Question & { fields: Readonly<Record<string, string>> }) | null {
  const read = readFormAddress(address);
  if (read === null || read.url !== MAPPING_URL) return null;
  const { issuer = '', jobs = '' } = read.fields;
  const pairs = jobs.split('.').flatMap(job => {
    const [, isin, mic] = /^([A-Z0-9]{12})-([A-Z0-9]{4})$/.exec(job) ?? [];
    return isin === undefined || mic === undefined ? [] : [{ isin, mic }];
  });
  return issuer === '' || pairs.length === 0 ? null : { issuerKey: issuer, jobs: pairs, fields: read.fields };
}

/** The body of a request (OpenFIGI API v3, `POST /v3/mapping`). */
export function jsonOf({ jobs }: Question): Record<string, string>[] {
  return jobs.map(({ isin, mic }) => ({ idType: 'ID_ISIN', idValue: isin, micCode: mic, marketSecDes: 'Equity' }));
}
