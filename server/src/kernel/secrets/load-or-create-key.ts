import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** Purposes of our keys: signing download links and encrypting secrets in the database. */
export type KeyUse = 'downloads' | 'secrets';

/**
 * The 32-byte key for a use: the SHA-256 digest of the operator's `setting` if there is one, otherwise a key file in the
 * data folder, created on first use. Processes that start together agree on one key.
 */
export async function loadOrCreateKey(dataFolder: string, use: KeyUse, setting: string | null): Promise<Buffer> {
  if (setting !== null) return createHash('sha256').update(setting).digest();
  const path = join(dataFolder, 'keys', `${use}.key`);
  const existing = await readKey(path);
  if (existing !== null) return existing;
  await mkdir(join(dataFolder, 'keys'), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Unlike a rename, a link never replaces a key that another process has created meanwhile.
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const created = await readKey(path);
  if (created === null) throw new Error(`${path} is not a valid key: it must have ${KEY_BYTES} bytes`);
  return created;
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    const key = await readFile(path);
    if (key.length !== KEY_BYTES) throw new Error(`${path} is not a valid key: it must have ${KEY_BYTES} bytes`);
    return key;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
