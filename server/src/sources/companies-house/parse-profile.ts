import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { monthDay } from '../../kernel/dates.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { statusOf } from './issuer-status.ts';
import { dateOf, textOrNull } from './read-json.ts';

/** Companies that the registry keeps a record of and that belong to another country. */
const FOREIGN_TYPES = new Set(['oversea-company', 'registered-overseas-entity', 'uk-establishment']);

/**
 * A company profile (`companyProfile` of the Companies House public data API). Null, with an anomaly, where it names no
 * company.
 */
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

/** The first of the codes that the company gives (UK SIC 2007); the API has no words for them. */
function industryOf(codes: unknown): Issuer['industry'] {
  const code = Array.isArray(codes) ? textOrNull(codes[0]) : null;
  return code === null ? null : { scheme: 'uk_sic', code, label: code };
}

function fiscalYearEndOf(profile: JsonObject): string | null {
  const { month, day } = objectOf(objectOf(profile.accounts).accounting_reference_date);
  return monthDay(String(month ?? ''), String(day ?? ''));
}
