import { expect, it } from 'vitest';
import { readingOfAlphabet } from './alphabet-reading.ts';
import { foldKorean, readingsOfHangul, spellOutLetters } from './hangul-reading.ts';
import { initialsOf } from './name-initials.ts';
import { nameKey } from './name-key.ts';
import { pinyinOf } from './pinyin-reading.ts';

it.each([
  ['恒瑞医药', 'heng rui yi yao'],
  ['重慶銀行', 'chong qing yin hang'],
  ['TCL科技', 'tcl ke ji'],
])('reads %s as %s', (name, syllables) => {
  expect(pinyinOf(nameKey(name))?.join(' ')).toBe(syllables);
});

it('gives no pinyin of names without Han characters or with kana', () => {
  expect(pinyinOf('alondra')).toBeNull();
  expect(pinyinOf(nameKey('日本テレビ'))).toBeNull();
});

it.each([
  ['전자', 'Jeonja'],
  ['전자', 'Junja'],
  ['현대', 'Hyundai'],
  ['현대', 'Hyeondae'],
  ['금호', 'Kumho'],
  ['두산', 'Doosan'],
  ['대우', 'Daewoo'],
  ['에코프로', 'Ecopro'],
  ['롯데', 'Lotte'],
])('reads %s like %s', (hangul, latin) => {
  expect(readingsOfHangul(nameKey(hangul))).toContain(foldKorean(nameKey(latin)));
});

it.each([
  ['Київстар', 'kyivstar'],
  ['Газ Банк', 'gaz bank'],
  ['ΟΠΑΠ Μετοχές', 'opap metoches'],
  ['alondra', null],
])('spells %s in Latin letters as %s', (name, reading) => {
  expect(readingOfAlphabet(nameKey(name))).toBe(reading);
});

it.each([
  ['alondra business machines', [], ['abm']],
  ['alondra semiconductor manufacturing', ['co', 'ltd'], ['asm', 'asmc', 'asml']],
  ['alondra and swift group', [], ['asg', 'a&sg', 'a&s']],
  ['alondra and commercial bank of chile', [], ['acbc', 'a&cbc']],
  ['alondra', ['co'], []],
])('computes the initials of %s', (name, forms, initials) => {
  expect(initialsOf(name.split(' '), forms, new Set())).toEqual(initials);
});

it('keeps words that are initials whole', () => {
  expect(initialsOf(['sk', 'swallow'], [], new Set(['sk']))).toEqual(['sks']);
});

it('spells out Latin letters in a Korean name', () => {
  expect(spellOutLetters(nameKey('LG전자'))).toBe('엘지전자');
  expect(spellOutLetters(nameKey('전자'))).toBeNull();
  expect(spellOutLetters('lg')).toBeNull();
});
