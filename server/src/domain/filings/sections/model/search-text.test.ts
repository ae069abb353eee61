import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../../../test/processor-time.ts';
import { placeSearchText, toSearchText } from './search-text.ts';

const words = (text: string) => toSearchText(text).split(/\s+/).filter(Boolean);

describe('toSearchText', () => {
  it('keeps ASCII symbols', () => {
    expect(toSearchText("The U.S. segment's")).toBe("the u.s. segment's");
  });

  it.each([
    ['減損損失', ['減損', '損損', '損失', '失']],
    ['のれん、減損', ['のれ', 'れん', 'ん', '減損', '損']],
    ['매출액은', ['매출', '출액', '액은', '은']],
    ['股东大会', ['股东', '东大', '大会', '会']],
    ['IFRS第16号', ['ifrs', '第', '16', '号']],
    ['2024年度', ['2024', '年度', '度']],
    ['株', ['株']],
    ['𠮷野家', ['𠮷野', '野家', '家']],
  ])('pairs the characters of %s', (text, pairs) => expect(words(text)).toEqual(pairs));

  it.each([
    ['ＥＢＩＴＤＡ', 'ebitda'],
    ['ｶﾞﾊﾞﾅﾝｽ', 'ガバナンス'],
    ['매출액'.normalize('NFD'), '매출액'],
    ['合　計', '合計'],
    ['資 産 合 計', '資産合計'],
    ['コーポレート・ガバナンス', 'コーポレートガバナンス'],
    ['㈱日立', '(株)日立'],
    ['e\u0301nergie', 'énergie'],
    ['ÉNERGIE', 'énergie'],
    ['Unter\u00adnehmen\u200b', 'unternehmen'],
    ['ﬁnancial', 'financial'],
    ['账⼾', '账户'],
    ['門戶', '門户'],
    ['神戸', '神户'],
    ['⾭年', '青年'],
    ['\uf92c君', '郎君'],
  ])('treats %s as %s', (text, same) => expect(words(text)).toEqual(words(same)));

  it('separates listed names: it removes the dot within katakana only', () => {
    expect(words('売上高・利益')).toEqual(words('売上高 利益'));
  });

  it('treats symbols beyond ASCII as separators: words in curly quotes and beside dashes are words', () => {
    expect(words('“supply chain” risk—and company’s state‑of‑the‑art')).toEqual(
      "supply chain risk and company's state-of-the-art".split(' '),
    );
    expect(words('Revenue¹ iPhone™ €5 5 000')).toEqual(['revenue', 'iphone', '5', '5', '000']);
  });

  it('takes time linear in the length', () => {
    for (const hard of ['漢 ', '漢字', 'é', 'e\u0301', 'ｶﾞ', '・', '\u1100\u1161', '👨‍👩‍👧', '\u202e']) {
      expectLinearTime(40_000, count => hard.repeat(count), toSearchText);
    }
  });
});

describe('placeSearchText', () => {
  it.each([
    'Plain ASCII text.',
    '“Smart” quotes’ — and ﬁligatures',
    '当社グループは、ＥＢＩＴＤＡ及びIFRS第16号を適用。',
    '合　計 ｶﾞﾊﾞﾅﾝｽ ㈱日立 𠮷野家',
    'Unter\u00adnehmen e\u0301nergie Revenue¹',
    '账⼾及門戶、神戸市\uf92c君',
  ])('gives the text of toSearchText, and maps every word to its letters: %s', text => {
    const placed = placeSearchText(text);
    expect(placed.searchText).toBe(toSearchText(text));
    for (const { 0: word, index } of placed.searchText.matchAll(/\S+/g)) {
      const [start, end] = placed.toText(index, index + word.length);
      expect(words(text.slice(start, end)).join(''), word).toContain(words(word)[0] ?? '');
    }
  });

  it('maps to the exact range', () => {
    const text = '前\u3000年 のれんの減損';
    const { folded, foldedToText: ofFolded, searchText, toText: inText } = placeSearchText(text);
    const at = folded.indexOf('減損');
    expect(text.slice(...ofFolded(at, at + 2))).toBe('減損');
    const pair = searchText.indexOf('前年');
    expect(text.slice(...inText(pair, pair + 2))).toBe('前\u3000年');
  });
});
