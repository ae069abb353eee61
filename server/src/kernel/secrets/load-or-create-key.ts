import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** What a key of ours is for: links to downloads are signed with one, secrets in the database encrypted with another. */
export type KeyUse = 'downloads' | 'secrets';

/**
 * The 32 bytes that serve a use: the digest of what the operator gives, else a key that is kept in the data folder, made
 * where there is none. Processes that start together end up with the same.
 */
export async function loadOrCreateKey(dataFolder: string, use: KeyUse, given: string | null): Promise<Buffer> {
  if (given !== null) return createHash('sha256').update(given).digest();
  const path = join(dataFolder, 'keys', `${use}.key`);
  const known = await readKey(path);
  if (known !== null) return known;
  await mkdir(join(dataFolder, 'keys'), { recursive: true, mode: 0o700 });
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Unlike a rename, a link never takes the place of the key that another process has made meanwhile.
    await link(own, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(own, { force: true });
  }
  const made = await readKey(path);
  if (made === null) throw new Error(`${path} is no key: it must have ${KEY_BYTES} bytes`);
  return made;
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    const key = await readFile(path);
    if (key.length !== KEY_BYTES) throw new Error(`${path} is no key: it must have ${KEY_BYTES} bytes`);
    return key;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
