/** A query that gives a name together with its ticker: `Apple Inc. (NASDAQ: AAPL)`, `7203 トヨタ自動車`, `贵州茅台600519.SH`. */
export interface NameWithTicker {
  name: string;
  /** Possibly with its exchange: `NASDAQ: AAPL`; null if the brackets behind the name contain something else. */
  ticker: string | null;
  /** In brackets; otherwise the ticker may be a word of the name. */
  isMarked: boolean;
}

/** Digits, possibly with the suffix of a market. */
const DIGITS = String.raw`\d{4,6}(?:\.[A-Z]{1,4})?`;
/** `AAPL`, `BRK.B`, `PETR4`; a single capital is rather part of a name. */
const LETTERS = String.raw`[A-Z]{2,5}(?:[.-][A-Z]{1,2})?|[A-Z]{4}\d{1,2}`;
const BARE = `(?:${DIGITS}|${LETTERS})`;
const WITH_EXCHANGE = String.raw`\p{L}[\p{L}\d]{1,11} ?: ?(?:${BARE}|[A-Z])`;
const OPEN = '[([{【〈《]';
const CLOSE = '[)\\]}】〉》]';
const INNER = '[^()[\\]{}【】〈〉《》]+';
const BETWEEN = '(?: ?[-,;:|–—] ?| )';

const MARKED: readonly RegExp[] = [
  new RegExp(`^(?<name>.+?) ?${OPEN}(?<ticker>${INNER})${CLOSE}$`, 'u'),
  new RegExp(`^${OPEN}(?<ticker>${INNER})${CLOSE} ?(?<name>.+)$`, 'u'),
];
const PLAIN: readonly RegExp[] = [
  ...[WITH_EXCHANGE, BARE].flatMap(code => [
    new RegExp(`^(?<name>.+?)${BETWEEN}(?<ticker>${code})$`, 'u'),
    new RegExp(`^(?<ticker>${code})${BETWEEN}(?<name>.+)$`, 'u'),
  ]),
  // Digits and letters of another script need nothing between them.
  new RegExp(String.raw`^(?<name>[^\p{ASCII}].*?)(?<ticker>${DIGITS})$`, 'u'),
  /^(?<ticker>\d{4,6})(?<name>[^\p{ASCII}].*)$/u,
];
const WHOLE_CODE = new RegExp(`^(?:${WITH_EXCHANGE}|${BARE}|[A-Z])$`, 'u');
const MOST_READINGS = 2;

/** How a query, in form NFKC, may be a name and a ticker; empty if it gives no name besides another part. */
export function namesWithTicker(query: string): NameWithTicker[] {
  const marked = readingsBy(MARKED, query);
  if (marked.length > 0) {
    return marked.map(({ name, ticker }) => ({
      name,
      ticker: WHOLE_CODE.test(ticker) ? ticker : null,
      isMarked: true,
    }));
  }
  return readingsBy(PLAIN, query)
    .filter(({ name, ticker }) => isName(name) || /\d{4}/.test(ticker))
    .slice(0, MOST_READINGS)
    .map(reading => ({ ...reading, isMarked: false }));
}

function readingsBy(patterns: readonly RegExp[], query: string): { name: string; ticker: string }[] {
  return patterns.flatMap(pattern => {
    const { name, ticker } = pattern.exec(query)?.groups ?? {};
    return name !== undefined && ticker !== undefined && /\p{L}/u.test(name) ? [{ name, ticker }] : [];
  });
}

/** Not another code in capitals: `BRK B`, `NTT DATA`. */
function isName(text: string): boolean {
  return /[\p{Ll}\p{Lo}]/u.test(text);
}
