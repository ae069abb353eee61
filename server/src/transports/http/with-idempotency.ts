import type { FastifyRequest } from 'fastify';
import type { Access } from '../../accounts/account.ts';
import type { IdempotencyStore, StoredResponse } from '../../accounts/idempotency-store.ts';
import { AsfiledError } from '../../kernel/errors.ts';

/** Printable ASCII, as a header may carry it. */
const KEY = /^[\x21-\x7e]{1,128}$/;

/**
 * Executes a request, or returns the stored response to an earlier request with the same Idempotency-Key. Requests
 * without that header are always executed. Failures are not stored, so they can be retried.
 */
export async function withIdempotency(
  store: IdempotencyStore | undefined,
  access: Access | null,
  request: FastifyRequest,
  execute: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || store === undefined || access === null) return execute();
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AsfiledError(
      'bad_request',
      'Idempotency-Key must be 1 to 128 printable ASCII characters without spaces.',
    );
  }
  const { accountId } = access.account;
  const stored = await store.claim(accountId, key, JSON.stringify([request.method, request.url, request.body ?? null]));
  if (stored !== null) return stored;
  try {
    const response = await execute();
    await store.save(accountId, key, response);
    return response;
  } catch (error) {
    await store.release(accountId, key);
    throw error;
  }
}
