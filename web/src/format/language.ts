const LANGUAGE_OF_MARKET: Record<string, string> = { jp: 'ja', kr: 'ko', cn: 'zh-Hans', hk: 'zh-Hant' };

const HAN_KANA_HANGUL = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The `lang` of a name, so that browsers choose the right glyphs: Han characters differ between Japanese, Korean and the
 * two Chinese scripts. Undefined for Latin script.
 */
export function languageOf(text: string, marketId: string | null): string | undefined {
  if (!HAN_KANA_HANGUL.test(text)) return undefined;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return LANGUAGE_OF_MARKET[marketId ?? ''] ?? 'zh';
}
