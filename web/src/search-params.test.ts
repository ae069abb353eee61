import { expect, it } from 'vitest';
import { day, either, oneOf, parseQuery, query, writeQuery } from './search-params.ts';

it('keeps digits, quotes and braces of a query as plain text', () => {
  const search = { q: 'covenant OR "going concern"', n: '10', with: 'us.MSFT,us.COST' };
  expect(parseQuery(writeQuery(search))).toEqual(search);
  expect(writeQuery({ with: 'us.MSFT,us.COST', cell: 'a:b/c', p: undefined, s: '' })).toBe(
    '?with=us.MSFT,us.COST&cell=a:b/c',
  );
  expect(writeQuery({})).toBe('');
});

it('drops unknown values', () => {
  const read = query({ p: oneOf(['fy', 'q']), as: either(oneOf(['first']), day) });
  expect(read({ p: 'q', as: '2020-01-31', x: '1' })).toEqual({ p: 'q', as: '2020-01-31' });
  expect(read({ as: 'first' })).toEqual({ as: 'first' });
  expect(writeQuery(read({ p: 'weekly', as: 'yesterday' }))).toBe('');
});
