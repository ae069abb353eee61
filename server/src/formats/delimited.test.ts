import { expect, test } from 'vitest';
import { parseDelimited, splitRecord } from './delimited.ts';

test('quoted cells may contain separators, quotes and line ends', () => {
  expect(parseDelimited('"a\tb"\t"c""d"\r\n"e\nf"\t\n\n"open', '\t')).toEqual([
    ['a\tb', 'c"d'],
    ['e\nf', ''],
    ['open'],
  ]);
});

test('splitRecord returns one row, line ends inside quotes included', () => {
  expect(splitRecord('a,"b, c","d ""e""",,f')).toEqual(['a', 'b, c', 'd "e"', '', 'f']);
  expect(splitRecord('""" BROOK ""X",1,""')).toEqual(['" BROOK "X', '1', '']);
  expect(splitRecord('"a\nb",c')).toEqual(['a\nb', 'c']);
  expect(splitRecord('a,"open')).toEqual(['a', 'open']);
  expect(splitRecord('"a",')).toEqual(['a', '']);
  expect(splitRecord('')).toEqual(['']);
});
