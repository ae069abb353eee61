import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { day, optional, parseQuery, writeQuery } from './search-params.ts';

it('queries are plain text: digits, quotes and braces come back as they were typed', () => {
  const search = { q: 'covenant OR "going concern"', n: '10', with: 'us.MSFT,us.COST' };
  expect(parseQuery(writeQuery(search))).toEqual(search);
  expect(writeQuery({ with: 'us.MSFT,us.COST', cell: 'a:b/c', p: undefined, s: '' })).toBe(
    '?with=us.MSFT,us.COST&cell=a:b/c',
  );
  expect(writeQuery({})).toBe('');
});

it('unknown values fall back and are dropped', () => {
  const schema = z.object({ p: optional(z.enum(['fy', 'q'])), as: optional(day) });
  expect(schema.parse({ p: 'q', as: '2020-01-31', x: '1' })).toEqual({ p: 'q', as: '2020-01-31' });
  expect(writeQuery(schema.parse({ p: 'weekly', as: 'yesterday' }))).toBe('');
});
