import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Mirror } from './mirror.ts';

let folder: string;
let mirror: Mirror;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'asfiled-mirror-'));
  mirror = new Mirror(folder);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function read(url: string): Promise<string | undefined> {
  return (await mirror.read({ url }))?.toString();
}

describe('reading', () => {
  test('finds a file by its name, then compressed, then as the index of a folder', async () => {
    await put('h.example/plain.json', 'plain');
    await put('h.example/packed.json.gz', gzipSync('packed'));
    await put('h.example/both.json', 'as it is');
    await put('h.example/both.json.gz', gzipSync('packed'));
    await put('h.example/folder/index', 'folder');
    await put('h.example/other/index.gz', gzipSync('packed folder'));
    expect(await read('https://h.example/plain.json')).toBe('plain');
    expect(await read('https://h.example/packed.json')).toBe('packed');
    expect(await read('https://h.example/both.json')).toBe('as it is');
    expect(await read('https://h.example/folder')).toBe('folder');
    expect(await read('https://h.example/folder/')).toBe('folder');
    expect(await read('https://h.example/other/')).toBe('packed folder');
  });

  test('returns null for unrecorded requests of any name', async () => {
    await put('h.example/a', 'a file, no folder');
    expect(await mirror.read({ url: 'https://h.example/b' })).toBeNull();
    expect(await mirror.read({ url: 'https://h.example/a/b' })).toBeNull();
    expect(await mirror.read({ url: `https://h.example/${'x'.repeat(300)}` })).toBeNull();
    expect(await mirror.read({ url: 'https://h.example/a?page=2' })).toBeNull();
  });

  test('names the damaged file', async () => {
    await put('h.example/cut.json.gz', gzipSync('x'.repeat(10_000)).subarray(0, 20));
    await expect(mirror.read({ url: 'https://h.example/cut.json' })).rejects.toThrow(
      /h\.example\/cut\.json\.gz is damaged/,
    );
  });
});

describe('recording', () => {
  test('returns recorded bytes, and keeps queries and forms apart', async () => {
    const requests = [
      { url: 'https://h.example/list?page=2&q=a b', form: { x: '1' } },
      { url: 'https://h.example/list?page=2&q=a b' },
      { url: 'https://h.example/list' },
      { url: 'https://h.example/list', json: { x: 1 } },
    ];
    for (const [n, request] of requests.entries()) await mirror.record(request, Buffer.from(`answer ${n}`));
    for (const [n, request] of requests.entries()) {
      expect((await mirror.read(request))?.toString()).toBe(`answer ${n}`);
    }
    expect(await readdir(join(folder, 'h.example'))).toHaveLength(4);
  });

  test('packs a file whose path is a folder too, whichever came first', async () => {
    await mirror.record({ url: 'https://h.example/lei/A' }, Buffer.from('record of A'));
    await mirror.record({ url: 'https://h.example/lei/A/isins' }, Buffer.from('isins of A'));
    await mirror.record({ url: 'https://h.example/lei/B/isins' }, Buffer.from('isins of B'));
    await mirror.record({ url: 'https://h.example/lei/B' }, Buffer.from('record of B'));
    expect((await readdir(join(folder, 'h.example/lei'))).sort()).toEqual(['A', 'A.gz', 'B', 'B.gz']);
    for (const [path, content] of [
      ['A', 'record of A'],
      ['A/isins', 'isins of A'],
      ['B', 'record of B'],
      ['B/isins', 'isins of B'],
    ]) {
      expect(await read(`https://h.example/lei/${path}`)).toBe(content);
    }
  });
});

test('lists the addresses that its index states for names with a digest', async () => {
  const long = { url: `https://h.example/search?q=${'x'.repeat(200)}` };
  const form = { url: 'https://h.example/ask', form: { text: 'y'.repeat(200) } };
  await mirror.record(long, Buffer.from('long'));
  await mirror.record(form, Buffer.from('form'));
  await mirror.record(long, Buffer.from('again'));
  expect(await mirror.list()).toEqual([`https://h.example/ask@@text=${'y'.repeat(200)}`, long.url]);
  await rm(join(folder, 'INDEX.tsv'));
  expect(await mirror.list()).toEqual([]);
});

test('copies a file that is recorded', async () => {
  await put('spool/file.zip', 'zip');
  await mirror.recordFile({ url: 'https://h.example/day.zip' }, join(folder, 'spool/file.zip'));
  expect(await read('https://h.example/day.zip')).toBe('zip');
});

test('lists every address that a file name states', async () => {
  await put('h.example/a.json.gz', gzipSync('{}'));
  await put('h.example/b@page=2', '');
  await put('h.example/c@@form=1', '');
  await put('h.example/d/index', '');
  await put('INDEX.tsv', '');
  await put('h.example/.e.json.partial', '');
  expect(await mirror.list()).toEqual([
    'https://h.example/a.json',
    'https://h.example/b?page=2',
    'https://h.example/c@@form=1',
    'https://h.example/d',
  ]);
});

const US = new URL('../../../../../../shared/data/us/mirror/', import.meta.url);

describe.skipIf(!existsSync(US))('the SEC mirror (skipped if it is missing)', () => {
  test('lists the submissions of fourteen filers and reads them', async () => {
    const us = new Mirror(US.pathname);
    const urls = await us.list();
    const submissions = urls.filter(url => /submissions\/CIK\d{10}\.json$/.test(url));
    expect(submissions).toHaveLength(14);
    for (const url of submissions) {
      expect(JSON.parse((await us.read({ url }))?.toString() ?? '')).toHaveProperty('name');
    }
  });
});
