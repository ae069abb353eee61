import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
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

test('stores an object compressed, addressed by the digest of its decoded bytes', async () => {
  const archive = new DiskArchive(root);
  const bytes = Buffer.from('revenue '.repeat(10_000));
  const put = await archive.put(bytes);
  expect(put).toEqual({ sha256: digestOf(bytes), byteSize: 80_000 });
  expect(await archive.read(put.sha256)).toEqual(bytes);
  const path = join(root, put.sha256.slice(0, 2), put.sha256.slice(2, 4), `${put.sha256}.zst`);
  expect(statSync(path).size).toBeLessThan(1_000);
});

test('writing the same bytes twice or concurrently leaves one object and no incoming file', async () => {
  const archive = new DiskArchive(root);
  const bytes = Buffer.from('the same');
  await Promise.all([archive.put(bytes), archive.put(bytes), archive.put(bytes)]);
  expect(readdirSync(join(root, 'incoming'))).toEqual([]);
  expect(await archive.read(digestOf(bytes))).toEqual(bytes);
});

test('stores a file unchanged and returns a path for random access', async () => {
  const archive = new DiskArchive(root);
  const source = join(root, 'bulk.zip');
  const bytes = Buffer.alloc(3_000_000, 'PK');
  writeFileSync(source, bytes);
  const put = await archive.putFile(source);
  expect(put).toEqual({ sha256: digestOf(bytes), byteSize: 3_000_000 });
  expect(statSync(await archive.localPath(put.sha256)).size).toBe(3_000_000);
  expect((await archive.read(put.sha256)).equals(bytes)).toBe(true);
});

test('distinguishes damaged and missing objects', async () => {
  const archive = new DiskArchive(root);
  const { sha256 } = await archive.put(Buffer.from('to be damaged'));
  const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.zst`);
  writeFileSync(path, 'no zstd');
  await expect(archive.read(sha256)).rejects.toMatchObject({ code: 'not_archived' });
  await expect(archive.read('0'.repeat(64))).rejects.toThrow(/no object 0000/);
  await expect(archive.localPath('0'.repeat(64))).rejects.toMatchObject({ code: 'not_archived' });
});

test('sweeps leftovers of a killed process but not those of a running one or of other machines', async () => {
  const archive = new DiskArchive(root);
  const host = hostname().replace(/[^A-Za-z0-9]/g, '_');
  const names = [`${spawnSync('true').pid}-${host}-half`, `${process.pid}-${host}-half`, '1-elsewhere-half'];
  mkdirSync(join(root, 'incoming'), { recursive: true });
  for (const name of names) writeFileSync(join(root, 'incoming', name), 'half');
  expect(await archive.sweep()).toBe(1);
  expect(readdirSync(join(root, 'incoming')).sort()).toEqual(names.slice(1).sort());
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(root, 'incoming', '1-elsewhere-half'), yesterday, yesterday);
  expect(await archive.sweep()).toBe(1);
});

test('a stream yields the decoded bytes and fails at its end if the digest differs', async () => {
  const archive = new DiskArchive(root);
  const bytes = Buffer.from('net sales '.repeat(50_000));
  const { sha256 } = await archive.put(bytes);
  expect((await buffer(await archive.openStream(sha256))).equals(bytes)).toBe(true);
  const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.zst`);
  writeFileSync(path, zstdCompressSync(Buffer.from('something else')));
  await expect(buffer(await archive.openStream(sha256))).rejects.toMatchObject({ code: 'not_archived' });
  writeFileSync(path, 'no zstd at all');
  await expect(buffer(await archive.openStream(sha256))).rejects.toMatchObject({ code: 'not_archived' });
  await expect(archive.openStream('0'.repeat(64))).rejects.toMatchObject({ code: 'not_archived' });
});

test('lists every object once, ordered by digest, and removed objects no longer', async () => {
  const archive = new DiskArchive(root);
  const digests: string[] = [];
  for (const text of ['a', 'b', 'c', 'd', 'e']) digests.push((await archive.put(Buffer.from(text))).sha256);
  const source = join(root, 'as-a-file');
  writeFileSync(source, 'a');
  await archive.putFile(source);
  const walked = async () => (await Array.fromAsync(archive.list())).map(listedObject => listedObject.sha256);
  expect(await walked()).toEqual(digests.toSorted());
  await archive.remove(digests[0] ?? '');
  expect(await walked()).toEqual(digests.slice(1).toSorted());
  expect(await archive.has(digests[0] ?? '')).toBe(false);
  expect(await archive.has(digests[1] ?? '')).toBe(true);
});

test('reports a missing archive folder as an outage, not as an empty archive', async () => {
  const archive = new DiskArchive(join(root, 'unmounted'));
  await expect(archive.has('0'.repeat(64))).rejects.toMatchObject({ code: 'delivery_unavailable' });
});
