import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { secretContext } from './webhook-sender.ts';

const SECRET_BYTES = 32;

/** A secret for whoever brought none: 32 random bytes in hexadecimal. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/** A secret as it rests: sealed for its webhook, so that it opens in no other row. */
export function sealSecret(context: OperationContext, webhookId: string, secret: string): Buffer {
  return boxOf(context).seal(secret, secretContext(webhookId));
}

/** The secret that {@link sealSecret} sealed. Throws where it was sealed for another webhook or with another key. */
export function openSecret(context: OperationContext, webhookId: string, sealed: Buffer): string {
  return boxOf(context).open(sealed, secretContext(webhookId));
}

/** Compares in a time that tells nothing of where the two differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function boxOf({ secretBox }: OperationContext): SecretBox {
  if (secretBox !== undefined) return secretBox;
  throw new AsfiledError('delivery_unavailable', 'Secrets cannot be kept here at the moment; try again later.', {
    retry_after_seconds: 60,
  });
}
