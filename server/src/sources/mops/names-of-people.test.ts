import { expect, test } from 'vitest';
import { namesOfPeople } from './names-of-people.ts';

test.each([
  ['王小明', ['王小明']],
  ['王小明(代理)', ['王小明']],
  ['(代理)王小明', ['王小明']],
  ['王小明 (暫代)', ['王小明']],
  ['王小明（執行長）', ['王小明']],
  ['王小明(原名:王大明)', ['王小明']],
  ['王小明(補選中詳8/14重訊)', ['王小明']],
  ['代理董事長王小明', ['王小明']],
  ['王小明代理', ['王小明']],
])('%s is a name with a note on the post', (cell, names) => {
  expect(namesOfPeople(cell)).toEqual(names);
});

test.each(['無', '-', 'N/A', '待補', '遴選待補', '暫缺', '', '(代理)'])('%s names nobody', cell => {
  expect(namesOfPeople(cell)).toEqual([]);
});

test('two names share a post', () => {
  expect(namesOfPeople('陳一心/林二心(執行長)')).toEqual(['陳一心', '林二心']);
  expect(namesOfPeople('A/S Holdings Ltd.')).toEqual(['A/S Holdings Ltd.']);
});

test('brackets that describe a character are part of the name', () => {
  expect(namesOfPeople('葉儀(日告)')).toEqual(['葉儀(日告)']);
  expect(namesOfPeople('欽揚科技（股）公司')).toEqual(['欽揚科技（股）公司']);
});
