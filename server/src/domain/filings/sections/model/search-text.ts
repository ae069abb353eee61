/**
 * Normalises text and queries of any language for comparison. Letters become lower case, and each character gets one
 * form (full and half width, composed and decomposed). Symbols beyond ASCII become blanks, because PostgreSQL treats
 * them as letters in some locales. Writing without blanks between words (Chinese, Japanese, Korean) becomes overlapping
 * pairs of characters: `減損損失` becomes `減損 損損 損失 失`. A query in it becomes a phrase of its pairs, which matches in any
 * compound.
 */
export function toSearchText(text: string): string {
  return isPlain(text) ? foldText(text) : pairCharacters(foldText(text), null);
}

/** The first step of {@link toSearchText}: normalises characters without pairing them. */
export function foldText(text: string): string {
  return isPlain(text) ? text.toLowerCase() : fold(text, null);
}

/** A search text with a mapping of its offsets to the original text. */
export interface PlacedSearchText {
  searchText: string;
  /** The same text before characters were paired. */
  folded: string;
  /** Maps a range of `searchText` to the original text; UTF-16 offsets, end exclusive. */
  toText(start: number, end: number): [number, number];
  /** Maps a range of `folded` to the original text. */
  foldedToText(start: number, end: number): [number, number];
}

/** Normalises a text as {@link toSearchText} does, and maps its offsets to the original text. */
export function placeSearchText(text: string): PlacedSearchText {
  const identity = (start: number, end: number): [number, number] => [start, end];
  if (isPlain(text)) {
    const folded = text.toLowerCase();
    return { searchText: folded, folded, toText: identity, foldedToText: identity };
  }
  const origins: Origin[] = [];
  const folded = fold(text, origins);
  const foldedOffsets: number[] = [];
  const searchText = pairCharacters(folded, foldedOffsets);
  const foldedToText = (start: number, end: number): [number, number] => [
    origins[start]?.start ?? text.length,
    origins[end - 1]?.end ?? text.length,
  ];
  return {
    searchText,
    folded,
    toText: (start, end) => foldedToText(foldedOffsets[start] ?? 0, (foldedOffsets[end - 1] ?? 0) + 1),
    foldedToText,
  };
}

/** The origin of a character. Several characters may have one origin, and one character several. */
interface Origin {
  start: number;
  end: number;
}

/** First and last code points of scripts that put no blanks between words, or (Korean) attach particles to them. */
const UNSPACED: readonly [number, number][] = [
  [0x1100, 0x11ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3031, 0x3035],
  [0x3038, 0x303c],
  [0x3041, 0x3096],
  [0x309d, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3131, 0x318e],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97c],
  [0xac00, 0xd7fb],
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
];
const isUnspacedBelow = new Uint8Array(0x10000);
for (const [first, last] of UNSPACED.slice(0, -1)) isUnspacedBelow.fill(1, first, last + 1);

/** Whether the character at an offset belongs to a script that is searched by pairs. */
export function isUnspacedAt(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  return code < 0x10000 ? isUnspacedBelow[code] === 1 : code >= 0x20000 && code <= 0x3ffff;
}

/** Whether the text contains such characters. */
export function hasUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isUnspacedAt(text, at)) return true;
  return false;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

function isPlain(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** Units of normalisation: a run of ASCII, the parts of a Korean syllable, a character with its marks. */
const UNIT = /[\0-\x7f]+(?!\p{M})|[\u1100-\u11ff]+|(?:.|\n)(?:\p{M}|[\uff9e\uff9f])*/gu;

/**
 * Normalises unit by unit if places are requested. Normalising all at once gives the same result in a tenth of the
 * time.
 */
function fold(text: string, origins: Origin[] | null): string {
  if (origins === null) return foldAll(text);
  let folded = '';
  for (const { 0: unit, index } of text.matchAll(UNIT)) {
    const isSame = isPlain(unit);
    const form = isSame ? unit.toLowerCase() : foldAll(unit);
    for (let at = 0; at < form.length; at++) {
      origins.push(isSame ? { start: index + at, end: index + at + 1 } : { start: index, end: index + unit.length });
    }
    folded += form;
  }
  return folded;
}

/** Superscripts and trade marks: beside a word, not part of it. */
const BESIDE_WORDS = /[\p{No}\u2120\u2122\u1d2c-\u1d6a]/gu;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032]/g;
const HYPHENS = /[\u2010\u2011]/g;
/** Invisible characters within words. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Separates the parts of a foreign name; writers may omit it. */
const KATAKANA_DOT = '・';
/** Variants of one character between countries, which fonts map inconsistently and Unicode does not unify. */
const DOOR_VARIANTS = /[戶戸]/g;
const BLUE_VARIANT = /靑/g;
const SYMBOLS = /[^\0-\x7f\p{L}\p{M}\p{Nd}\p{Nl}・]/gu;

function foldAll(text: string): string {
  return text
    .replace(BESIDE_WORDS, ' ')
    .normalize('NFKC')
    .replace(DOOR_VARIANTS, '户')
    .replace(BLUE_VARIANT, '青')
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(INVISIBLE, '')
    .replace(SYMBOLS, ' ');
}

/** Writes each run of unspaced characters as its pairs, between blanks; other text is unchanged. */
function pairCharacters(folded: string, offsets: number[] | null): string {
  const pieces: string[] = [];
  const put = (start: number, end: number) => {
    // A dot outside a name is a symbol like others.
    pieces.push(folded.slice(start, end).replaceAll(KATAKANA_DOT, ' '));
    if (offsets !== null) for (let at = start; at < end; at++) offsets.push(at);
  };
  const putBlank = (at: number) => {
    pieces.push(' ');
    offsets?.push(at);
  };
  let done = 0;
  for (let at = 0; at < folded.length; ) {
    if (!isUnspacedAt(folded, at)) {
      at++;
      continue;
    }
    put(done, at);
    putBlank(at);
    const characters = runAt(folded, at);
    for (let place = 0; place < characters.length; place++) {
      const [start = at, next] = [characters[place], characters[place + 1]];
      done = endAfter(folded, start);
      // Adjacent characters, the common case, are one range.
      if (next === done) put(start, endAfter(folded, next));
      else put(start, done);
      if (next !== undefined && next !== done) put(next, endAfter(folded, next));
      putBlank(start);
    }
    at = done;
  }
  put(done, folded.length);
  return pieces.join('');
}

/** Offsets of the characters of the run that starts here: adjacent, or all separated by blanks (`合　計`). */
function runAt(folded: string, start: number): number[] {
  const adjacent = [start];
  for (let at = endAfter(folded, start); at < folded.length; ) {
    const next = folded[at] === KATAKANA_DOT && isKatakana(folded, at - 1) && isKatakana(folded, at + 1) ? at + 1 : at;
    if (!isUnspacedAt(folded, next)) break;
    adjacent.push(next);
    at = endAfter(folded, next);
  }
  if (adjacent.length > 1) return adjacent;
  const separated = [start];
  for (let at = start; ; ) {
    const end = endAfter(folded, at);
    const next = afterBlanks(folded, end);
    if (next === end || !isUnspacedAt(folded, next)) return separated;
    if (isUnspacedAt(folded, endAfter(folded, next))) return separated;
    separated.push(next);
    at = next;
  }
}

const MAX_BLANKS = 4;

function afterBlanks(folded: string, start: number): number {
  let at = start;
  while (at < start + MAX_BLANKS && folded[at] === ' ') at++;
  return at;
}

function isKatakana(folded: string, at: number): boolean {
  const code = folded.charCodeAt(at);
  return code >= 0x30a1 && code <= 0x30ff && code !== 0x30fb;
}

function endAfter(folded: string, at: number): number {
  return at + ((folded.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
