import { describe, expect, it } from 'vitest';
import { countTurns } from '../../test/count-turns.ts';
import { parseJsonInTurns } from './parse-json-in-turns.ts';

const texts = Array.from({ length: 5_000 }, (_, at) => `"${at}\\" 会社, ]}[{ \u0001 ${'x'.repeat(at % 300)}\\`);
const values = {
  numbers: Array.from({ length: 100_000 }, (_, at) => at * 1.5 - 7),
  texts,
  nested: texts.map((text, at) => (at % 3 === 0 ? null : [text, { at, list: [[], {}] }])),
  none: [],
  object: { texts },
  '"name\\': false,
  ['__proto__']: 'a name like another',
};

function parse(text: string): Promise<unknown> {
  return parseJsonInTurns(Buffer.from(text));
}

describe('parseJsonInTurns', () => {
  it.each([
    ['an object with long lists', values],
    ['lists that begin and end the object', { texts, none: [], more: values.numbers }],
    ['a long list', texts],
    ['a long text', texts.join()],
    ['small values', { a: [1, 'x'], b: {} }],
    ['an empty object', {}],
    ['null', null],
  ])('reads %s as JSON.parse does', async (_what, value) => {
    const text = JSON.stringify(value);
    expect(await parse(text)).toStrictEqual(JSON.parse(text));
  });

  it('rejects texts that end early and texts that continue after their end', async () => {
    const text = JSON.stringify(values);
    for (const length of [text.length - 1, text.length - 40, text.length >> 1, 200_000])
      await expect(parse(text.slice(0, length))).rejects.toThrow(SyntaxError);
    for (const more of [',', '}', '{}', ',"a":1', '"', ' 1'])
      await expect(parse(text + more)).rejects.toThrow(SyntaxError);
  });

  it('rejects invalid tokens anywhere in the text', async () => {
    const text = JSON.stringify({ texts, numbers: values.numbers });
    for (const [from, to] of [
      ['{"texts"', '{texts'],
      ['"numbers":', '"numbers";'],
      ['"texts":[', '"texts":[,'],
      ['7.5,', '7.5,,'],
      ['7.5,', '7.5]'],
      ['"numbers":[', '"numbers":['.repeat(2)],
    ] as const)
      await expect(parse(text.replace(from, to)), to).rejects.toThrow(SyntaxError);
    await expect(parse(`${text.slice(0, -2)},]}`)).rejects.toThrow(SyntaxError);
  });

  it('lets other work run between the pieces', async () => {
    const turns = await countTurns(() =>
      parse(JSON.stringify({ numbers: Array.from({ length: 4_000_000 }, (_, at) => at) })),
    );
    expect(turns).toBeGreaterThan(3);
  });
});
