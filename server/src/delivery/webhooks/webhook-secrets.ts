import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { secretContext } from './webhook-sender.ts';

const SECRET_BYTES = 32;

/** Generates a secret: 32 random bytes in hexadecimal. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/** Encrypts a secret for storage, bound to its webhook. */
export function sealSecret(context: OperationContext, webhookId: string, secret: string): Buffer {
  return boxOf(context).seal(secret, secretContext(webhookId));
}

/** Decrypts a secret of {@link sealSecret}. Throws if it was sealed for another webhook or with another key. */
export function openSecret(context: OperationContext, webhookId: string, sealed: Buffer): string {
  return boxOf(context).open(sealed, secretContext(webhookId));
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function boxOf({ secretBox }: OperationContext): SecretBox {
  if (secretBox !== undefined) return secretBox;
  throw new AsfiledError('delivery_unavailable', 'Secret storage is temporarily unavailable. Retry later.', {
    retry_after_seconds: 60,
  });
}
