import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskArchive } from './disk-archive.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'archive-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('an object is found by the digest of its decoded bytes, and lies compressed', async () => {
  const archive = new DiskArchive(root);
  const bytes = Buffer.from('revenue '.repeat(10_000));
  const put = await archive.put(bytes);
  expect(put).toEqual({ sha256: digestOf(bytes), byteSize: 80_000 });
  expect(await archive.read(put.sha256)).toEqual(bytes);
  const path = join(root, put.sha256.slice(0, 2), put.sha256.slice(2, 4), `${put.sha256}.zst`);
  expect(statSync(path).size).toBeLessThan(1_000);
});

test('writing the same bytes twice, or at once, leaves one object and nothing incoming', async () => {
  const archive = new DiskArchive(root);
  const bytes = Buffer.from('the same');
  await Promise.all([archive.put(bytes), archive.put(bytes), archive.put(bytes)]);
  expect(readdirSync(join(root, 'incoming'))).toEqual([]);
  expect(await archive.read(digestOf(bytes))).toEqual(bytes);
});

test('a file is taken in as it is, and has a path for reading at random places', async () => {
  const archive = new DiskArchive(root);
  const source = join(root, 'bulk.zip');
  const bytes = Buffer.alloc(3_000_000, 'PK');
  writeFileSync(source, bytes);
  const put = await archive.putFile(source);
  expect(put).toEqual({ sha256: digestOf(bytes), byteSize: 3_000_000 });
  expect(statSync(await archive.localPath(put.sha256)).size).toBe(3_000_000);
  expect((await archive.read(put.sha256)).equals(bytes)).toBe(true);
});

test('damage and absence are told apart from an answer', async () => {
  const archive = new DiskArchive(root);
  const { sha256 } = await archive.put(Buffer.from('to be damaged'));
  const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.zst`);
  writeFileSync(path, 'no zstd');
  await expect(archive.read(sha256)).rejects.toMatchObject({ code: 'not_archived' });
  await expect(archive.read('0'.repeat(64))).rejects.toThrow(/no object 0000/);
  await expect(archive.localPath('0'.repeat(64))).rejects.toMatchObject({ code: 'not_archived' });
});

test('leftovers of a killed process are swept, those of a running one stay', async () => {
  const archive = new DiskArchive(root);
  const gone = spawnSync('true').pid;
  mkdirSync(join(root, 'incoming'), { recursive: true });
  writeFileSync(join(root, 'incoming', `${gone}-half`), 'half');
  writeFileSync(join(root, 'incoming', `${process.pid}-half`), 'half');
  expect(await archive.sweep()).toBe(1);
  expect(readdirSync(join(root, 'incoming'))).toEqual([`${process.pid}-half`]);
});
