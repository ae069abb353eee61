import { type Database, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { whyNotStated } from '../../../filings/filings/views/unread-filings.ts';

/** True if `filings g` was read as an insider report. */
const INSIDERS_ARE_READ = sql`exists (select from insider_reports r
  where r.issuer_id = g.issuer_id and r.registry = g.registry and r.native_id = g.native_id)`;

/** Why no transactions in shares of some issuers are known, or were known before an instant, since a day or at all. */
export function whyNoTransactions(
  db: Database,
  issuerIds: readonly string[],
  since: string | null,
  until: Instant | null = null,
) {
  return whyNotStated(db, {
    issuerIds,
    categories: ['insider_transaction'],
    isRead: INSIDERS_ARE_READ,
    knownFrom: since,
    knownBefore: until,
    registries: ['sec-edgar'],
  });
}
