import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { publicFilingUrl } from './endpoints.ts';
import { categoryOfFiling, isAmendment } from './filing-categories.ts';
import { knownAt } from './known-at.ts';
import { dateOf, numberOrNull, textOrNull } from './read-json.ts';

/** What the pages of a company's filing history hold. */
export interface FilingHistory {
  filings: Filing[];
  /** Why these are fewer than the registry has; null where they are all. */
  damage: string | null;
}

/**
 * A company's filing history (`filingHistoryList` of the public data API), from the pages that are at hand in whatever
 * order. A transaction that stands on two pages counts once; fewer than `total_count` are an anomaly `missing_filings`.
 */
export function parseFilingHistory(number: string, pages: readonly JsonObject[], log: AnomalyLog): FilingHistory {
  const filings = new Map<string, Filing>();
  let total = 0;
  let unreadable = 0;
  for (const page of pages) {
    total = Math.max(total, numberOrNull(page.total_count) ?? 0);
    for (const item of objectsOf(page.items)) {
      const filing = toFiling(number, item, log);
      if (filing === null) unreadable++;
      else filings.set(filing.nativeId, filing);
    }
  }
  const missing = total - filings.size - unreadable;
  if (missing > 0) log.add('missing_filings', '$.items', `${missing} of ${total} are on no page at hand`);
  return { filings: [...filings.values()], damage: missing > 0 ? 'missing_filings' : null };
}

/** One entry of a filing history; null, with an anomaly, without transaction id or date. */
export function toFiling(number: string, item: JsonObject, log: AnomalyLog): Filing | null {
  const nativeId = textOrNull(item.transaction_id);
  const filingDate = dateOf(item.date);
  if (nativeId === null || filingDate === null) {
    log.add('bad_filing', nativeId ?? '', `no ${nativeId === null ? 'transaction_id' : 'date'}`);
    return null;
  }
  const formType = textOrNull(item.type) ?? '';
  const description = textOrNull(item.description) ?? '';
  const subcategory = textOrNull(item.subcategory);
  return {
    registry: 'companies-house',
    nativeId,
    formType,
    ...categoryOfFiling({ category: textOrNull(item.category) ?? '', formType, description }),
    filingDate,
    acceptedAt: null,
    knownAt: knownAt(filingDate),
    periodEnd: dateOf(objectOf(item.description_values).made_up_date),
    title: titleOf(item, description),
    language: 'en',
    itemCodes: subcategory === null ? [] : [subcategory],
    isAmendment: isAmendment(formType, description),
    primaryDocument: null,
    url: publicFilingUrl(number, nativeId),
    hasXbrl: false,
  };
}

/** Old filings are described in words, newer ones by the name of a description. */
function titleOf(item: JsonObject, description: string): string | null {
  const words = textOrNull(objectOf(item.description_values).description);
  if (words !== null) return words;
  const plain = description.replaceAll('-', ' ').trim();
  return plain === '' ? null : plain.charAt(0).toUpperCase() + plain.slice(1);
}
