import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { loadOrCreateKey } from './load-or-create-key.ts';

const folder = useTemporaryFolder();

it('processes that start together create one key, readable by its owner only', async () => {
  const data = join(folder.path, 'data');
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateKey(data, 'downloads', null)));
  expect(new Set(keys.map(key => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  const path = join(data, 'keys/downloads.key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, 'short');
  await expect(loadOrCreateKey(data, 'downloads', null)).rejects.toThrow(/32 bytes/);
});
