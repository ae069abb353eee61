import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { statusOf } from './issuer-status.ts';
import { numberOrNull, textOrNull } from './read-json.ts';

/** The companies of a page of search results (`search#companies`). Entries without name or number are anomalies. */
export function parseSearch(answer: JsonObject, log: AnomalyLog): Issuer[] {
  if (!Array.isArray(answer.items)) {
    log.add('unexpected_document', '', 'search results without items');
    return [];
  }
  const items = objectsOf(answer.items);
  checkCount(answer, items.length, log);
  return items.flatMap((item, at) => {
    const number = companyNumber(textOrNull(item.company_number));
    const companyName = textOrNull(item.title);
    if (number === null || companyName === null) {
      log.add('missing_name', `$.items[${at}]`, `no ${number === null ? 'company_number' : 'title'}`);
      return [];
    }
    return [
      {
        canonicalKey: canonicalKeyOfNumber(number),
        companyName,
        countryCode: null,
        legalForm: textOrNull(item.company_type),
        status: statusOf(textOrNull(item.company_status)) ?? 'active',
        industry: null,
        fiscalYearEnd: null,
        identifiers: [{ scheme: 'uk', identifier: number }],
        formerNames: [],
        listings: [],
      },
    ];
  });
}

/** A page shows as many entries as were asked for, or all that are left. */
function checkCount(answer: JsonObject, count: number, log: AnomalyLog): void {
  const total = numberOrNull(answer.total_results) ?? 0;
  const perPage = numberOrNull(answer.items_per_page) ?? count;
  const expected = Math.min(perPage, total - (numberOrNull(answer.start_index) ?? 0));
  if (count < expected) log.add('short_page', '$.items', `${count} entries, expected ${expected}`);
}
