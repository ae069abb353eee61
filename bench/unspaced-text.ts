/** Text like that of Japanese filings: no spaces, words of two to six characters, particles between them. */

/** Technical terms by falling frequency; the artificial ones follow. */
export const UNSPACED_WORDS =
  '当社 連結 会計 年度 事業 株式 会社 金額 資産 取締役 売上高 利益 株主 負債 取引 百万円 監査 子会社 評価 減損 繰延税金資産 のれん 自己株式 棚卸資産 営業利益 退職給付 研究開発 設備投資 為替 配当 公正価値 減価償却 金融商品 有価証券 引当金 キャッシュ フロー リスク グループ サステナビリティ 継続企業 重要な後発事象 セグメント 貸倒引当金 関連当事者 使用価値 減損損失 信用リスク 持分法 半導体 電池 医薬品 物流 人材'.split(
    ' ',
  );
/** Pairs that occur together more often than by chance. */
export const UNSPACED_PHRASES = [
  'のれんの減損',
  '自己株式の取得',
  '繰延税金資産の評価',
  '継続企業の前提',
  '子会社の売却',
];

const PARTICLES =
  'の を に は が と で も より から について における により として 及び 又は であります しております します した する ため こと'.split(
    ' ',
  );
const CHARACTERS = 2_400;
const MADE_UP = 20_000;

/** The artificial word of a rank; higher ranks are rarer. Common characters occur in more words, as in Japanese. */
export function madeUpUnspaced(rank: number): string {
  const length = 2 + (rank % 7 === 0 ? 2 : rank % 3 === 0 ? 1 : 0);
  let state = rank + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const share = state / 4_294_967_296;
    return String.fromCharCode(0x4e00 + Math.floor(share * share * CHARACTERS));
  }).join('');
}

const WORDS = [...UNSPACED_WORDS, ...Array.from({ length: MADE_UP }, (_, rank) => madeUpUnspaced(rank))];

/** At least this many characters; `pick` returns ranks with a Zipf distribution, `random` 0 to 1. */
export function unspacedText(chars: number, random: () => number, pick: (words: number) => number): string {
  const topic = Array.from({ length: 4 }, () => WORDS[pick(WORDS.length)] ?? '');
  const pieces: string[] = [];
  let length = 0;
  while (length < chars) {
    const chance = random();
    const word =
      chance < 0.004
        ? (UNSPACED_PHRASES[Math.floor(random() * UNSPACED_PHRASES.length)] ?? '')
        : chance < 0.06
          ? (topic[Math.floor(random() * topic.length)] ?? '')
          : (WORDS[pick(WORDS.length)] ?? '');
    const end = random();
    const after = end < 0.01 ? '。\n\n' : end < 0.06 ? '。' : end < 0.12 ? '、' : end < 0.75 ? particleOf(random) : '';
    pieces.push(word, after);
    length += word.length + after.length;
  }
  return pieces.join('');
}

function particleOf(random: () => number): string {
  const share = random();
  return PARTICLES[Math.floor(share * share * PARTICLES.length)] ?? '';
}
