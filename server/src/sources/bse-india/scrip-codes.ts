/** The code that the exchange gives a security, six digits; null where the text is none. */
export function scripCode(text: string): string | null {
  return /^\s*(\d{6})\s*$/.exec(text)?.[1] ?? null;
}

/** `bse:500002`, the canonical key of an issuer by the code of its shares. */
export function canonicalKeyOfScrip(code: string): string {
  return `bse:${code}`;
}
