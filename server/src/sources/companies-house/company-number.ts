/** Digits, or a prefix (`SC`, `NI`, `OC`, `OE`, `R`) and digits, with `R` or `RS` after those of registered societies. */
const NUMBER = /^([A-Z]{2}|R)?(\d{1,8})(RS?)?$/;
const NUMBER_CHARS = 8;

/**
 * A company number as the registry writes it: eight characters, with zeros between prefix and digits (`8209948` →
 * `08209948`, `SC1234` → `SC001234`). Null if the text is not a company number.
 */
export function companyNumber(stated: string | null | undefined): string | null {
  const match = NUMBER.exec((stated ?? '').trim().toUpperCase());
  if (match === null) return null;
  const [, prefix = '', digits = '', suffix = ''] = match;
  const places = NUMBER_CHARS - prefix.length - suffix.length;
  return digits.length > places ? null : prefix + digits.padStart(places, '0') + suffix;
}

/** `uk:08957400`, from a number of eight characters. */
export function canonicalKeyOfNumber(number: string): string {
  return `uk:${number}`;
}
