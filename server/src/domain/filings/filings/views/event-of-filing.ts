import { raw } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import type { NewEvent } from '../../../kit/store/outbox.ts';
import { marketsOf } from '../../markets/rules/registry-order.ts';

/** A filing as events show it, from `filings g` of `issuers i`. */
export interface AnnouncedFilingRow {
  issuer_id: string;
  registry: string;
  native_id: string;
  filing_uuid: string;
  form_type: string;
  category: string;
  category_group: string;
  known_at: string;
  url: string;
  /** Of the filer. */
  market_id: string;
}

export const ANNOUNCED_FILING_COLUMNS = raw(`
  g.issuer_id, g.registry, g.native_id, g.filing_uuid, g.form_type, g.category, g.category_group, g.known_at, g.url,
  i.market_id`);

/** The fields of every event about a filing; one event per filing unless it has another key. */
export function eventOfFiling(
  row: AnnouncedFilingRow,
): Omit<NewEvent, 'eventType' | 'data' | 'title' | 'summary'> & { filingId: string } {
  const id = filingId(row.registry, row.native_id);
  return {
    eventKey: id,
    category: row.category,
    categoryGroup: row.category_group,
    formType: row.form_type,
    filingId: id,
    url: row.url,
    marketIds: marketsOf(row.registry, row.market_id),
    knownAt: row.known_at,
    to: { issuerId: row.issuer_id },
  };
}
