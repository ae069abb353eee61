import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Generates the secret of a link, and the digest that is stored in its place. */
export function createToken(): { token: string; digest: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, digest: digestOfToken(token) };
}

/** SHA-256 suffices: a token has 256 random bits, so its digest cannot be reversed by guessing. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
