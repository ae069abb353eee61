import { expect, test } from 'vitest';
import { encodeRoles } from '../store/role-statements.ts';
import { plainPersonName, roleStatement } from './role.ts';

test.each([
  ['/s/ Jane Doe', 'Jane Doe'],
  ['By: /s/ Jane Doe', 'Jane Doe'],
  ['//s// Jane Doe*', 'Jane Doe'],
  ['(signed) Jane Doe', 'Jane Doe'],
  ['[Jane Doe]', 'Jane Doe'],
  ['Jane Doe [1]', 'Jane Doe'],
  ['＊山田 太郎（戸籍名 鈴木太郎）', '＊山田 太郎'],
  ['【山田 太郎】', '山田 太郎'],
  ['Robert (Bob) Roe', 'Robert (Bob) Roe'],
  ['Fictional Bank (Trust Account)', 'Fictional Bank (Trust Account)'],
])('takes signature marks and brackets off the name in %s', (filed, name) => {
  expect(plainPersonName(filed)).toBe(name);
});

test.each(['[●]', '/s/', '( )', '***', '【　】'])('stores no person for %s', filed => {
  const stated = roleStatement({ name: filed, kind: 'person', relation: 'director', confirmation: 'annual' });
  expect(stated.nameAsFiled).toBe(filed);
  const place = { issuerId: '1', registry: 'sec-edgar', source: 'filing/a' };
  expect(encodeRoles([stated], place).rows).toEqual([]);
});
