/**
 * Replaces NUL and lone surrogates, which PostgreSQL text cannot store, by U+FFFD. Offsets of the following text stay
 * the same.
 */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}
