import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { monthDay } from '../../kernel/dates.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { startOf } from '../kit/http/response-form.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { API_HOST, recogniseResponse } from './company-pages.ts';
import { dateOf, readResponse, textOrNull } from './read-response.ts';

/** The registry's current statement of what a company is. */
export const profile = documentKind({
  address: address(`https://${API_HOST}/company/{number}`, { number: /[A-Za-z0-9]{1,8}/ }),
  source: 'profile',
  states: 'one issuer: name, former names, status, SIC code, year end',
  issuer({ number }) {
    const known = companyNumber(number);
    return known === null ? null : canonicalKeyOfNumber(known);
  },
  task: 'company',
  read(bytes, log) {
    const response = readResponse(bytes, log);
    if (response === null || typeof response.company_number === 'string') return response;
    log.add('unexpected_document', '', `no company_number in ${startOf(bytes).slice(0, 200)}`);
    return null;
  },
  map(response, { source, log }) {
    const issuer = parseProfile(response, log);
    return issuer === null ? [] : recordsOfIssuers([issuer], source);
  },
  expect: { issuers: { min: 1, max: 1 } },
  accepts: 'company profiles',
  identify(file) {
    const found = recogniseResponse(file);
    return found?.part === 'profile' ? { number: found.number } : null;
  },
});

/** Types of companies that the registry has a record of and that belong to another country. */
const FOREIGN_TYPES = new Set(['oversea-company', 'registered-overseas-entity', 'uk-establishment']);

/** The issuer of a profile (`companyProfile` of the public data API); null, with an anomaly, if it names no company. */
export function parseProfile(profile: JsonObject, log: AnomalyLog): Issuer | null {
  const number = companyNumber(textOrNull(profile.company_number));
  const companyName = textOrNull(profile.company_name);
  if (number === null || companyName === null) {
    log.add('unexpected_document', '', 'a profile without number and name');
    return null;
  }
  const type = textOrNull(profile.type);
  const stated = textOrNull(profile.company_status);
  const status = statusOf(stated);
  if (status === null && stated !== null) log.add('unknown_status', number, stated);
  return {
    canonicalKey: canonicalKeyOfNumber(number),
    companyName,
    countryCode: type !== null && FOREIGN_TYPES.has(type) ? null : 'GB',
    legalForm: type,
    status: status ?? 'active',
    industry: industryOf(profile.sic_codes),
    fiscalYearEnd: fiscalYearEndOf(profile),
    identifiers: [{ scheme: 'uk', identifier: number }],
    formerNames: objectsOf(profile.previous_company_names).flatMap(previous => {
      const name = textOrNull(previous.name);
      return name === null ? [] : [{ companyName: name, untilDate: dateOf(previous.ceased_on) }];
    }),
    listings: [],
    postalCode: textOrNull(objectOf(profile.registered_office_address).postal_code),
  };
}

/** The first of the codes that the company states (UK SIC 2007). The API has no labels for them. */
function industryOf(codes: unknown): Issuer['industry'] {
  const code = Array.isArray(codes) ? textOrNull(codes[0]) : null;
  return code === null ? null : { scheme: 'uk_sic', code, label: code };
}

function fiscalYearEndOf(profile: JsonObject): string | null {
  const { month, day } = objectOf(objectOf(profile.accounts).accounting_reference_date);
  return monthDay(String(month ?? ''), String(day ?? ''));
}

/** Companies in insolvency are still on the register. */
const ON_REGISTER =
  /^(?:active|open|registered|live|liquidation|receiver|administrat|in administration|voluntary|insolvency|winding.up)/i;
const OFF_REGISTER = /^(?:dissolved|converted.?.?.?closed|closed|removed)/i;

/** Whether a company with that status is on the register; null if the status is unknown. */
export function statusOf(stated: string | null): 'active' | 'inactive' | null {
  if (stated === null) return null;
  if (OFF_REGISTER.test(stated)) return 'inactive';
  return ON_REGISTER.test(stated) ? 'active' : null;
}
