import { expect, test } from 'vitest';
import { readMembers } from './read-members.ts';

const MEMBERS = 'Symbol,Security,CIK\nAAA,First,101\nBRK.B,Second,102\nDDD,Third,\n';
const CHANGES = 'date,add,remove\n2020-03-02,"DDD","CCC"\n2019-01-18,"BRK.B,CCC","EEE"\n2021-06-01,"AAA","FFF"\n';

test('undoes changes from the current members on, newest first', () => {
  const { knownFrom, memberships, contradictions } = readMembers(MEMBERS, CHANGES);
  expect(knownFrom).toBe('2019-01-18');
  expect(contradictions).toEqual([]);
  expect(memberships.toSorted((a, b) => (a.company < b.company ? -1 : 1))).toEqual([
    { company: 'CCC', from: '2019-01-18', to: '2020-03-02' },
    { company: 'DDD', from: '2020-03-02', to: null },
    { company: 'FFF', from: '2019-01-18', to: '2021-06-01' },
    { company: 'cik:101', from: '2021-06-01', to: null },
    { company: 'cik:102', from: '2019-01-18', to: null },
  ]);
});

test('reports changes that contradict the members after them', () => {
  const { contradictions } = readMembers(MEMBERS, 'date,add,remove\n2022-01-03,ZZZ,AAA\n');
  expect(contradictions).toEqual([
    '2022-01-03: ZZZ was added, but it was no member afterwards',
    '2022-01-03: AAA was removed, but it was a member afterwards',
  ]);
});

test('names missing columns and invalid dates', () => {
  expect(() => readMembers('Ticker\nA\n', CHANGES)).toThrow('lacks the columns Symbol');
  expect(() => readMembers(MEMBERS, 'date,add,remove\n18/01/2019,A,B\n')).toThrow('Row 2 of the changes: "18/01/2019"');
  expect(() => readMembers(MEMBERS, 'date,add,remove\n')).toThrow('no rows');
});
