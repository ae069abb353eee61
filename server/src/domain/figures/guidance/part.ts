import { sql, type Transaction } from '../../../db/database.ts';
import {
  ANNOUNCED_FILING_COLUMNS,
  type AnnouncedFilingRow,
  eventOfFiling,
} from '../../filings/filings/views/event-of-filing.ts';
import { type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import type { Part } from '../../part.ts';
import type { Guidance } from '../earnings/model/earnings-release.ts';
import { guidanceSummary, toGuidanceResponse } from './model.ts';

interface NewGuidanceRow extends AnnouncedFilingRow {
  /** JSON. */
  guidance: string;
}

/** Guidance is stored with the release that states it. */
export const guidancePart: Part = {
  name: 'guidance',
  announce: (tx, batch) => queueGuidanceEvents(tx, batch.opened, batch.announcesSince),
};

/**
 * Queues the announcement of guidance in the earnings releases of filings that became known after `since` (an instant).
 * Each filing is announced once. Call it in the transaction that stores the releases.
 */
async function queueGuidanceEvents(
  tx: Transaction,
  filings: readonly { issuerId: string; registry: string; nativeId: string }[],
  since: string,
): Promise<void> {
  if (filings.length === 0) return;
  const keys = filings.map(({ issuerId, registry, nativeId }) => ({ issuerId, registry, nativeId }));
  const rows = await tx.query<NewGuidanceRow>(sql`
    select ${ANNOUNCED_FILING_COLUMNS}, r.guidance
    from json_to_recordset(${JSON.stringify(keys)}::json) as opened ("issuerId" bigint, registry text, "nativeId" text)
    join earnings_releases r on r.issuer_id = opened."issuerId" and r.registry = opened.registry
      and r.native_id = opened."nativeId" and r.guidance <> '[]'
    join filings g on g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
    join issuers i on i.issuer_id = g.issuer_id
    where g.known_at > ${since}`);
  await queueEvents(tx, rows.map(toEvent));
}

function toEvent(row: NewGuidanceRow): NewEvent {
  const stated = JSON.parse(row.guidance) as Guidance[];
  return {
    ...eventOfFiling(row),
    eventType: 'earnings_guidance.available',
    data: {
      filing_id: row.filing_uuid,
      transcript_id: null,
      guidance: stated.map(guidance => toGuidanceResponse(guidance, { filing_id: row.filing_uuid, section_key: null })),
    },
    title: `Guidance (${row.form_type})`,
    summary: guidanceSummary(stated),
  };
}
