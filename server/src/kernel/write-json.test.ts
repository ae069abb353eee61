import { describe, expect, it } from 'vitest';
import { countTurns } from '../../test/count-turns.ts';
import { plainNumber } from './json-number.ts';
import { writeJson } from './write-json.ts';

const rows = Array.from({ length: 3_000 }, (_, at) => ({
  id: at,
  name: `row ${at} 会社 "quoted"`,
  none: null,
  gone: undefined,
  price: plainNumber(254.43, '254.430'),
  nested: { list: [1, undefined, { at }] },
}));

describe('writeJson', () => {
  it.each([
    ['a small value', { a: [1, null, undefined], b: undefined, c: 'x' }],
    ['a list of many rows', rows],
    ['rows below other members', { total: 3_000, gone: undefined, none: [], empty: {}, items: rows, as_of: null }],
    ['members by name', Object.fromEntries(rows.map(row => [`"${row.id}`, row]))],
    ['values with toJSON', { at: new Date(0), rows: [new Date(1), ...rows], long: { toJSON: () => rows } }],
    ['a long text', { text: 'long "text" '.repeat(20_000), other: [[]] }],
    ['omitted members first', { gone: undefined, call: () => 1, rows }],
  ])('writes %s as JSON.stringify does', async (_what, value) => {
    expect(await writeJson(value)).toBe(JSON.stringify(value));
  });

  it('adds the lengths of the value and of each piece', async () => {
    const value = { total: 3_000, gone: undefined, none: [], empty: {}, items: rows };
    const lengths = new WeakMap<object, number>();
    await writeJson(value, lengths);
    for (const known of [value, value.none, value.empty, rows, ...rows])
      expect(lengths.get(known)).toBe(JSON.stringify(known).length);
  });

  it('lets other work run between the pieces of a large value', async () => {
    const turns = await countTurns(() => writeJson({ items: Array.from({ length: 40 }, () => rows) }));
    expect(turns).toBeGreaterThan(3);
  });
});
