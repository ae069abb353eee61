import { sql, type Transaction } from '../../../db/database.ts';
import { type NewEvent, queueEvents } from '../../kit/store/outbox.ts';

interface NewReleaseRow {
  press_release_id: string;
  issuer_id: string;
  /** Canonical key of the company. */
  canonical_key: string;
  source: string;
  title: string;
  summary: string | null;
  url: string;
  published_at: string;
  tier: number;
  subject_codes: number[];
}

/**
 * Queues the announcement of releases published after `since` (an instant), once per company of a release. Call it in the
 * transaction that stores the releases.
 */
export async function queuePressEvents(
  tx: Transaction,
  pressReleaseIds: readonly string[],
  since: string,
): Promise<void> {
  const rows = await tx.query<NewReleaseRow>(sql`
    select distinct r.press_release_id, i.issuer_id, lead.canonical_key, r.source, r.title, r.summary, r.url, r.published_at,
      r.tier, r.subject_codes
    from press_releases r
      join press_release_tags t on t.press_release_id = r.press_release_id and t.issuer_id is not null
      join issuers i on i.issuer_id = t.issuer_id join issuers lead on lead.issuer_id = i.entity_id
    where r.press_release_id = any(${[...pressReleaseIds]}::text[]) and r.published_at > ${since}`);
  await queueEvents(tx, rows.map(toEvent));
}

function toEvent(row: NewReleaseRow): NewEvent {
  return {
    eventType: 'press_release.discovered',
    // A release about two companies is announced for each.
    eventKey: `${row.press_release_id} ${row.canonical_key}`,
    data: {
      press_release_id: row.press_release_id,
      title: row.title,
      published_at: row.published_at,
      source: row.source,
      url: row.url,
      tier: row.tier,
      subject_codes: row.subject_codes,
    },
    title: row.title,
    summary: row.summary,
    category: null,
    categoryGroup: null,
    formType: null,
    filingId: null,
    url: row.url,
    // A release applies to the company in all its markets.
    marketIds: null,
    knownAt: row.published_at,
    to: { issuerId: row.issuer_id },
  };
}
