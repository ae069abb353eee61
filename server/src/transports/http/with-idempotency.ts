import type { FastifyRequest } from 'fastify';
import type { Access } from '../../accounts/account.ts';
import type { IdempotencyStore, StoredResponse } from '../../accounts/idempotency-store.ts';
import { AsfiledError } from '../../kernel/errors.ts';

/** Printable ASCII, as a header may carry it. */
const KEY = /^[\x21-\x7e]{1,128}$/;

/**
 * Answers a request, or gives again what one with the same Idempotency-Key was answered. Without that header, each is
 * answered. What fails is not kept: it may be asked again.
 */
export async function withIdempotency(
  kept: IdempotencyStore | undefined,
  access: Access | null,
  request: FastifyRequest,
  answer: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || kept === undefined || access === null) return answer();
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AsfiledError('bad_request', 'Idempotency-Key must be 1 to 128 printable characters without blanks.');
  }
  const { accountId } = access.account;
  const before = await kept.claim(accountId, key, JSON.stringify([request.method, request.url, request.body ?? null]));
  if (before !== null) return before;
  try {
    const made = await answer();
    await kept.keep(accountId, key, made);
    return made;
  } catch (error) {
    await kept.forget(accountId, key);
    throw error;
  }
}
