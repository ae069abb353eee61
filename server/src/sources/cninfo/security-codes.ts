import type { Listing } from '../../domain/filings/issuers/model/issuer.ts';

/** A code of a mainland security, six digits; null where the text is none (a fund's `163118.fund`, `03331.HK`). */
export function securityCode(text: string): string | null {
  return /^\s*(\d{6})\s*$/.exec(text)?.[1] ?? null;
}

/** `cninfo:600519`, the canonical key of an issuer by the code of a share line. */
export function canonicalKeyOfCode(code: string): string {
  return `cninfo:${code}`;
}

interface CodeRange {
  prefix: RegExp;
  mic: 'XSHG' | 'XSHE' | 'BJSE';
  exchange: string;
  currency: string;
}

const SHANGHAI = 'Shanghai Stock Exchange';
const SHENZHEN = 'Shenzhen Stock Exchange';

/** Which exchange gives which codes to shares, by their beginning (securities code rules of the three exchanges). */
const RANGES: readonly CodeRange[] = [
  { prefix: /^60/, mic: 'XSHG', exchange: SHANGHAI, currency: 'CNY' },
  { prefix: /^68[89]/, mic: 'XSHG', exchange: `${SHANGHAI}, STAR Market`, currency: 'CNY' },
  { prefix: /^900/, mic: 'XSHG', exchange: `${SHANGHAI}, B shares`, currency: 'USD' },
  { prefix: /^00[0-4]/, mic: 'XSHE', exchange: SHENZHEN, currency: 'CNY' },
  { prefix: /^30[0-9]/, mic: 'XSHE', exchange: `${SHENZHEN}, ChiNext`, currency: 'CNY' },
  { prefix: /^20[01]/, mic: 'XSHE', exchange: `${SHENZHEN}, B shares`, currency: 'HKD' },
  { prefix: /^(?:43|8[378]|92)/, mic: 'BJSE', exchange: 'Beijing Stock Exchange', currency: 'CNY' },
];

/** The listing of a code; its exchange is null where the beginning of the code is none of a share. */
export function listingOf(code: string): Listing {
  const range = RANGES.find(({ prefix }) => prefix.test(code));
  return {
    ticker: code,
    marketId: 'cn',
    mic: range?.mic ?? null,
    exchange: range?.exchange ?? null,
    currency: range?.currency ?? null,
    isHome: true,
  };
}
