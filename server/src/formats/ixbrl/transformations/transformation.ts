/**
 * Turns the text of an inline fact into its value; null where the text is not what the function takes, so that the
 * failure is reported and no value guessed.
 */
export type Transformation = (text: string) => string | null;

/** Longer inputs than any real one are refused: the patterns are matched with backtracking. */
const MAX_INPUT = 300;

/** A function that takes a text of bounded length which matches the whole pattern. */
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

/** The same answer to every text. */
export function always(value: string): Transformation {
  return () => value;
}

/** The value as it stands in digits of any of the scripts that the registries take: ASCII, full width, Devanagari. */
export function asciiDigits(text: string): string {
  return text.replace(/[０-９०-९]/g, digit => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= 0xff10 ? 0xff10 : 0x0966));
  });
}

/** Without the white space of XML at both ends. A pattern would look at every blank in between over and over. */
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
