import type { CategoryGroup } from '../../domain/filings/filings/model/document-taxonomy.ts';
import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { readTable } from '../kit/read-table.ts';
import { zoneCalendar } from '../kit/zone-calendar.ts';
import { canonicalKeyOfNumber } from './company-number.ts';
import { companyPages } from './company-pages.ts';
import { dateOf, type Page, readPage, textOrNull, totalOf } from './read-response.ts';

/** Categories by those of the registry; the rest is routine. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  readTable(new URL('./filing-categories.tsv', import.meta.url)).map(([stated = '', category = '']) => [
    stated,
    category,
  ]),
);

/** Forms of the category `accounts` without accounts: changes of the reference date, notices of dormancy and the like. */
const NO_ACCOUNTS = /^AA0[1-9]|^225/;

/** What the registry states of a filing. */
interface StatedFiling {
  category: string;
  formType: string;
  description: string;
}

/** The registry states the day of a filing and no hour: a filing is known when that day ends in London. */
export const london = zoneCalendar('Europe/London');

/** The entries of a company's filing history, newest first. */
export const filingHistory = companyPages({
  list: 'filing-history',
  states: 'filings; fewer than `total_count` is `missing_filings`',
  perPage: 50,
  // Banks have filed some 10,000 documents since registration.
  expect: { filings: { min: 1, max: 200_000 } },
  accepts: 'filing histories',
  parse(number, documents) {
    // The pages are counted together: anomalies name the first.
    const log = new AnomalyLog('companies-house', documents[0]?.url ?? '');
    const pages = documents.map(({ bytes }) => readPage(bytes, log)).filter(page => page !== null);
    if (pages.length === 0) return { records: [], anomalies: log.list() };
    const history = parseFilingHistory(number, pages, log);
    const records = [{ ...emptyRecords(canonicalKeyOfNumber(number), 'filing-history'), ...history }];
    return { records, anomalies: log.list() };
  },
});

/** The filings on some pages of a filing history. */
interface FilingHistory {
  filings: Filing[];
  /** Why these are fewer than the registry has; null if they are all. */
  damage: string | null;
}

/**
 * A company's filing history (`filingHistoryList` of the public data API), from pages in any order. A transaction that is
 * on two pages counts once. Fewer than `total_count` are an anomaly `missing_filings`.
 */
export function parseFilingHistory(number: string, pages: readonly Page[], log: AnomalyLog): FilingHistory {
  const filings = new Map<string, Filing>();
  let total = 0;
  let unreadable = 0;
  for (const page of pages) {
    total = Math.max(total, totalOf(page) ?? 0);
    for (const item of page.items) {
      const filing = toFiling(number, item, log);
      if (filing === null) unreadable++;
      else filings.set(filing.nativeId, filing);
    }
  }
  const missing = total - filings.size - unreadable;
  if (missing > 0) log.add('missing_filings', '$.items', `${missing} of ${total} are on no page that was read`);
  return { filings: [...filings.values()], damage: missing > 0 ? 'missing_filings' : null };
}

/** The filing of an entry; null, with an anomaly, if the entry has no transaction id or date. */
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
    knownAt: london.endOf(filingDate),
    periodEnd: dateOf(objectOf(item.description_values).made_up_date),
    title: titleOf(item, description),
    language: 'en',
    itemCodes: subcategory === null ? [] : [subcategory],
    isAmendment: isAmendment(formType, description),
    primaryDocument: null,
    url: `${publicFilingHistoryUrl(number)}/${encodeURIComponent(nativeId)}/document`,
    hasXbrl: false,
  };
}

/** The category of a filing; `other` if it is routine. */
export function categoryOfFiling(filing: StatedFiling): { category: string; categoryGroup: CategoryGroup } {
  const category = chooseCategory(filing);
  return { category, categoryGroup: categoryGroupOf(category) };
}

function chooseCategory({ category, formType, description }: StatedFiling): string {
  if (category === 'accounts' && NO_ACCOUNTS.test(formType)) return 'other';
  if (category === 'accounts' && /-(?:interim|initial)\b/.test(description)) return 'interim_report';
  return CATEGORIES.get(category) ?? 'other';
}

/** True for amended accounts (`AAMD`), second filings (`RP04`) and rectifications. */
export function isAmendment(formType: string, description: string): boolean {
  return (
    /^(?:AAMD|RP04|RPCH01)/.test(formType) || /(?:^|-)(?:amended|second-filing|rectification)(?:-|$)/.test(description)
  );
}

/** Old filings are described in words, newer ones by the code of a description. */
function titleOf(item: JsonObject, description: string): string | null {
  const words = textOrNull(objectOf(item.description_values).description);
  if (words !== null) return words;
  const plain = description.replaceAll('-', ' ').trim();
  return plain === '' ? null : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The web page of a company's filings. */
export function publicFilingHistoryUrl(number: string): string {
  return `https://find-and-update.company-information.service.gov.uk/company/${number}/filing-history`;
}
