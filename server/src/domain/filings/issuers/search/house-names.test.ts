import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { houseListing } from './house-names.ts';

const rows = readFileSync(new URL('./house-names.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t'));

test('each house name has one listing and a source', () => {
  expect(new Set(rows.map(([name = '']) => nameKey(name))).size).toBe(rows.length);
  for (const [name = '', market_id = '', ticker, source, ...rest] of rows) {
    expect(rest).toEqual([]);
    expect(source).toMatch(/^https:\/\/\S+$/);
    expect(market_id).toMatch(/^[a-z]{2}$/);
    expect(houseListing(nameKey(name))).toEqual({ marketId: market_id, tickerKey: ticker });
  }
});
