import { findExchange } from '../../domain/filings/markets/model/exchanges.ts';
import { MARKETS } from '../../domain/filings/markets/model/markets.ts';
import { isIsin } from '../../kernel/identifiers/check-digits.ts';
import { formAddress, readFormAddress } from '../kit/http/form-address.ts';
import type { KnownIssuer, SentForm } from '../kit/source.ts';

export const API_HOST = 'api.openfigi.com';
export const MAPPING_URL = `https://${API_HOST}/v3/mapping`;

/** One job of a request: is this security traded at this exchange, and under which ticker. */
export interface MappingJob {
  isin: string;
  /** ISO 10383. */
  mic: string;
}

/** A request: jobs about one issuer. An answer names none of it, so that the address of the answer has to. */
export interface Question {
  issuerKey: string;
  jobs: readonly MappingJob[];
}

/** Jobs of a request that anybody may send; with a key it might be a hundred, and recordings would go by another name. */
const MOST_JOBS = 10;

/**
 * What is to be asked of an issuer: each of its securities at each exchange of the catalogue that stands in the issuer's
 * country, or in that of the security's prefix. The exchanges keep the order of the catalogue, the securities that of their
 * numbers.
 */
export function questionsOf({ canonicalKey, countryCode, isins }: KnownIssuer): Question[] {
  const jobs = isins.filter(isIsin).flatMap(isin => {
    const countries = new Set([countryCode, isin.slice(0, 2)]);
    return EXCHANGES.filter(one => countries.has(one.countryCode)).map(({ mic }) => ({ isin, mic }));
  });
  const questions: Question[] = [];
  for (let at = 0; at < jobs.length; at += MOST_JOBS) {
    questions.push({ issuerKey: canonicalKey, jobs: jobs.slice(at, at + MOST_JOBS) });
  }
  return questions;
}

const EXCHANGES = MARKETS.flatMap(market => market.exchanges).flatMap(({ mic }) => {
  const exchange = findExchange(mic);
  return exchange === null ? [] : [{ mic, countryCode: exchange.countryCode }];
});

/** The address of an answer. */
export function addressOf({ issuerKey, jobs }: Question): string {
  const listed = jobs.map(({ isin, mic }) => `${isin}-${mic}`).join('.');
  return formAddress(MAPPING_URL, { issuer: issuerKey, jobs: listed });
}

/** What was asked for at an address; null where it is none of an answer to a mapping request. */
export function questionAt(address: string): Question | null {
  const read = readFormAddress(address);
  if (read === null || read.url !== MAPPING_URL) return null;
  const { issuer = '', jobs = '' } = read.fields;
  const pairs = jobs.split('.').flatMap(job => {
    const [, isin, mic] = /^([A-Z0-9]{12})-([A-Z0-9]{4})$/.exec(job) ?? [];
    return isin === undefined || mic === undefined ? [] : [{ isin, mic }];
  });
  return issuer === '' || pairs.length === 0 ? null : { issuerKey: issuer, jobs: pairs };
}

/** What goes out for it (OpenFIGI API v3, `POST /v3/mapping`). */
export function sentFor(question: Question): SentForm {
  return {
    fields: readFormAddress(addressOf(question))?.fields ?? {},
    json: question.jobs.map(({ isin, mic }) => ({
      idType: 'ID_ISIN',
      idValue: isin,
      micCode: mic,
      marketSecDes: 'Equity',
    })),
  };
}
