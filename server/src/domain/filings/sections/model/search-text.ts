/**
 * Normalises text and queries of any language for comparison. Letters become lower case, and each character gets one
 * form (full and half width, composed and decomposed). Symbols beyond ASCII become blanks, because PostgreSQL treats
 * them as letters in some locales. Writing without blanks between words (Chinese, Japanese, Korean) becomes overlapping
 * pairs of characters: `減損損失` becomes `減損 損損 損失 失`. A query in it becomes a phrase of its pairs, which matches in any
 * compound.
 */
export function toSearchText(text: string): string {
  return isPlain(text) ? foldText(text) : spread(foldText(text), null);
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
  inText(start: number, end: number): [number, number];
  /** Maps a range of `folded` to the original text. */
  ofFolded(start: number, end: number): [number, number];
}

/** Normalises a text as {@link toSearchText} does, and maps its offsets to the original text. */
export function placeSearchText(text: string): PlacedSearchText {
  const same = (start: number, end: number): [number, number] => [start, end];
  if (isPlain(text)) {
    const folded = text.toLowerCase();
    return { searchText: folded, folded, inText: same, ofFolded: same };
  }
  const inText: Place[] = [];
  const folded = fold(text, inText);
  const inFolded: number[] = [];
  const searchText = spread(folded, inFolded);
  const ofFolded = (start: number, end: number): [number, number] => [
    inText[start]?.start ?? text.length,
    inText[end - 1]?.end ?? text.length,
  ];
  return {
    searchText,
    folded,
    inText: (start, end) => ofFolded(inFolded[start] ?? 0, (inFolded[end - 1] ?? 0) + 1),
    ofFolded,
  };
}

/** The origin of a character. Several characters may have one origin, and one character several. */
interface Place {
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
function fold(text: string, places: Place[] | null): string {
  if (places === null) return foldAll(text);
  let folded = '';
  for (const { 0: unit, index } of text.matchAll(UNIT)) {
    const isSame = isPlain(unit);
    const form = isSame ? unit.toLowerCase() : foldAll(unit);
    for (let at = 0; at < form.length; at++) {
      places.push(isSame ? { start: index + at, end: index + at + 1 } : { start: index, end: index + unit.length });
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
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Separates the parts of a foreign name; writers may omit it. */
const KATAKANA_DOT = '・';
/** Variants of one character between countries, which fonts map inconsistently and Unicode does not unify. */
const FORMS_OF_DOOR = /[戶戸]/g;
const OLD_BLUE = /靑/g;
const OTHER_SIGNS = /[^\0-\x7f\p{L}\p{M}\p{Nd}\p{Nl}・]/gu;

function foldAll(text: string): string {
  return text
    .replace(BESIDE_WORDS, ' ')
    .normalize('NFKC')
    .replace(FORMS_OF_DOOR, '户')
    .replace(OLD_BLUE, '青')
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(UNSEEN, '')
    .replace(OTHER_SIGNS, ' ');
}

/** Writes each run of unspaced characters as its pairs, between blanks; other text is unchanged. */
function spread(folded: string, places: number[] | null): string {
  const pieces: string[] = [];
  const put = (start: number, end: number) => {
    // A dot outside a name is a symbol like others.
    pieces.push(folded.slice(start, end).replaceAll(KATAKANA_DOT, ' '));
    if (places !== null) for (let at = start; at < end; at++) places.push(at);
  };
  const putBlank = (at: number) => {
    pieces.push(' ');
    places?.push(at);
  };
  let done = 0;
  for (let at = 0; at < folded.length; ) {
    if (!isUnspacedAt(folded, at)) {
      at++;
      continue;
    }
    put(done, at);
    putBlank(at);
    const characters = stretchAt(folded, at);
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
function stretchAt(folded: string, start: number): number[] {
  const close = [start];
  for (let at = endAfter(folded, start); at < folded.length; ) {
    const next = folded[at] === KATAKANA_DOT && isKatakana(folded, at - 1) && isKatakana(folded, at + 1) ? at + 1 : at;
    if (!isUnspacedAt(folded, next)) break;
    close.push(next);
    at = endAfter(folded, next);
  }
  if (close.length > 1) return close;
  const apart = [start];
  for (let at = start; ; ) {
    const end = endAfter(folded, at);
    const next = afterBlanks(folded, end);
    if (next === end || !isUnspacedAt(folded, next)) return apart;
    if (isUnspacedAt(folded, endAfter(folded, next))) return apart;
    apart.push(next);
    at = next;
  }
}

const MOST_BLANKS = 4;

function afterBlanks(folded: string, start: number): number {
  let at = start;
  while (at < start + MOST_BLANKS && folded[at] === ' ') at++;
  return at;
}

function isKatakana(folded: string, at: number): boolean {
  const code = folded.charCodeAt(at);
  return code >= 0x30a1 && code <= 0x30ff && code !== 0x30fb;
}

function endAfter(folded: string, at: number): number {
  return at + ((folded.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
