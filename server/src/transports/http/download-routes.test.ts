import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { openTestArchive } from '../../../test/seeds/documents.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
let api: TestApi;
let base: string;

beforeAll(async () => {
  api = await createTestApi(database.db, { delivery: openTestArchive(folder.path).delivery });
  base = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.server.close());

async function linkTo(bytes: Buffer, contentType: string): Promise<{ url: string; path: string }> {
  const { archive, delivery, root } = openTestArchive(folder.path);
  const { sha256 } = await archive.put(bytes);
  const url = base + (await delivery.issue({ sha256, fileName: 'AURW_10-K_2024-02-19.htm', contentType }, new Date()));
  return { url, path: join(root, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.zst`) };
}

it('streams large files completely in constant memory', async () => {
  const block = randomBytes(1 << 20).toString('hex');
  const { url } = await linkTo(Buffer.from(block.repeat(40)), 'text/html');
  const before = process.memoryUsage().rss;
  const response = await fetch(url);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  let received = 0;
  for await (const chunk of response.body ?? []) received += chunk.length;
  expect(received).toBe(80 << 20);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 << 20);
});

it('aborts the response for a file that was corrupted in the archive', async () => {
  const good = Buffer.from('<html>Net sales</html>'.repeat(100_000));
  for (const contentType of ['text/html', 'application/octet-stream']) {
    const { url, path } = await linkTo(good, contentType);
    writeFileSync(path, zstdCompressSync(Buffer.concat([good.subarray(1), Buffer.from('!')])));
    await expect(fetch(url).then(response => response.arrayBuffer())).rejects.toThrow();
    writeFileSync(path, zstdCompressSync(good).subarray(0, 60));
    await expect(fetch(url).then(response => response.arrayBuffer())).rejects.toThrow();
    writeFileSync(path, zstdCompressSync(good));
    expect((await fetch(url).then(response => response.arrayBuffer())).byteLength).toBe(good.length);
  }
});

it('sends the bytes as they are to a client that names no coding', async () => {
  const bytes = Buffer.from('<html>Net sales</html>'.repeat(1_000));
  const { url } = await linkTo(bytes, 'text/html');
  const response = await new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).on('error', reject));
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(await buffer(response)).toEqual(bytes);
});

it('rejects hostile links with a client error', async () => {
  for (const path of [
    '/downloads/..%2f..%2fetc%2fpasswd?sha256=..%2f..%2fetc%2fpasswd&type=text/html&expires=99999999999&signature=AAAA',
    '/downloads/a?sha256[]=a&type=b&expires=c&signature=d',
    `/downloads/a?sha256=${'a'.repeat(64)}&type=text/html&expires=1e99&signature=${'A'.repeat(43)}`,
    '/downloads/%00?signature=%00&sha256=%00&type=%00&expires=%00',
  ]) {
    const response = await fetch(base + path);
    expect(response.status, path).toBe(403);
    expect(await response.json()).toMatchObject({ error: 'forbidden', request_id: expect.any(String) });
  }
});

it('accepts one spelling of a signature', async () => {
  const { url } = await linkTo(Buffer.from('Net sales'), 'text/plain');
  const { signature = '' } = Object.fromEntries(new URL(url).searchParams);
  expect((await fetch(url)).status).toBe(200);
  // The last character of 43 has two unused bits, so three other characters decode to the same bytes.
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = ALPHABET.indexOf(signature.slice(-1));
  const sameBytes = [1, 2, 3].map(bits => signature.slice(0, -1) + ALPHABET.charAt(last ^ bits));
  const standard = signature.replaceAll('-', '+').replaceAll('_', '/');
  for (const other of [...sameBytes, `${signature}=`, `${standard}=`, ` ${signature}`, `${signature}\n`]) {
    const changed = new URL(url);
    changed.searchParams.set('signature', other);
    expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(signature, 'base64'));
    expect((await fetch(changed)).status, other).toBe(403);
  }
});
