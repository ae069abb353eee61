const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = 'thousand million billion trillion quadrillion quintillion'.split(' ');
const NONE = new Set(['no', 'none', 'nil', 'zero']);

/** Parses a number in English words, `two hundred and twenty-two`; null if the words are not a number. */
export function parseNumberWords(text: string): bigint | null {
  const words = lowerFirstLetters(text)
    .replace(HYPHENS, ' - ')
    .replace(/,/g, ' , ')
    .split(/[ \t\r\n\u00A0]+/)
    .filter(word => word !== '');
  const [only] = words;
  if (words.length === 1 && only !== undefined && NONE.has(only)) return 0n;
  return sumOfGroups(words);
}

/** Number words may begin with a capital, "and" may not. */
export function lowerFirstLetters(text: string): string {
  return text.replace(/(?<![a-zA-Z])[A-Z](?!nd(?![a-z]))/g, initial => initial.toLowerCase());
}

/** All kinds of dashes that join words. */
export const HYPHENS = /[-\u058A\u05BE\u2010-\u2015\uFE58\uFE63\uFF0D]/g;

/** Sums groups below a thousand, each with a smaller scale than the one before. */
function sumOfGroups(words: readonly string[]): bigint | null {
  let total = 0n;
  let lastScale = SCALES.length + 1;
  let at = 0;
  while (at < words.length) {
    if (at > 0 && words[at] === ',') at++;
    if (at > 0 && words[at] === 'and') at++;
    const group = readGroup(words, at);
    if (group === null) return null;
    at = group.end;
    const scale = SCALES.indexOf(words[at] ?? '') + 1;
    if (scale > 0) at++;
    if (scale >= lastScale) return null;
    lastScale = scale;
    total += BigInt(group.value) * 1000n ** BigInt(scale);
  }
  return lastScale > SCALES.length ? null : total;
}

/** `n hundred [and] m`, 1 to 999. */
function readGroup(words: readonly string[], start: number): { value: number; end: number } | null {
  const first = readBelowHundred(words, start);
  if (first === null) return null;
  if (words[first.end] !== 'hundred') return first;
  if (first.value > 9) return null;
  let at = first.end + 1;
  if (words[at] === 'and') at++;
  const rest = readBelowHundred(words, at);
  // "one hundred and" without a number below a hundred may be followed by a smaller group.
  const isRestOfGroup = rest !== null;
  return isRestOfGroup
    ? { value: first.value * 100 + rest.value, end: rest.end }
    : { value: first.value * 100, end: first.end + 1 };
}

function readBelowHundred(words: readonly string[], start: number): { value: number; end: number } | null {
  const unit = UNITS.indexOf(words[start] ?? '');
  if (unit > 0) return { value: unit, end: start + 1 };
  const ten = TENS.indexOf(words[start] ?? '');
  if (ten < 0) return null;
  const value = (ten + 2) * 10;
  const at = words[start + 1] === '-' ? start + 2 : start + 1;
  const ones = UNITS.indexOf(words[at] ?? '');
  if (ones > 0 && ones < 10) return { value: value + ones, end: at + 1 };
  return { value, end: start + 1 };
}
