/** Listings that a text names in brackets, as releases do: `(NYSE: DOCN)`, `(Nasdaq: GOOG, GOOGL)`, `(Nasdaq, NYSE Texas: DJT)`. */
export function mentionsOf(text: string): string[] {
  return [...text.matchAll(IN_BRACKETS)].flatMap(([, inner = '']) => (inner.includes(':') ? listingsIn(inner) : []));
}

const IN_BRACKETS = /[([]([^()[\]]{3,160})[)\]]/g;
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,9}$/;

/** `exchange:ticker` for each pair; a word without a colon is another exchange before it and another ticker behind. */
function listingsIn(inner: string): string[] {
  const listings: string[] = [];
  let waiting: string[] = [];
  let exchanges: string[] = [];
  for (const piece of inner.split(/[;,|]|\band\b/)) {
    const colon = piece.lastIndexOf(':');
    const ticker = piece.slice(colon + 1).trim();
    if (colon >= 0) {
      exchanges = [...waiting, ...piece.slice(0, colon).split('/')].map(word => word.trim());
      waiting = [];
    } else if (exchanges.length === 0 || !TICKER.test(ticker)) {
      waiting.push(piece);
      continue;
    }
    if (TICKER.test(ticker)) listings.push(...exchanges.map(exchange => `${exchange}:${ticker}`));
  }
  return listings;
}
