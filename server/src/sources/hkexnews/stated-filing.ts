import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { readJsonAnswer } from '../kit/http/answer-json.ts';
import { statedDate } from '../kit/pdf/published-documents.ts';
import type { DocumentAddress } from './document-address.ts';
import { readHeadline } from './headline-categories.ts';
import { knownAtInHongKong } from './hong-kong-clock.ts';
import { textOf } from './read-json.ts';

/** What a manifest says of a document at hand. */
export interface StatedFiling {
  /** The headline, as the registry writes it. */
  form: string;
  filed: IsoDate;
  period: IsoDate | null;
}

/** Reads back what was kept beside a document; null, with an anomaly, where it can't be read. */
export function parseStatedFiling(bytes: Buffer, log: AnomalyLog): StatedFiling | null {
  const row = readJsonAnswer(bytes.toString('utf8'), log);
  const filed = isJsonObject(row) ? statedDate(textOf(row, 'filed')) : null;
  if (!isJsonObject(row) || filed === null) return null;
  return { form: textOf(row, 'form'), filed, period: statedDate(textOf(row, 'period')) };
}

/**
 * A filing of which only a manifest tells. Of its moment only the day is known: it counts from the end of that day in
 * Hong Kong, so that nothing is known before it was.
 */
export function toStatedFiling({ form, filed, period }: StatedFiling, address: DocumentAddress): Filing {
  const headline = readHeadline(form);
  return {
    registry: 'hkexnews',
    nativeId: address.nativeId,
    formType: headline.formType,
    category: headline.category,
    categoryGroup: headline.categoryGroup,
    filingDate: filed,
    acceptedAt: null,
    knownAt: knownAtInHongKong(filed),
    periodEnd: period,
    title: null,
    language: address.language,
    itemCodes: headline.itemCodes,
    isAmendment: headline.isRevised,
    amends: null,
    primaryDocument: address.fileName,
    url: address.url,
    hasXbrl: false,
  };
}
