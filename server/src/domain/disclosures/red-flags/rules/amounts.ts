const AMOUNT = /(?:US\$|C\$|[$€£¥]|EUR |USD )\s?(\d[\d,]*(?:\.\d+)?)(?: (thousand|million|billion))?/gi;
const SCALES = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** A smaller amount without a scale word may be stated in thousands or millions. */
const MIN_UNSCALED_AMOUNT = 100_000;

/** Reads the amounts of money in a sentence, in whole units. Amounts of unknown scale are skipped. */
export function readAmounts(text: string): number[] {
  return [...text.matchAll(AMOUNT)].flatMap(([, digits = '', word]) => {
    const value = Number(digits.replaceAll(',', ''));
    const scale = word === undefined ? undefined : SCALES[word.toLowerCase() as keyof typeof SCALES];
    if (scale !== undefined) return [value * scale];
    return value >= MIN_UNSCALED_AMOUNT ? [value] : [];
  });
}
