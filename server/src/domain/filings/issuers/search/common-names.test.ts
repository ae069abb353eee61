import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { listingByCommonName } from './common-names.ts';

const rows = readFileSync(new URL('./common-names.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t'));

const KINDS = ['former_name', 'brand', 'short_name', 'english_name', 'local_name', 'foreign_name'];

test('each common name has one listing and the kind of its source', () => {
  expect(new Set(rows.map(([name = '']) => nameKey(name))).size).toBe(rows.length);
  for (const [name = '', market_id = '', ticker, kind, ...rest] of rows) {
    expect(rest).toEqual([]);
    expect(KINDS).toContain(kind);
    expect(market_id).toMatch(/^[a-z]{2}$/);
    expect(listingByCommonName(nameKey(name))).toEqual({ marketId: market_id, tickerKey: ticker });
  }
});
