import { type Database, sql } from '../../db/database.ts';
import { toInstant } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Account } from '../account.ts';
import type { PlanTable } from '../plans.ts';

/**
 * Counts the downloads of a UTC day. One UPDATE takes a download or nothing, also when other processes count for the same
 * account, so the limit is never exceeded.
 */
export class DownloadMeter {
  readonly #db: Database;
  readonly #plans: PlanTable;

  constructor(options: { db: Database; plans: PlanTable }) {
    this.#db = options.db;
    this.#plans = options.plans;
  }

  /** Takes one download of the day. Throws `download_quota_exceeded` if none is left. */
  async take(account: Account, now: Date): Promise<void> {
    const limit = this.#plans[account.plan].downloadsPerDay;
    const day = now.toISOString().slice(0, 10);
    // A stored day in the future comes from a process whose clock runs ahead; its count continues.
    const taken = await this.#db.execute(sql`
      update accounts set
        day_downloads = case when download_day >= ${day}::date then day_downloads else 0 end + 1,
        download_day = greatest(download_day, ${day}::date)
      where account_id = ${account.accountId}
        and case when download_day >= ${day}::date then day_downloads else 0 end < ${limit}::integer`);
    if (taken === 1) return;
    const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
    throw new AsfiledError('download_quota_exceeded', `Daily download limit reached (${limit}).`, {
      limit,
      resets_at: toInstant(resetsAt.getTime()),
    });
  }

  /** Refunds the download of a link that was never sent. */
  async giveBack(account: Account, takenAt: Date): Promise<void> {
    const day = takenAt.toISOString().slice(0, 10);
    await this.#db.execute(sql`
      update accounts set day_downloads = greatest(day_downloads - 1, 0)
      where account_id = ${account.accountId} and download_day >= ${day}::date`);
  }
}
