/** Digits, or a prefix (`SC`, `NI`, `OC`, `OE`, `R`), digits, and the `R` or `RS` behind those of registered societies. */
const NUMBER = /^([A-Z]{2}|R)?(\d{1,8})(RS?)?$/;
const NUMBER_CHARS = 8;

/**
 * A company number as the registry writes it: eight characters, zeros filled in between prefix and digits (`8209948` →
 * `08209948`, `SC1234` → `SC001234`). Null where the text is none.
 */
export function companyNumber(stated: string | null | undefined): string | null {
  const match = NUMBER.exec((stated ?? '').trim().toUpperCase());
  if (match === null) return null;
  const [, prefix = '', digits = '', suffix = ''] = match;
  const places = NUMBER_CHARS - prefix.length - suffix.length;
  return digits.length > places ? null : prefix + digits.padStart(places, '0') + suffix;
}

/** `uk:08957400`; the number has its eight characters. */
export function canonicalKeyOfNumber(number: string): string {
  return `uk:${number}`;
}
