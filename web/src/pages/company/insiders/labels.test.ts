import { expect, test } from 'vitest';
import { insiderRelations, tradeLabel } from './labels.ts';

test.each([
  [{ is_holding: true, transaction_code: null, acquired_disposed: null }, 'Holds'],
  [{ is_holding: false, transaction_code: 'S', acquired_disposed: 'D' }, 'Sold'],
  [{ is_holding: false, transaction_code: 'J', acquired_disposed: 'A' }, 'Acquired'],
  [{ is_holding: false, transaction_code: 'Q', acquired_disposed: 'D' }, 'Disposed of'],
  [{ is_holding: false, transaction_code: null, acquired_disposed: null }, 'Reported'],
] as const)('%o is labelled %s', (line, word) => {
  expect(tradeLabel(line)).toBe(word);
});

test('an insider is labelled with every relation', () => {
  const person = { slug: 'robin-sample-1a2b3c4d', name: 'Robin Sample', kind: 'person' } as const;
  const owner = { person, is_director: true, is_officer: true, is_ten_percent_owner: true, officer_title: null };
  expect(insiderRelations(owner)).toBe('Director, Officer, 10 % owner');
  expect(insiderRelations({ ...owner, is_director: false, is_ten_percent_owner: false, officer_title: 'CFO' })).toBe(
    'CFO',
  );
});
