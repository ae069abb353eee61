import { type Database, sql } from '../../../../db/database.ts';
import { type Day, parseDay } from '../../../../kernel/dates.ts';
import { closesAsPaid } from '../../prices/model/price-series.ts';
import { joinCloses } from '../../prices/views/join-closes.ts';
import { type Closes, loadClosesOfSources, type NamedListing } from '../../prices/views/load-closes.ts';
import type { PaidCloses } from '../rules/market-values.ts';

const ALL_DAYS = { from: 0, until: 100_000 };

/**
 * All closes of a share as paid on their days. Null if no source states them together with the splits, because a count of shares
 * cannot be multiplied by a close on another basis.
 */
export async function loadPaidCloses(db: Database, listing: NamedListing): Promise<PaidCloses | null> {
  const sources = (await loadClosesOfSources(db, listing, ALL_DAYS)).filter(
    closes => closes.currency !== null && paidOf(closes) !== null,
  );
  const parts = joinCloses(sources, ALL_DAYS);
  const [first] = parts;
  if (first === undefined) return null;
  const days: Day[] = [];
  const closes: number[] = [];
  for (const part of parts) {
    const paid = paidOf(part.closes) ?? [];
    for (const [at, day] of part.closes.days.entries()) {
      if (day < part.from || day > part.until) continue;
      days.push(day);
      closes.push(paid[at] ?? Number.NaN);
    }
  }
  const faults = parts.flatMap(part =>
    part.closes.faults.map(({ from, until }) => ({
      from: Math.max(part.from, parseDay(from) ?? 0),
      until: Math.min(part.until, parseDay(until) ?? 0),
    })),
  );
  return {
    source: first.closes.source,
    currency: first.closes.currency ?? '',
    days,
    closes,
    splits: splitsOf(parts.map(part => part.closes)),
    isFaulty: day => faults.some(({ from, until }) => from <= day && day <= until),
  };
}

function paidOf({ days, byBasis, actions }: Closes): readonly number[] | null {
  return actions === null ? null : closesAsPaid({ days, closes: byBasis, volumes: null }, actions);
}

/** The splits that any source states, each once. */
function splitsOf(sources: readonly Closes[]): PaidCloses['splits'] {
  const byDay = new Map(sources.flatMap(({ actions }) => (actions?.splits ?? []).map(split => [split.day, split])));
  return [...byDay.values()].sort((a, b) => a.day - b.day);
}

/**
 * Whether an issuer's share in a market is a receipt for an unknown number of its shares: foreign companies that report on Form
 * 20-F may be listed in the US by depositary receipts.
 */
export async function isDepositaryReceipt(db: Database, issuerId: string, marketId: string): Promise<boolean> {
  if (marketId !== 'us') return false;
  const row = await db.queryOne<{ files: boolean }>(sql`
    select exists (select from filings where issuer_id = ${issuerId} and form_type in ('20-F', '20-F/A')) as files`);
  return row?.files ?? false;
}
