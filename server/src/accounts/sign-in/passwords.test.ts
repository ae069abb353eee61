import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, passwordProblem, verifyPassword } from './passwords.ts';

describe('a password', () => {
  it('is stored as argon2id with OWASP’s parameters and its own salt', async () => {
    const [one, other] = await Promise.all([hashPassword('a long password'), hashPassword('a long password')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await verifyPassword(one, 'a long password')).toBe(true);
    expect(await verifyPassword(one, 'a long passwore')).toBe(false);
    expect(await verifyPassword(null, 'a long password')).toBe(false);
  });

  it('matches regardless of Unicode composition', async () => {
    const hash = await hashPassword('pass\u00e9word-long');
    expect(await verifyPassword(hash, 'passe\u0301word-long')).toBe(true);
  });

  // From argon2-cffi's documentation of its PHC strings: other parameters, four lanes.
  it('is verified with the parameters of its hash', async () => {
    const hash = '$argon2id$v=19$m=65536,t=3,p=4$MIIRqgvgQbgj220jfp0MPA$YfwJSVjtjSU0zzV/P3S9nnQ/USre2wvJMjfCIjrTQbg';
    expect(await verifyPassword(hash, 'correct horse battery staple')).toBe(true);
    expect(await verifyPassword(hash, 'correct horse battery stable')).toBe(false);
    expect(needsRehash(hash)).toBe(true);
    expect(needsRehash(await hashPassword('a long password'))).toBe(false);
  });

  it('is rejected if it is short, long, common, of few distinct characters, or the email address', () => {
    const fault = (password: string) => passwordProblem(password, 'someone@example.org');
    expect(fault('nine long')).toBe('must have at least 10 characters');
    expect(fault('ten long !')).toBeNull();
    expect(fault('🦉'.repeat(9))).toBe('must have at least 10 characters');
    expect(fault(`${'abcde'.repeat(51)}f`)).toBeNull();
    expect(fault(`${'abcde'.repeat(51)}fg`)).toBe('must have at most 256 characters');
    expect(fault('Password123')).toBe('is too common');
    expect(fault('ababababababab')).toBe('must have at least 4 different characters');
    expect(fault('someone@example.org')).toBe('must not be the email address');
  });
});
