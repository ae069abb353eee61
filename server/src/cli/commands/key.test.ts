import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { runAsfiled } from '../../../test/service/run-asfiled.ts';
import { createAuthenticator } from '../../accounts/authenticator.ts';

const database = useTestDatabase();

function asfiled(...words: string[]): { code: number | null; lastLine: string; stderr: string } {
  const { stdout, ...ended } = runAsfiled(database, ...words);
  return { ...ended, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '' };
}

describe('asfiled key', () => {
  it('creates a key that works, prints it as JSON on the last line, and revokes it', async () => {
    const made = asfiled('key', 'create', '--email', 'Someone@Example.org', '--plan', 'pro', '--expires', '2099-12-31');
    expect(made.code).toBe(0);
    const response = JSON.parse(made.lastLine) as { key: string; key_id: string };
    expect(response).toMatchObject({
      email: 'someone@example.org',
      plan: 'pro',
      name: 'cli',
      expires_at: '2100-01-01T00:00:00Z',
    });
    const knows = () => createAuthenticator({ db: database.db, now: () => new Date() }).authenticate(response.key);
    expect(await knows()).toMatchObject({ credential: { id: response.key_id }, account: { plan: 'pro' } });
    expect(asfiled('key', 'revoke', response.key_id)).toMatchObject({ code: 0 });
    expect(await knows()).toBeNull();
    expect(asfiled('key', 'revoke', response.key_id)).toMatchObject({ code: 1 });
  });

  it('reports wrong usage with exit code 2', () => {
    for (const words of [
      ['create', '--plan', 'pro'],
      ['create', '--email', 'nobody', '--plan', 'pro'],
      ['create', '--email', 'a@example.org', '--plan', 'gold'],
      ['create', '--email', 'a@example.org', '--plan', 'pro', '--expires', '2026-02-30'],
      ['create', '--email', 'a@example.org', '--plan', 'pro', '--expires', '2020-01-01'],
      ['revoke', 'afk_x'],
    ]) {
      const { code, stderr } = asfiled('key', ...words);
      expect(code, words.join(' ')).toBe(2);
      expect(stderr).toContain('error:');
    }
  });
});
