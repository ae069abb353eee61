import { type Database, sql } from '../db/database.ts';
import { AsfiledError } from '../kernel/errors.ts';
import type { SecretBox } from '../kernel/secrets/secret-box.ts';

/** The response to a request. */
export interface StoredResponse {
  status: number;
  /** Empty for a response without a body. */
  body: string;
}

const RETENTION = '24 hours';
/** A request without a response by then is taken to have died with its process; the next one with its key runs again. */
const CLAIM_TIMEOUT = '2 minutes';

/**
 * Responses by Idempotency-Key (IETF draft idempotency-key-header). A client that missed the response retries with the
 * same key, and the request is executed once.
 */
export class IdempotencyStore {
  readonly #db: Database;
  readonly #box: SecretBox;

  constructor(db: Database, box: SecretBox) {
    this.#db = db;
    this.#box = box;
  }

  /**
   * The stored response to this request; null for the first request, which must be followed by {@link save} or
   * {@link release}. Throws `conflict` while the first request runs, `bad_request` if the key belongs to another request.
   */
  async claim(accountId: string, key: string, request: string): Promise<StoredResponse | null> {
    // A keyed digest, because requests may contain passwords.
    const digest = this.#box.digest(request, sealContext(accountId, key));
    await this.#db.execute(sql`
      delete from kept_answers where account_id = ${accountId} and (
        created_at < now() - ${RETENTION}::interval
        or (status is null and created_at < now() - ${CLAIM_TIMEOUT}::interval))`);
    const claimed = await this.#db.execute(sql`
      insert into kept_answers (account_id, idempotency_key, request_digest)
      values (${accountId}, ${key}, ${digest}) on conflict do nothing`);
    if (claimed === 1) return null;
    const kept = await this.#db.queryOne<{ request_digest: Buffer; status: number | null; body: Buffer | null }>(sql`
      select request_digest, status, body from kept_answers
      where account_id = ${accountId} and idempotency_key = ${key}`);
    if (kept !== null && !kept.request_digest.equals(digest)) {
      throw new AsfiledError('bad_request', 'This Idempotency-Key was already used for a different request.');
    }
    if (kept === null || kept.status === null || kept.body === null) {
      throw new AsfiledError('conflict', 'A request with this Idempotency-Key is still in progress. Retry shortly.', {
        retry_after_seconds: 1,
      });
    }
    return { status: kept.status, body: this.#box.open(kept.body, sealContext(accountId, key)) };
  }

  async save(accountId: string, key: string, { status, body }: StoredResponse): Promise<void> {
    await this.#db.execute(sql`
      update kept_answers set status = ${status}, body = ${this.#box.seal(body, sealContext(accountId, key))}
      where account_id = ${accountId} and idempotency_key = ${key}`);
  }

  /** Releases the key of a failed request, so that it can be retried. */
  async release(accountId: string, key: string): Promise<void> {
    await this.#db.execute(sql`
      delete from kept_answers where account_id = ${accountId} and idempotency_key = ${key} and status is null`);
  }
}

function sealContext(accountId: string, key: string): string {
  return `answer ${accountId} ${key}`;
}
