import { afterEach, expect, it, vi } from 'vitest';
import { databaseUrl, useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { sql } from '../../db/database.ts';
import { runProgram } from '../program.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const inherited = { ...process.env };

afterEach(() => {
  vi.restoreAllMocks();
  process.env = { ...inherited };
  process.exitCode = undefined;
});

async function run(...words: string[]): Promise<{ code: number; json: Record<string, unknown> }> {
  process.env = { ...inherited, DATABASE_URL: databaseUrl(database.connection), ASFILED_DATA: folder.path };
  let stdout = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    stdout += text;
    return true;
  });
  const code = await runProgram(['node', 'asfiled', 'oauth', ...words]);
  vi.restoreAllMocks();
  return { code, json: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}') };
}

it('replaces the signing keys and prints how many old ones still verify', async () => {
  const sealed = async () =>
    (await database.db.queryOne<{ text: string }>(sql`select encode(sealed, 'hex') as text from oauth_keys`))?.text;
  expect(await run('rotate-keys')).toEqual({ code: 0, json: { kid: expect.any(String), old_keys: 1 } });
  const before = await sealed();
  expect((await run('rotate-keys')).json).toMatchObject({ old_keys: 2 });
  expect(await sealed()).not.toBe(before);
  expect((await run('rotate-keys', '--retire-old')).json).toMatchObject({ old_keys: 0 });
});
