import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_SWIFT, SWIFT_TIMEOUT_MS, type Swift, startSwift } from '../../test/stand-ins/swift.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { openDelivery } from './open-delivery.ts';
import { S3Archive } from './s3-archive.ts';
import { S3Client } from './s3-client.ts';

const folder = useTemporaryFolder();

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.skipIf(!HAS_SWIFT)('an archive in a bucket (skipped without OpenStack Swift: see .ci/run)', () => {
  let swift: Swift;
  let archive: S3Archive;

  beforeAll(async () => {
    swift = await startSwift();
    archive = new S3Archive({ ...swift.settings, folder: join(folder.path, 'copies') });
  }, SWIFT_TIMEOUT_MS);
  afterAll(() => swift.stop());

  function keyOf(sha256: string): string {
    return `raw/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
  }

  function overwrite(sha256: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<unknown> {
    const body = { sha256: digestOf(bytes), byteSize: bytes.length, open: () => bytes };
    return new S3Client(swift.settings).send({ method: 'PUT', key: keyOf(sha256), headers, body });
  }

  it('stores text gzip-encoded and other bytes unchanged, addressed by the digest of the decoded bytes', async () => {
    const text = Buffer.from('<p>Net sales rose.</p>'.repeat(5_000));
    const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), randomBytes(5_000)]);
    for (const [bytes, encoding] of [
      [text, 'gzip'],
      [picture, 'identity'],
      [Buffer.alloc(0), 'gzip'],
    ] as const) {
      const put = await archive.put(bytes);
      expect(put).toEqual({ sha256: digestOf(bytes), byteSize: bytes.length });
      expect(await archive.put(bytes)).toEqual(put);
      expect(await archive.encodingOf(put.sha256)).toBe(encoding);
      expect((await archive.read(put.sha256)).equals(bytes)).toBe(true);
    }
  });

  it('distinguishes missing and damaged objects', async () => {
    await expect(archive.read('0'.repeat(64))).rejects.toMatchObject({ code: 'not_archived' });
    const { sha256 } = await archive.put(Buffer.from('to be damaged'));
    await overwrite(sha256, Buffer.from('something else'));
    await expect(archive.read(sha256)).rejects.toMatchObject({ code: 'not_archived' });
    await overwrite(sha256, Buffer.from('no gzip'), { 'content-encoding': 'gzip' });
    await expect(buffer(await archive.openStream(sha256))).rejects.toMatchObject({ code: 'not_archived' });
    await archive.remove(sha256);
    expect(await archive.has(sha256)).toBe(false);
    await archive.put(Buffer.from('to be damaged'));
    expect(await archive.has(sha256)).toBe(true);
  });

  it('stores large files without holding them in memory, and copies them back for random access', async () => {
    const source = join(folder.path, 'bulk.zip');
    const block = randomBytes(1 << 20);
    await pipeline(Readable.from(Array.from({ length: 48 }, () => block)), createWriteStream(source));
    const before = process.memoryUsage().rss;
    const { sha256, byteSize } = await archive.putFile(source);
    expect(byteSize).toBe(48 << 20);
    const kept = await archive.localPath(sha256);
    rmSync(kept);
    const again = await archive.localPath(sha256);
    expect(statSync(again).size).toBe(48 << 20);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
    expect(readdirSync(join(folder.path, 'copies/incoming'))).toEqual([]);
    await expect(archive.localPath('1'.repeat(64))).rejects.toMatchObject({ code: 'not_archived' });
  });

  it('keeps the six most recently used local copies', async () => {
    const paths: string[] = [];
    for (let n = 0; n < 8; n++) {
      const source = join(folder.path, `part-${n}.zip`);
      writeFileSync(source, `part ${n}`);
      const { sha256 } = await archive.putFile(source);
      paths.push(await archive.localPath(sha256));
    }
    await archive.sweep();
    expect(paths.filter(path => existsSync(path))).toHaveLength(6);
    expect(existsSync(paths.at(-1) ?? '')).toBe(true);
  });

  it('lists more objects than fit one page, ordered by digest', async () => {
    const digests = new Set((await Array.fromAsync(archive.list())).map(listedObject => listedObject.sha256));
    for (let n = 0; n < 12; n++) digests.add((await archive.put(Buffer.from(`object ${n}`))).sha256);
    await new S3Client(swift.settings).send({ method: 'PUT', key: 'raw/ab/cd/not-ours' });
    const walked = (await Array.fromAsync(new S3Archive(swift.settings, 5).list())).map(
      listedObject => listedObject.sha256,
    );
    expect(walked).toEqual([...digests].toSorted());
  });

  describe('presigned links', () => {
    const html = Buffer.from('<html>Annual report</html>'.repeat(100));

    async function link(at: Date = new Date()): Promise<string> {
      const { sha256 } = await archive.put(html);
      const file = { sha256, fileName: 'AURW_10-K_2024-02-19.htm', contentType: 'text/html' };
      return (await openDelivery(swift.settings, Buffer.alloc(32))).issue(file, at);
    }

    it("return the file's name, type and encoding", async () => {
      const response = await request(await link());
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html',
        'content-encoding': 'gzip',
        'content-disposition': 'attachment; filename="AURW_10-K_2024-02-19.htm"',
      });
      await response.body.dump();
      const decoded = await fetch(await link());
      expect(digestOf(Buffer.from(await decoded.arrayBuffer()))).toBe(digestOf(html));
    });

    it('are rejected when tampered with, unsigned, signed with another key, or expired', async () => {
      const good = new URL(await link());
      const { sha256: other } = await archive.put(Buffer.from('another document'));
      const changed = (change: (url: URL) => void): string => {
        const copy = new URL(good);
        change(copy);
        return copy.href;
      };
      const settings = { ...swift.settings, secretAccessKey: 'wrong' };
      const file = { fileName: 'a.htm', contentType: 'text/html' };
      const stranger = await new S3Archive(settings).presign(
        other,
        { 'content-type': file.contentType },
        600,
        new Date(),
      );
      const refused = [
        changed(url => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))),
        changed(url => url.searchParams.set('response-content-type', 'application/x-evil')),
        changed(url => url.searchParams.set('X-Amz-Expires', '999999')),
        changed(url => {
          url.pathname = `/filings/${keyOf(other)}`;
        }),
        changed(url => {
          url.search = '';
        }),
        stranger,
        await link(new Date(Date.now() - 601_000)),
      ];
      for (const url of refused) {
        const { status } = await fetch(url);
        expect([400, 401, 403], url).toContain(status);
      }
      expect((await fetch(await link(new Date(Date.now() - 500_000)))).status).toBe(200);
    });

    it('are issued only for existing objects', async () => {
      const delivery = await openDelivery(swift.settings, Buffer.alloc(32));
      const gone = { sha256: '0'.repeat(64), fileName: 'a.htm', contentType: 'text/html' };
      await expect(delivery.issue(gone, new Date())).rejects.toMatchObject({ code: 'not_archived' });
      await expect(delivery.open('a.htm', {}, new Date())).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  it('reports delivery_unavailable with a retry interval if the store refuses or does not respond', async () => {
    const refused = new S3Archive({ ...swift.settings, secretAccessKey: 'wrong' });
    const unavailable = { code: 'delivery_unavailable', details: { retry_after_seconds: 30 } };
    await expect(refused.has('0'.repeat(64))).rejects.toMatchObject(unavailable);
    const nowhere = new S3Archive({ ...swift.settings, endpoint: 'http://127.0.0.1:9' });
    await expect(nowhere.put(Buffer.from('x'))).rejects.toMatchObject(unavailable);
  });
});
