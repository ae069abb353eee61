import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listZipMembers, readZipMemberSync, streamZipMember, ZipError, type ZipMember } from './zip.ts';

interface Input {
  name: string;
  content: Buffer;
  isStored?: boolean;
  /** As written by a streaming tool: sizes after the data. */
  isStreamed?: boolean;
  /** False values for the headers. */
  claims?: { byteSize?: number; crc32?: number; method?: number; flags?: number };
}

/** Builds a minimal archive after PKWARE's APPNOTE. */
function zip(inputs: readonly Input[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, isStreamed = false, claims = {} } of inputs) {
    const packed = isStored ? content : deflateRawSync(content);
    const flags = claims.flags ?? (isStreamed ? 8 : 0);
    const method = claims.method ?? (isStored ? 0 : 8);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(claims.crc32 ?? crc32(content), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claims.byteSize ?? content.length, 8);
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    if (!isStreamed) sizes.copy(local, 14);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    sizes.copy(entry, 16);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    entry.write(name, 46);
    const descriptor = isStreamed ? Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), sizes]) : Buffer.alloc(0);
    parts.push(local, packed, descriptor);
    directory.push(entry);
    offset += local.length + packed.length + descriptor.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(inputs.length, 8);
  end.writeUInt16LE(inputs.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, entry) => sum + entry.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'asfiled-zip-'));
  path = join(folder, 'some.zip');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(inputs: readonly Input[]): Promise<ZipMember[]> {
  await writeFile(path, zip(inputs));
  return Array.fromAsync(listZipMembers(path));
}

function readSync(member: ZipMember, maxBytes?: number): Buffer {
  const fd = openSync(path, 'r');
  try {
    return readZipMemberSync(fd, member, maxBytes);
  } finally {
    closeSync(fd);
  }
}

async function readEachWay(member: ZipMember): Promise<Buffer[]> {
  return [readSync(member), Buffer.concat(await Array.fromAsync(await streamZipMember(path, member)))];
}

/** The members listed before the archive failed, and its error. */
async function listBroken(bytes: Buffer): Promise<{ names: string[]; members: ZipMember[]; error: unknown }> {
  await writeFile(path, bytes);
  const members: ZipMember[] = [];
  try {
    for await (const member of listZipMembers(path)) members.push(member);
  } catch (error) {
    return { names: members.map(({ name }) => name), members, error };
  }
  return { names: members.map(({ name }) => name), members, error: null };
}

const TEXT = Buffer.from('concept\tvalue\n'.repeat(1000));
const THREE: Input[] = [
  { name: 'a.txt', content: TEXT },
  { name: 'b.txt', content: Buffer.from('stored'), isStored: true },
  { name: 'folder/', content: Buffer.alloc(0), isStored: true },
  { name: 'folder/c.txt', content: TEXT.subarray(0, 700), isStreamed: true },
];

describe('reading archives', () => {
  test('lists members in directory order and reads each in three ways', async () => {
    const members = await write(THREE);
    expect(members.map(({ name, byteSize }) => [name, byteSize])).toEqual([
      ['a.txt', 14_000],
      ['b.txt', 6],
      ['folder/c.txt', 700],
    ]);
    const contents = [TEXT, Buffer.from('stored'), TEXT.subarray(0, 700)];
    for (const [n, member] of members.entries()) {
      for (const content of await readEachWay(member)) expect(content.equals(contents[n] ?? TEXT)).toBe(true);
    }
  });

  test('reads an empty member and an empty archive', async () => {
    const [member] = await write([{ name: 'empty', content: Buffer.alloc(0), isStored: true }]);
    for (const content of member === undefined ? [] : await readEachWay(member)) expect(content).toHaveLength(0);
    expect(await write([])).toEqual([]);
  });

  test('lists ten thousand members with few reads', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      name: `CIK${n}.json`,
      content: Buffer.from(`{"cik":${n}}`),
    }));
    const members = await write(many);
    expect(members).toHaveLength(10_000);
    expect(readSync(members[9_999] as ZipMember).toString()).toBe('{"cik":9999}');
  });
});

describe('incomplete archives', () => {
  test('cut at any position: lists the complete members, then reports the damage', async () => {
    const whole = zip(THREE);
    const [a, b, c] = await write(THREE);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three members expected');
    for (let length = 30; length < whole.length; length += 7) {
      const { names, members, error } = await listBroken(whole.subarray(0, length));
      expect(error).toMatchObject({ kind: 'truncated_zip' });
      const expected = [b.headerOffset, c.headerOffset - 37, whole.indexOf('PK\u0001\u0002', 0, 'latin1')];
      expect(names).toEqual(['a.txt', 'b.txt', 'folder/c.txt'].slice(0, expected.filter(end => end <= length).length));
      const [first] = members;
      if (first !== undefined) expect((await readEachWay(first))[0]?.equals(TEXT)).toBe(true);
    }
  });

  test('a damaged directory entry: finds the rest by their local headers', async () => {
    const bytes = zip(THREE);
    const second = bytes.indexOf('PK\u0001\u0002', bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 1, 'latin1');
    bytes.writeUInt32LE(0, second);
    const { names, error } = await listBroken(bytes);
    expect(names).toEqual(['a.txt', 'b.txt', 'folder/c.txt']);
    expect(error).toBeInstanceOf(ZipError);
  });

  test.each(['', 'PK', '<html>Not found</html>', 'x'.repeat(100_000)])(
    'rejects %.20j as not an archive',
    async text => {
      expect((await listBroken(Buffer.from(text))).error).toMatchObject({ kind: 'not_a_zip' });
    },
  );
});

describe('untrustworthy members', () => {
  async function failures(input: Input): Promise<unknown[]> {
    const [member] = await write([input]);
    if (member === undefined) throw new Error('a member expected');
    const attempts = [async () => readSync(member), async () => Array.fromAsync(await streamZipMember(path, member))];
    const errors: unknown[] = [];
    for (const attempt of attempts) errors.push(await attempt().catch((error: unknown) => error));
    return errors;
  }

  test.each([
    ['a wrong checksum', { name: 'a', content: TEXT, claims: { crc32: 1 } }, 'corrupt_member'],
    ['more bytes than stated', { name: 'a', content: TEXT, claims: { byteSize: 10 } }, 'corrupt_member'],
    ['fewer bytes than stated', { name: 'a', content: TEXT, claims: { byteSize: 20_000 } }, 'corrupt_member'],
    [
      'an invalid deflate stream',
      { name: 'a', content: Buffer.from('\u0007garbage'), isStored: true, claims: { method: 8 } },
      'corrupt_member',
    ],
    ['a bomb', { name: 'a', content: Buffer.alloc(8 << 20) }, 'zip_bomb'],
    ['an unknown compression method', { name: 'a', content: TEXT, claims: { method: 99 } }, 'unsupported_member'],
    ['an encrypted member', { name: 'a', content: TEXT, claims: { flags: 1 } }, 'unsupported_member'],
  ])('rejects %s', async (_name, input, kind) => {
    const errors = await failures(input);
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toMatchObject({ name: 'ZipError', kind });
  });

  test('reads nothing beyond the size limit', async () => {
    const [member] = await write([{ name: 'a', content: TEXT }]);
    expect(() => readSync(member as ZipMember, 100)).toThrow(expect.objectContaining({ kind: 'zip_bomb' }));
  });
});
