/** An amount of money in a text. */
export interface StatedMoney {
  /** In whole units. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** Offset in the text. */
  start: number;
  end: number;
}

const MONEY =
  /(?<sign>US\$|U\.S\.\s?\$|C\$|CA\$|Cdn\$|A\$|HK\$|NT\$|RMB|[$€£¥]|\b(?:USD|EUR|GBP|CAD|JPY|CHF)\b)\s?(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?<scale>thousand|million|billion|trillion)\b)?/g;

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  'U.S.$': 'USD',
  USD: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  Cdn$: 'CAD',
  CAD: 'CAD',
  A$: 'AUD',
  HK$: 'HKD',
  NT$: 'TWD',
  RMB: 'CNY',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  '¥': 'JPY',
  JPY: 'JPY',
  CHF: 'CHF',
};

const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };

/** Returns the amounts of money in a text, in text order. */
export function readMoney(text: string): StatedMoney[] {
  return [...text.matchAll(MONEY)].flatMap(({ index, 0: words, groups = {} }) => {
    const currency = CURRENCIES[(groups.sign ?? '').replace(/\s/g, '')];
    const number = Number((groups.number ?? '').replaceAll(',', ''));
    // Rounds away the error of the floating-point product: 21.7 × 1e6 is not exact.
    const amount = Number((number * (SCALES[groups.scale ?? ''] ?? 1)).toPrecision(15));
    return currency === undefined || !Number.isFinite(amount)
      ? []
      : [{ amount, currency, start: index, end: index + words.length }];
  });
}

const SHARES =
  /\b(?<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?:\s(?<scale>million|billion))? (?:newly issued |new |additional |restricted |unregistered |common |ordinary |outstanding |preferred |treasury |[Cc]lass [A-C] |[Ss]eries [A-Z] |of (?:its|our|the [Cc]ompany[’']s) )*(?:shares|American Depositary Shares|ADSs)\b/g;

/** Returns the numbers of shares in a text, in text order. */
export function readShareCounts(text: string): { shares: number; start: number; end: number }[] {
  return [...text.matchAll(SHARES)].map(({ index, 0: words, groups = {} }) => ({
    shares: Number(
      (Number((groups.number ?? '').replaceAll(',', '')) * (SCALES[groups.scale ?? ''] ?? 1)).toPrecision(15),
    ),
    start: index,
    end: index + words.length,
  }));
}
