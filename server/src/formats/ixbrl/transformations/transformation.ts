/**
 * Turns the text of an inline fact into its value; null if the function does not accept the text, so that the failure
 * is reported instead of guessing a value.
 */
export type Transformation = (text: string) => string | null;

/** Input longer than any real one is rejected: the patterns backtrack. */
const MAX_INPUT = 300;

/** A function that accepts texts of limited length that match the whole pattern. */
export function matching(
  pattern: RegExp,
  convert: (groups: Readonly<Record<string, string | undefined>>) => string | null,
): Transformation {
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags);
  return text => {
    if (text.length > MAX_INPUT) return null;
    const match = whole.exec(text);
    return match === null ? null : convert(match.groups ?? {});
  };
}

/** A function with the same result for every text. */
export function always(value: string): Transformation {
  return () => value;
}

/** The value with digits of any script that the registries accept (ASCII, full-width, Devanagari) as ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/[０-９०-९]/g, digit => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= 0xff10 ? 0xff10 : 0x0966));
  });
}

/** Trims XML white space at both ends. A pattern would scan every blank in between repeatedly. */
export function trimBlank(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
