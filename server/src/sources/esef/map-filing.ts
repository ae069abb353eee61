import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import { bareIssuer, type Filing, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { baseName } from '../../kernel/base-name.ts';
import { utcClock } from '../kit/clock-ahead.ts';
import { categoryOfSystem } from './describe-report.ts';
import { type Entity, entityOfAddress } from './entities.ts';
import { decodePart, ORIGIN } from './filing-address.ts';
import type { IndexRow } from './parse-index-page.ts';

/**
 * The filing of a row of the index. The index states when it added a filing, not when the filer published it: that is its
 * date here, and without a time it is known by the end of the day in UTC.
 */
export function toFiling(row: IndexRow): Filing {
  const category = categoryOfSystem(row.system, row.periodEnd) ?? 'other';
  const file = row.reportUrl ?? row.jsonUrl ?? row.packageUrl;
  return {
    registry: 'esef',
    nativeId: row.nativeId,
    formType: row.system,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate: row.addedOn,
    acceptedAt: row.addedAt,
    knownAt: row.addedAt ?? utcClock.instant(row.addedOn, '23:59:59'),
    periodEnd: row.periodEnd,
    title: null,
    language: languageOf(row),
    itemCodes: [],
    // A higher number may be a correction or another language: the index does not distinguish them.
    isAmendment: false,
    primaryDocument: row.reportUrl === null ? null : fileNameOf(row.reportUrl),
    url: file ?? `${ORIGIN}/api/filings?filter%5Bfxo_id%5D=${encodeURIComponent(row.nativeId)}`,
    hasXbrl: row.jsonUrl !== null || row.packageUrl !== null,
  };
}

/** The issuer of a row; null if the row does not name it. */
export function toRowIssuer(row: IndexRow): Issuer | null {
  const entity = entityOfAddress(row.entity);
  if (entity === null || row.entityName === null) return null;
  const issuer = toIssuer(entity, row.entityName);
  // The index includes filers of the United Kingdom.
  return row.country === 'GB' ? { ...issuer, marketId: 'uk' } : issuer;
}

/** An issuer of which name and identifiers are known. */
export function toIssuer({ canonicalKey, identifiers }: Entity, companyName: string): Issuer {
  return bareIssuer(canonicalKey, companyName, identifiers);
}

/** The last part of an address, as a file name. */
export function fileNameOf(url: string): string {
  return decodePart(baseName(url));
}

function languageOf({ packageUrl, reportUrl, jsonUrl }: IndexRow): string | null {
  const names = [reportUrl, jsonUrl, packageUrl].flatMap(url => (url === null ? [] : fileNameOf(url)));
  return names.map(languageOfName).find(code => code !== null) ?? null;
}

/** Names of reports end in their language: `asml-2022-12-31-en.zip` (ESEF Reporting Manual, guidance 2.6.3). */
export function languageOfName(name: string): string | null {
  return /\d[-_ ]([a-z]{2})\.[a-z]+$/i.exec(name)?.[1]?.toLowerCase() ?? null;
}
