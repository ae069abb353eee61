import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, digestOfKey, findKey } from '../accounts/keys/api-keys.ts';
import type { Database } from '../db/database.ts';

const EMAIL = 'local@localhost';

/**
 * The key for the first calls to a new service. The database stores only digests of keys, so this one is kept in
 * `<data>/local-key`, readable by its owner only. Creates a new key if the file or its row is missing.
 */
export async function loadOrCreateLocalKey(db: Database, dataFolder: string): Promise<{ key: string; file: string }> {
  const file = join(dataFolder, 'local-key');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '' && (await findKey(db, digestOfKey(kept), new Date())) !== null) return { key: kept, file };
  const { key } = await createKey(db, { email: EMAIL, plan: 'business', name: 'local' });
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return { key, file };
}
