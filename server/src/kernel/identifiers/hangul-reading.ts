/** Sounds of the parts of a syllable block (Revised Romanization of Korean), in the order of Unicode. */
const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
/** At the end of a block: before a consonant, and before a vowel, where it moves to the next block. */
const FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const MOVED = ' g kk gs n nj nh d r lg lm lb ls lt lp lh m b bs s ss ng j ch k t p h'.split(' ');

const FIRST_BLOCK = 0xac00;
const LAST_BLOCK = 0xd7a3;
const VOWELS_OF_INITIAL = 588;
const FINALS_OF_VOWEL = 28;
const SILENT = 11;
const FIRST_LETTER = 0x61;
/** The vowel `eu`. */
const BETWEEN_CONSONANTS = 18;

/**
 * The romanised readings of a folded name (nameKey) in Hangul, folded (foldKorean): as written, and without the vowel that
 * loan words put between consonants (`포스코` is posuko, posko). Empty if it has none.
 */
export function readingsOfHangul(key: string): string[] {
  if (!/\p{Script=Hangul}/u.test(key)) return [];
  const readings = [VOWELS, VOWELS.with(BETWEEN_CONSONANTS, '')].map(vowels => foldKorean(romanised(key, vowels)));
  return [...new Set(readings)].filter(reading => reading !== '');
}

function romanised(key: string, vowels: readonly string[]): string {
  let latin = '';
  let final = 0;
  for (const letter of key) {
    const code = letter.charCodeAt(0);
    if (code < FIRST_BLOCK || code > LAST_BLOCK) {
      latin += (FINALS[final] ?? '') + letter;
      final = 0;
      continue;
    }
    const at = code - FIRST_BLOCK;
    const initial = Math.floor(at / VOWELS_OF_INITIAL);
    latin += initial === SILENT ? (MOVED[final] ?? '') : (FINALS[final] ?? '');
    latin += (INITIALS[initial] ?? '') + (vowels[Math.floor((at % VOWELS_OF_INITIAL) / FINALS_OF_VOWEL)] ?? '');
    final = at % FINALS_OF_VOWEL;
  }
  return latin + (FINALS[final] ?? '');
}

/**
 * One spelling of the romanisations of Korean in use, of loan words too: `Jeonja` and `Junja`, `Hyeondae` and `Hyundai`,
 * `Geumho` and `Kumho`. No blanks, no difference between plain and aspirated consonants or between r and l.
 */
export function foldKorean(key: string): string {
  return key
    .replaceAll(' ', '')
    .replace(/woo|ae|ai|ay|ei|eo|eu|oo|ou|ee/g, vowels => VOWEL_OF[vowels] ?? vowels)
    .replace(/x/g, 'ks')
    .replace(/ck|q/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/ch|z/g, 'j')
    .replace(/[cg]/g, 'k')
    .replace(/ph|[fvb]/g, 'p')
    .replace(/d/g, 't')
    .replace(/r/g, 'l')
    .replace(/sh(?=i)/g, 's')
    .replace(/([a-z])\1/g, '$1');
}

/** Vowels of several letters that names are romanised with, each as one that stands for its sound. */
const VOWEL_OF: Readonly<Record<string, string>> = {
  ...{ woo: 'u', eo: 'u', eu: 'u', oo: 'u', ou: 'u' },
  ...{ ae: 'e', ai: 'e', ay: 'e', ei: 'e', ee: 'i' },
};

/** How Korean calls Latin letters: `LG` is `엘지`. */
const LETTER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  '에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유 엑스 와이 제트'
    .split(' ')
    .map((name, at) => [String.fromCharCode(FIRST_LETTER + at), name]),
);

/** A folded name (nameKey) with Hangul whose Latin letters are spelt out, `sk하이닉스` as `에스케이하이닉스`; null if it has not both. */
export function spellOutLetters(key: string): string | null {
  if (!/\p{Script=Hangul}/u.test(key) || !/[a-z]/.test(key)) return null;
  return key.replaceAll(' ', '').replace(/[a-z]/g, letter => LETTER_NAMES[letter] ?? letter);
}
