import { describe, expect, it } from 'vitest';
import { negotiateCoding } from './content-encoding.ts';
import { matchesEntityTag } from './send-response.ts';

describe('negotiateCoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.1', 'br'],
    ['identity', null],
    ['gzip;q=0', null],
    ['deflate', null],
    [';;;,,,q=', null],
    ['gzip;q=abc', 'gzip'],
  ])('%s → %s', (header, coding) => expect(negotiateCoding(header)).toBe(coding));
});

describe('matchesEntityTag', () => {
  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"a-gzip"', true],
    ['"b", "a-zstd"', true],
    ['*', true],
    ['"ab"', false],
    ['a', false],
    ['""', false],
  ])('%s → %s', (header, known) => expect(matchesEntityTag(header, 'a')).toBe(known));
});
