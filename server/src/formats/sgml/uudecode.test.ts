import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isUuencoded, uudecode } from './uudecode.ts';

/** Encodes lines of 45 bytes as in POSIX; `blank` stands for six zero bits. */
function uuencode(bytes: Buffer, blank: ' ' | '`'): string {
  const sign = (bits: number) => (bits === 0 ? blank : String.fromCharCode(bits + 32));
  const lines = ['begin 644 bolt.bin'];
  for (let at = 0; at < bytes.length; at += 45) {
    const part = bytes.subarray(at, at + 45);
    let line = sign(part.length);
    for (let n = 0; n < part.length; n += 3) {
      const [a = 0, b = 0, c = 0] = part.subarray(n, n + 3);
      line += sign(a >> 2) + sign(((a & 3) << 4) | (b >> 4)) + sign(((b & 15) << 2) | (c >> 6)) + sign(c & 63);
    }
    lines.push(line);
  }
  return [...lines, sign(0), 'end', ''].join('\n');
}

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, n) => (n % 7 === 0 ? 0 : (n * 31) & 0xff)));

describe('uudecode', () => {
  test('decodes #0V%T to "Cat" (the example of the standard)', () => {
    expect(uudecode(Buffer.from('begin 644 cat.txt\n#0V%T\n`\nend\n'))).toEqual({
      name: 'cat.txt',
      bytes: Buffer.from('Cat'),
      isWhole: true,
    });
  });

  test.each([' ', '`'] as const)('reads zero bits written as "%s"', blank => {
    const decoded = uudecode(Buffer.from(uuencode(BYTES, blank)));
    expect(decoded?.isWhole).toBe(true);
    expect(decoded?.bytes.equals(BYTES)).toBe(true);
  });

  test('restores trailing blanks that were cut', () => {
    const zeros = Buffer.concat([BYTES.subarray(0, 40), Buffer.alloc(80), BYTES]);
    const cut = uuencode(zeros, ' ').replace(/ +\n/g, '\n');
    expect(uudecode(Buffer.from(cut))?.bytes.equals(zeros)).toBe(true);
  });

  test('accepts carriage returns, and a checksum at the end of each line', () => {
    const lines = uuencode(BYTES, '`').split('\n');
    const dosed = lines.map((line, n) => (n > 0 && n < lines.length - 3 ? `${line}X` : line)).join('\r\n');
    const decoded = uudecode(Buffer.from(dosed));
    expect(decoded?.bytes.equals(BYTES)).toBe(true);
    expect(uudecode(Buffer.from(uuencode(BYTES, '`').replaceAll('\n', '\r')))?.bytes.equals(BYTES)).toBe(true);
  });

  test("gives the same bytes as Python's decoder", context => {
    const script =
      'import binascii,sys;sys.stdout.buffer.write(b"".join(binascii.b2a_uu(sys.stdin.buffer.read(45)) for _ in range(23)))';
    let encoded: Buffer;
    try {
      encoded = execFileSync('python3', ['-W', 'ignore', '-c', script], {
        input: BYTES,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
    } catch {
      context.skip('no python3 here');
      return;
    }
    const text = Buffer.concat([Buffer.from('begin 644 x\n'), encoded, Buffer.from('\nend\n')]);
    expect(uudecode(text)?.bytes.equals(BYTES)).toBe(true);
  });

  test('returns the bytes before a break and reports it as incomplete', () => {
    const text = uuencode(BYTES, '`');
    const decoded = uudecode(Buffer.from(text.slice(0, text.length / 2)));
    expect(decoded?.isWhole).toBe(false);
    expect(decoded?.bytes.subarray(0, 450).equals(BYTES.subarray(0, 450))).toBe(true);
  });

  test('reports lines that are not data and reads the others', () => {
    const decoded = uudecode(Buffer.from(uuencode(BYTES, '`').replace('\n', '\n{{{ not data }}}\n')));
    expect(decoded?.isWhole).toBe(false);
    expect(decoded?.bytes.equals(BYTES)).toBe(true);
  });

  test('limits lines that claim more bytes than they have', () => {
    const text = Buffer.from(`begin 644 bomb\n${'M\n'.repeat(200_000)}`);
    const decoded = uudecode(text);
    expect(decoded?.isWhole).toBe(false);
    expect(decoded?.bytes.length).toBeLessThanOrEqual(text.length * 4 + 66);
  });

  test('returns null without a begin line', () => {
    expect(uudecode(Buffer.from('begin with the numbers 644 of them\n'))).toBeNull();
    expect(isUuencoded(Buffer.from('\n\nbegin 644 a.jpg\n'))).toBe(true);
    expect(isUuencoded(Buffer.from('<html>begin 644 a.jpg\n'))).toBe(false);
  });
});
