/** Folds case, spaces and punctuation, so that `Mergers & Acquisitions` equals `mergers and acquisitions`. */
export function wordKey(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll('&', 'and')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
