import { type Database, sql } from '../db/database.ts';
import { AsfiledError } from '../kernel/errors.ts';
import type { SecretBox } from '../kernel/secrets/secret-box.ts';

/** The answer that a request got. */
export interface StoredResponse {
  status: number;
  /** Its body as text, empty where it had none. */
  body: string;
}

const KEPT = '24 hours';
/** A request that has no answer by then died with its process; the next one under its key is answered anew. */
const ANSWERED_WITHIN = '2 minutes';

/**
 * Answers by the Idempotency-Key of their requests (IETF draft idempotency-key-header): who did not hear the answer asks
 * again under the same key, and what was asked for is done once.
 */
export class IdempotencyStore {
  readonly #db: Database;
  readonly #box: SecretBox;

  constructor(db: Database, box: SecretBox) {
    this.#db = db;
    this.#box = box;
  }

  /**
   * The answer that this request got before; null where it is the first, and then {@link keep} or {@link forget} must
   * follow. Throws `conflict` while the first is being answered, `bad_request` where the key was another request's.
   */
  async claim(accountId: string, key: string, request: string): Promise<StoredResponse | null> {
    // Requests hold secrets too: passwords.
    const digest = this.#box.digest(request, place(accountId, key));
    await this.#db.execute(sql`
      delete from kept_answers where account_id = ${accountId} and (
        created_at < now() - ${KEPT}::interval
        or (status is null and created_at < now() - ${ANSWERED_WITHIN}::interval))`);
    const claimed = await this.#db.execute(sql`
      insert into kept_answers (account_id, idempotency_key, request_digest)
      values (${accountId}, ${key}, ${digest}) on conflict do nothing`);
    if (claimed === 1) return null;
    const kept = await this.#db.queryOne<{ request_digest: Buffer; status: number | null; body: Buffer | null }>(sql`
      select request_digest, status, body from kept_answers
      where account_id = ${accountId} and idempotency_key = ${key}`);
    if (kept !== null && !kept.request_digest.equals(digest)) {
      throw new AsfiledError('bad_request', 'This Idempotency-Key was used for another request.');
    }
    if (kept === null || kept.status === null || kept.body === null) {
      throw new AsfiledError('conflict', 'A request with this Idempotency-Key is being answered; ask again shortly.', {
        retry_after_seconds: 1,
      });
    }
    return { status: kept.status, body: this.#box.open(kept.body, place(accountId, key)) };
  }

  async keep(accountId: string, key: string, { status, body }: StoredResponse): Promise<void> {
    await this.#db.execute(sql`
      update kept_answers set status = ${status}, body = ${this.#box.seal(body, place(accountId, key))}
      where account_id = ${accountId} and idempotency_key = ${key}`);
  }

  /** What failed may be asked again. */
  async forget(accountId: string, key: string): Promise<void> {
    await this.#db.execute(sql`
      delete from kept_answers where account_id = ${accountId} and idempotency_key = ${key} and status is null`);
  }
}

function place(accountId: string, key: string): string {
  return `answer ${accountId} ${key}`;
}
