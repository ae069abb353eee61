import { expect, test } from 'vitest';
import { isSameOffice } from './offices.ts';

test('takes a member of the board for a director, with or without the name of the company', () => {
  expect(isSameOffice('member of the Board of Directors', 'Director')).toBe(true);
  expect(isSameOffice("member of the Company's Board", 'director')).toBe(true);
  expect(isSameOffice('Director of Fictional Works, Inc.', 'Director')).toBe(true);
});

test('compares the offices of a title in any order, without the capacity in which somebody signs', () => {
  expect(isSameOffice('Chairman of the Board of Directors & President', 'President and Chairman of the Board')).toBe(
    true,
  );
  expect(isSameOffice('Controller (Principal Accounting Officer)', 'Controller')).toBe(true);
});

test('keeps other offices apart', () => {
  expect(isSameOffice('Director of Sales', 'Director')).toBe(false);
  expect(isSameOffice('President', 'President and Director')).toBe(false);
});
