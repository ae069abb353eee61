import { sql, type Transaction } from '../db/database.ts';
import { filingId } from '../kernel/ids.ts';
import type { Guidance } from '../model/earnings-release.ts';
import { toGuidanceAnswer } from '../model/guidance-answer.ts';
import { type NewEvent, queueEvents } from './events.ts';
import { marketsOf } from './markets-of.ts';

interface NewGuidanceRow {
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
  /** JSON. */
  guidance: string;
}

/**
 * Queues the announcement of the guidance that the earnings releases of some filings state, of those that became known after
 * `since` (an instant), each filing once for ever. To be called in the transaction that stores the releases.
 */
export async function queueGuidanceEvents(
  tx: Transaction,
  filings: readonly { issuerId: string; registry: string; nativeId: string }[],
  since: string,
): Promise<void> {
  if (filings.length === 0) return;
  const rows = await tx.query<NewGuidanceRow>(sql`
    select g.issuer_id, g.registry, g.native_id, g.filing_uuid, g.form_type, g.category, g.category_group, g.known_at, g.url,
      i.market_id, r.guidance
    from json_to_recordset(${JSON.stringify(filings)}::json) as opened ("issuerId" bigint, registry text, "nativeId" text)
    join earnings_releases r on r.issuer_id = opened."issuerId" and r.registry = opened.registry
      and r.native_id = opened."nativeId" and r.guidance <> '[]'
    join filings g on g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
    join issuers i on i.issuer_id = g.issuer_id
    where g.known_at > ${since}`);
  await queueEvents(tx, rows.map(toEvent));
}

function toEvent(row: NewGuidanceRow): NewEvent {
  const id = filingId(row.registry, row.native_id);
  const stated = JSON.parse(row.guidance) as Guidance[];
  return {
    eventType: 'earnings_guidance.available',
    eventKey: id,
    data: {
      filing_id: row.filing_uuid,
      transcript_id: null,
      guidance: stated.map(one => toGuidanceAnswer(one, { filing_id: row.filing_uuid, section_key: null })),
    },
    title: `Guidance (${row.form_type})`,
    summary: guidanceSummary(stated),
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

/** What becomes of which figures: `revenue raised · eps_diluted reaffirmed`. */
export function guidanceSummary(stated: readonly Guidance[]): string {
  return [...new Set(stated.map(({ metric, direction }) => `${metric} ${direction}`))].join(' · ');
}
