import { describe, expect, test } from 'vitest';
import { placeMembers } from './json-members.ts';

function shownMembers(text: string): [string, string][] {
  return placeMembers(text, 'facts').map(({ name, start, end }) => [name, text.slice(start, end)]);
}

describe('placeMembers', () => {
  test('finds members at their positions, whatever surrounds or fills them', () => {
    const text =
      '{"a":{"facts":{"no":1}},"facts" : { "x" : {"y":["}","{"]}, "2":[1,2], "t":"a \\" \\\\" ,"n": 12 },"z":{"x":1}}';
    expect(shownMembers(text)).toEqual([
      ['x', '"x" : {"y":["}","{"]}'],
      ['2', '"2":[1,2]'],
      ['t', '"t":"a \\" \\\\"'],
      ['n', '"n"'],
    ]);
  });

  test('returns repeated names each, with escapes in names decoded', () => {
    expect(shownMembers('{"facts":{"\\u0061":{},"a":{}}}').map(([name]) => name)).toEqual(['a', 'a']);
    expect(shownMembers('{"facts":[{"a":1}]}')).toEqual([]);
    expect(shownMembers('{"other":{"a":1}}')).toEqual([]);
  });
});
