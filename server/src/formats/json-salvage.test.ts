import { expect, test } from 'vitest';
import { salvageJson } from './json-salvage.ts';

const TEXT = '{"name":"A \\"quoted\\" [b] {c}","list":[1,22,{"x":null,"y":[true,false]}],"end":{"z":"é"}}';

test('whole text is itself', () => {
  expect(salvageJson(TEXT)).toEqual(JSON.parse(TEXT));
});

test('cut off anywhere, what is kept stands in the whole', () => {
  const whole = JSON.parse(TEXT) as Record<string, unknown>;
  for (let length = 1; length < TEXT.length; length++) {
    const kept = salvageJson(TEXT.slice(0, length)) as { name?: string; list?: unknown[] };
    if (kept.name !== undefined) expect(kept.name).toBe(whole.name);
    for (const [n, member] of (kept.list ?? []).slice(0, 2).entries()) expect(member).toBe([1, 22][n]);
  }
  expect(salvageJson(TEXT.slice(0, TEXT.indexOf('22') + 1))).toEqual({ name: whole.name, list: [1] });
});

test('broken in the middle, what stands before is kept', () => {
  expect(salvageJson('{"a":1,"b":[1,2,x3],"c":4}')).toEqual({ a: 1, b: [1, 2] });
});

test('nothing of no JSON', () => {
  for (const text of ['', 'x', '"text', '<html>']) expect(salvageJson(text)).toBeUndefined();
});
