import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A secret of a link, and the digest that is kept of it. */
export function createToken(): { token: string; digest: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, digest: digestOfToken(token) };
}

/** SHA-256: a token has 256 random bits, which no amount of guessing gets at from its digest. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
