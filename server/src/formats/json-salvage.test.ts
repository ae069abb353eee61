import { expect, test } from 'vitest';
import { salvageJson } from './json-salvage.ts';

const TEXT = '{"name":"A \\"quoted\\" [b] {c}","list":[1,22,{"x":null,"y":[true,false]}],"end":{"z":"é"}}';

test('returns complete JSON unchanged', () => {
  expect(salvageJson(TEXT)).toEqual(JSON.parse(TEXT));
});

test('a text cut at any position yields part of the complete value', () => {
  const whole = JSON.parse(TEXT) as Record<string, unknown>;
  for (let length = 1; length < TEXT.length; length++) {
    const kept = salvageJson(TEXT.slice(0, length)) as { name?: string; list?: unknown[] };
    if (kept.name !== undefined) expect(kept.name).toBe(whole.name);
    for (const [n, member] of (kept.list ?? []).slice(0, 2).entries()) expect(member).toBe([1, 22][n]);
  }
  expect(salvageJson(TEXT.slice(0, TEXT.indexOf('22') + 1))).toEqual({ name: whole.name, list: [1] });
});

test('keeps what precedes a broken byte', () => {
  expect(salvageJson('{"a":1,"b":[1,2,x3],"c":4}')).toEqual({ a: 1, b: [1, 2] });
});

test('returns undefined for a text that is not JSON', () => {
  for (const text of ['', 'x', '"text', '<html>']) expect(salvageJson(text)).toBeUndefined();
});
