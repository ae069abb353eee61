import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mirrorPath, mirrorUrl } from './mirror-path.ts';

describe('mirrorPath', () => {
  test('is host and path', () => {
    expect(mirrorPath({ url: 'https://data.sec.gov/submissions/CIK0000320193.json' })).toBe(
      'data.sec.gov/submissions/CIK0000320193.json',
    );
  });

  test('has the query after @, sorted and percent-encoded, a plus read as a blank', () => {
    expect(mirrorPath({ url: 'https://example.org/api?b=x+y&a[c]=1|2&a=' })).toBe(
      'example.org/api@a=&a%5Bc%5D=1%7C2&b=x%20y',
    );
  });

  test('leaves secrets out, and the @ with them', () => {
    expect(mirrorPath({ url: 'https://example.org/api?Subscription-Key=s&crtfc_key=s&type=2' })).toBe(
      'example.org/api@type=2',
    );
    expect(mirrorPath({ url: 'https://example.org/api?token=s&api_key=s&apikey=s&key=s&crumb=s' })).toBe(
      'example.org/api',
    );
  });

  test('calls a path that ends in a slash index', () => {
    expect(mirrorPath({ url: 'https://example.org/q/d/l/?s=^spx&i=d' })).toBe('example.org/q/d/l/index@i=d&s=%5Espx');
    expect(mirrorPath({ url: 'https://example.org' })).toBe('example.org/index');
  });

  test('has the form of a POST after @@, behind the query', () => {
    const request = {
      url: 'https://example.org/search?lang=en',
      form: { to: '2024-01-31', from: '2024-01-01', key: 's' },
    };
    expect(mirrorPath(request)).toBe('example.org/search@lang=en@@from=2024-01-01&to=2024-01-31');
  });

  test('contains the digest of a JSON body, regardless of the order of its keys', () => {
    const one = mirrorPath({ url: 'https://example.org/map', json: { a: 1, b: [{ d: 2, c: 3 }] } });
    expect(one).toBe(mirrorPath({ url: 'https://example.org/map', json: { b: [{ c: 3, d: 2 }], a: 1 } }));
    // printf '{"a":1,"b":[{"c":3,"d":2}]}' | sha256sum
    expect(one).toBe('example.org/map@@879f877b556a5e7f505d351899d6925783279be39ae449fffe4e1de492aafc71');
  });

  test('replaces a name of over 180 characters by a digest', () => {
    const short = mirrorPath({ url: `https://example.org/api?q=${'x'.repeat(174)}` });
    expect(short).toBe(`example.org/api@q=${'x'.repeat(174)}`);
    const long = mirrorPath({ url: `https://example.org/api?q=${'x'.repeat(175)}` });
    expect(long).toMatch(/^example\.org\/api@sha256-[0-9a-f]{16}$/);
  });

  test('never leaves its host', () => {
    expect(mirrorPath({ url: 'https://example.org/a/../../../etc/%2e%2e/passwd' })).toBe('example.org/passwd');
  });
});

test('mirrorUrl returns the URL that a name states', () => {
  for (const url of [
    'https://example.org/a/b.json',
    'https://example.org/a@b',
    'https://example.org/q/l/?i=d&s=%5Espx',
  ]) {
    expect(mirrorUrl(mirrorPath({ url }))).toBe(url === 'https://example.org/a@b' ? 'https://example.org/a?b' : url);
  }
  expect(mirrorUrl('example.org/a/index')).toBe('https://example.org/a');
  expect(mirrorUrl('example.org/a@@x=1')).toBe('https://example.org/a@@x=1');
  expect(mirrorUrl(`example.org/a@@${'0'.repeat(64)}`)).toBeNull();
  expect(mirrorUrl('example.org/a@sha256-0123456789abcdef')).toBeNull();
  expect(mirrorUrl('INDEX.tsv')).toBeNull();
});

const INDEXES = ['intl', 'market'].map(
  name => new URL(`../../../../../../shared/data/${name}/mirror/INDEX.tsv`, import.meta.url),
);

describe.skipIf(!INDEXES.every(existsSync))('recorded mirrors (skipped if they are missing)', () => {
  // A skipped suite is still collected.
  const rows = INDEXES.filter(existsSync).flatMap(index => {
    const [header = '', ...lines] = readFileSync(index, 'utf8').trimEnd().split('\n');
    const columns = header.split('\t');
    return lines.map(line => {
      const cells = line.split('\t');
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      return { method: cell('method'), url: cell('url'), form: cell('form'), path: cell('path') };
    });
  });

  test('there are hundreds of requests in them', () => {
    expect(rows.length).toBeGreaterThan(300);
  });

  test.each(rows)('have a file for $method $url', ({ method, url, form, path }) => {
    const request = method === 'POST' ? { url, form: Object.fromEntries(new URLSearchParams(form)) } : { url };
    expect([mirrorPath(request), `${mirrorPath(request)}.gz`]).toContain(path);
  });
});
