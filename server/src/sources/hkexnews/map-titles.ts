import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { toIssuer } from './map-issuer.ts';
import type { TitleRow } from './parse-titles.ts';
import { periodOfTitle } from './period-of-title.ts';
import { canonicalKeyOfStock, foldCounters, type Security } from './stock-codes.ts';

/** Filings of headlines, by issuer: a headline of several issuers is a filing of each. */
export function mapTitles(rows: readonly TitleRow[], source: string, language: 'en' | 'zh'): IssuerRecords[] {
  const filings = new Map<string, Map<string, Filing>>();
  const newest = new Map<string, Security>();
  for (const row of [...rows].sort((a, b) => (a.released.instant < b.released.instant ? -1 : 1))) {
    const filing = toFiling(row);
    for (const security of foldCounters(row.securities)) {
      const own = filings.get(security.code) ?? new Map<string, Filing>();
      filings.set(security.code, own.set(filing.nativeId, filing));
      for (const one of [security, ...security.counters]) newest.set(one.code, one);
    }
  }
  return foldCounters([...newest.values()]).map(security => {
    const own = [security, ...security.counters].flatMap(({ code }) => [...(filings.get(code) ?? [])]);
    return {
      canonicalKey: canonicalKeyOfStock(security.code),
      source,
      issuer: toIssuer({ security, language, stockId: null, status: 'active' }),
      filings: [...new Map(own).values()],
      facts: [],
      contents: null,
      damage: null,
    };
  });
}

/** Issuers mark a corrected document so. */
const REVISED_TITLE = /^[(（]\s*(?:經修訂|revised)\s*[)）]/i;

function toFiling({ title, headline, released, document }: TitleRow): Filing {
  return {
    registry: 'hkexnews',
    nativeId: document.nativeId,
    formType: headline.formType,
    category: headline.category,
    categoryGroup: headline.categoryGroup,
    filingDate: released.date,
    acceptedAt: released.instant,
    knownAt: released.instant,
    periodEnd: periodOfTitle(title),
    title: title === '' ? null : title,
    language: document.language,
    itemCodes: headline.itemCodes,
    isAmendment: headline.isRevised || REVISED_TITLE.test(title),
    amends: null,
    primaryDocument: document.fileName,
    url: document.url,
    hasXbrl: false,
  };
}
