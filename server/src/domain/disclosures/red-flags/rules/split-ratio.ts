const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{
    twelve: 12,
    fifteen: 15,
    sixteen: 16,
    eighteen: 18,
    twenty: 20,
    'twenty-five': 25,
    thirty: 30,
    'thirty-five': 35,
  },
  ...{ forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100, 'one hundred': 100 },
  ...{ 'one hundred fifty': 150, 'two hundred': 200, 'two hundred fifty': 250, 'three hundred': 300 },
  ...{ 'five hundred': 500, 'one thousand': 1_000 },
};

const WORDS = Object.keys(NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const NUMBER = `(?:\\d{1,3}(?:,\\d{3})*|${WORDS})`;
/** `1-for-20`, `one (1) share for each two hundred (200) shares`, `25 to 1`, `1:10` */
const RATIO = new RegExp(
  `\\b(${NUMBER})(?: ?\\(\\d+\\))?(?:[ -](?:new )?(?:shares?|old))?(?:[ -]?(?:for|to|into)[ -]?|:| of [^.;]{0,60}?\\bfor )(?:each |every )?(${NUMBER})\\b`,
  'gi',
);

/** The shares that one share replaces in a reverse split; null if the text states no ratio. */
export function readSplitRatio(text: string): number | null {
  for (const [, first = '', second = ''] of text.matchAll(RATIO)) {
    const [a, b] = [toNumber(first), toNumber(second)];
    if (Math.min(a, b) === 1 && Math.max(a, b) > 1) return Math.max(a, b);
  }
  return null;
}

function toNumber(words: string): number {
  return NUMBERS[words.toLowerCase()] ?? Number(words.replaceAll(',', ''));
}
