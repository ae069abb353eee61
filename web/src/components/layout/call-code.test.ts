import { toHttpCall } from '@asfiled/client';
import { expect, it } from 'vitest';
import { callCode } from './call-code.ts';

const input = { q: `covenant OR "it's going"`, filed_from: '2025-07-01' };
const write = (language: 'curl' | 'typescript' | 'python') =>
  callCode(language, { name: 'searchFilings', input }, toHttpCall('searchFilings', input), 'http://127.0.0.1:8080');

it('curl code quotes every parameter for a shell and contains no key', () => {
  expect(write('curl')).toBe(
    [
      `curl -G -H "X-API-Key: $ASFILED_KEY" 'http://127.0.0.1:8080/api/v1/filings/search'`,
      `  --data-urlencode 'q=covenant OR "it'\\''s going"'`,
      `  --data-urlencode 'filed_from=2025-07-01'`,
    ].join(' \\\n'),
  );
});

it('TypeScript code calls the method of the operation', () => {
  expect(write('typescript')).toContain('await client.searchFilings({\n  "q": "covenant OR \\"it\'s going\\"",');
});

it('Python code passes decoded parameters', () => {
  expect(write('python')).toContain('"filed_from": "2025-07-01",');
});
