/** A wire's word without case, blanks and punctuation, so that `Mergers & Acquisitions` and `mergers and acquisitions` are one. */
export function wordKey(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll('&', 'and')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
