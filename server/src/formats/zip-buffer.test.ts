import { describe, expect, test } from 'vitest';
import { makeZip } from '../../test/write-zip.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from './zip.ts';

function kindOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ZipError) return error.kind;
    throw error;
  }
  return 'none';
}

describe('listZipBuffer', () => {
  const zip = makeZip({ 'a/reports/report.xhtml': '<html/>'.repeat(100), 'a/META-INF/catalog.xml': 'x' });

  test('lists members in order and reads their bytes', () => {
    const members = listZipBuffer(zip);
    expect(members.map(member => member.name)).toEqual(['a/reports/report.xhtml', 'a/META-INF/catalog.xml']);
    const [first] = members;
    if (first === undefined) throw new Error('no member');
    expect(readZipBufferMember(zip, first).toString()).toBe('<html/>'.repeat(100));
    expect(kindOf(() => readZipBufferMember(zip, first, 10))).toBe('zip_bomb');
  });

  test('rejects an archive with a path that leaves it', () => {
    for (const name of ['../a', '/etc/passwd', 'a/../../b', 'C:/x', '..\\x']) {
      expect(kindOf(() => listZipBuffer(makeZip({ [name]: 'x' })))).toBe('not_a_zip');
    }
  });

  test('reports truncated, damaged and foreign bytes by kind', () => {
    expect(kindOf(() => listZipBuffer(zip.subarray(0, zip.length - 30)))).toBe('not_a_zip');
    expect(kindOf(() => listZipBuffer(Buffer.from('<html>no archive</html>')))).toBe('not_a_zip');
    expect(kindOf(() => listZipBuffer(Buffer.alloc(0)))).toBe('not_a_zip');
    const [first] = listZipBuffer(zip);
    if (first === undefined) throw new Error('no member');
    const damaged = Buffer.from(zip);
    damaged.fill(0xff, 60, 70);
    expect(kindOf(() => readZipBufferMember(damaged, first))).toBe('corrupt_member');
    expect(kindOf(() => readZipBufferMember(zip, { ...first, headerOffset: zip.length }))).toBe('truncated_zip');
    expect(kindOf(() => readZipBufferMember(zip, { ...first, byteSize: 1 << 30 }))).toBe('zip_bomb');
    expect(kindOf(() => readZipBufferMember(zip, { ...first, isEncrypted: true }))).toBe('unsupported_member');
  });
});
