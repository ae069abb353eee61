/** A central index key as ten digits, from a number or a text with or without leading zeros; null for other values. */
export function cik10(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text) || /^0+$/.test(text)) return null;
  return text.padStart(10, '0');
}

/** The same without leading zeros, as addresses and canonical keys have it. */
export function plainCik(cik: string): string {
  return cik.replace(/^0+(?=\d)/, '');
}

/** `cik:320193`, the canonical key of an issuer that files here. */
export function canonicalKeyOfCik(cik: string): string {
  return `cik:${plainCik(cik)}`;
}

/** `0000320193-24-000123`, from that or from its 18 digits; null if the text is not an accession number. */
export function accessionNumber(text: string): string | null {
  const match = /^(\d{10})-?(\d{2})-?(\d{6})$/.exec(text.trim());
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null;
}
