import { expect, it } from 'vitest';
import { foldReading, readingOfKana } from './kana-reading.ts';
import { nameKey } from './name-key.ts';

it.each([
  ['トヨタジドウシャカブシキガイシャ', 'Toyota Jidosha'],
  ['チュウガイセイヤク', 'Chūgai Seiyaku'],
  ['チュウガイセイヤク', 'Chuugai Seiyaku'],
  ['ミツビシショウジ', 'Mitsubishi Shōji'],
  ['アジノモト', 'Azinomoto'],
  ['ニッポンデンキ', 'Nippon Denki'],
  ['シンブン', 'Shimbun'],
  ['フジツウ', 'Huzituu'],
])('reads %s like %s', (kana, latin) => {
  expect(readingOfKana(nameKey(kana))).toBe(foldReading(nameKey(latin)));
});

it('gives no reading of names in other letters', () => {
  expect(readingOfKana(nameKey('ソニーＡ'))).toBeNull();
  expect(readingOfKana(nameKey('日本'))).toBeNull();
});
