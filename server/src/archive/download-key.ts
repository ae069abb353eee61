import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

/**
 * The key that signs download links: kept in the data folder, made where there is none. Processes that start together
 * end up with the same.
 */
export async function downloadKey(dataFolder: string): Promise<Buffer> {
  const path = join(dataFolder, 'keys', 'downloads.key');
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
