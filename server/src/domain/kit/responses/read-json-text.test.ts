import { describe, expect, it } from 'vitest';
import type { Database } from '../../../db/database.ts';
import { JsonText, toJsonText } from '../operation.ts';
import { readJsonText } from './read-json-text.ts';
import { LazyList, renderedOnce } from './rendered-responses.ts';

const lengthsOf = () => new WeakMap<object, number>();

describe('readJsonText', () => {
  it.each([
    ['no item', []],
    ['one item', [{ a: '],"[' }]],
    ['several items', [{ a: 1 }, { b: '減損💹 "' }, { c: [1, [2]] }]],
  ])('reads a response whose list has %s', async (_what, items: object[]) => {
    const response = { 'first "': [0], items: new LazyList(items, item => item), last: { empty: [] } };
    const json = await renderedOnce({} as Database, ['x'], async () => response);
    const lengths = lengthsOf();
    const value = (await readJsonText(json, lengths)) as { items: object[] };
    expect(value).toEqual(JSON.parse(json.text));
    for (const known of [value, value.items, ...value.items])
      expect(lengths.get(known)).toBe(JSON.stringify(known).length);
  });

  it('reads a text without a list, and returns a value that is kept', async () => {
    expect(await readJsonText(new JsonText('{"a":[1]}'), lengthsOf())).toEqual({ a: [1] });
    const kept = { a: 1 };
    expect(await readJsonText(await toJsonText(kept), lengthsOf())).toBe(kept);
  });
});
