import { readFileSync } from 'node:fs';
import { findExchange } from '../../../filings/markets/model/exchanges.ts';
import { MARKETS } from '../../../filings/markets/model/markets.ts';
import {
  PRESS_TIERS,
  type PressRelease,
  type PressTag,
  type PressTagBasis,
  type PressTier,
  type WireRelease,
} from '../model.ts';
import { type PressSubject, subjectOfWord, wordKey } from './subjects.ts';

/** Notices of fund families can name more than a hundred listings. */
const MAX_TAGS = 200;

/** Patterns on English headlines, in order of precedence. */
const TITLE_RULES = readTitleRules(readFileSync(new URL('./title-rules.tsv', import.meta.url), 'utf8'));

/** An exchange as a newswire names it. */
interface NamedExchange {
  /** ISO 10383; null for the exchange of the sample's fictional issuers. */
  mic: string | null;
  /** Null if the exchange belongs to no market of the catalogue. */
  marketId: string | null;
}

/** Names with one meaning only. Names that several exchanges share (`TSE`, `NSE`, `BSE`) are left out. */
const EXCHANGES = readExchanges(readFileSync(new URL('./exchanges.tsv', import.meta.url), 'utf8'));

/**
 * Normalises a release: subjects as codes, a tier and the links to companies. The newswire's tags come first; listings in the
 * text count only if it tags none.
 */
export function toPressRelease({ subjects, listings, mentions, ...release }: WireRelease): PressRelease {
  const known = subjects.flatMap(word => subjectOfWord(word) ?? []);
  return {
    ...release,
    tier: tierOf(known, release.title),
    subjectCodes: [...new Set(known.map(subject => subject.subjectCode))].sort((a, b) => a - b),
    tags: tagsOf(listings, release.isins, mentions),
  };
}

/** Returns the highest tier of the subjects, else the tier of the headline. */
function tierOf(subjects: readonly PressSubject[], title: string): PressTier {
  const tiers = subjects.flatMap(subject => subject.tier ?? []);
  return tiers.length === 0 ? tierOfTitle(title) : tiers.reduce((a, b) => (a < b ? a : b));
}

function tagsOf(listings: readonly string[], isins: readonly string[], mentions: readonly string[]): PressTag[] {
  const tagged = listings.map(stated => toTag(stated, 'listing'));
  const secured = isins.map(isin => ({ ...NO_LISTING, basis: 'isin' as const, asFiled: isin }));
  const stated = [...tagged, ...secured];
  const tags = stated.length > 0 ? stated : mentions.map(mention => toTag(mention, 'text')).filter(isListing);
  const unique = new Map(tags.map(tag => [tag.asFiled, tag]));
  return [...unique.values()].slice(0, MAX_TAGS);
}

const NO_LISTING = { ticker: null, mic: null, marketId: null };

/** The text before a colon in brackets counts only if it names a known exchange. */
function isListing({ mic, marketId }: PressTag): boolean {
  return mic !== null || marketId !== null;
}

function toTag(stated: string, basis: PressTagBasis): PressTag {
  const colon = stated.indexOf(':');
  const ticker = stated
    .slice(colon + 1)
    .trim()
    .toUpperCase();
  const words = stated.slice(0, Math.max(0, colon)).trim();
  const asFiled = stated.trim();
  if (colon < 0 || !/^[\p{L}\p{N}][\p{L}\p{N}. /-]{0,15}$/u.test(ticker)) return { ...NO_LISTING, basis, asFiled };
  const exchange = exchangeOfWords(words);
  return { basis, asFiled, ticker, mic: exchange?.mic ?? null, marketId: exchange?.marketId ?? null };
}

/** Returns the tier of the first rule that matches a headline, else tier 3. For releases without a meaningful subject. */
export function tierOfTitle(title: string): PressTier {
  return TITLE_RULES.find(rule => rule.pattern.test(title))?.tier ?? 3;
}

function readTitleRules(text: string): { tier: PressTier; pattern: RegExp }[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => {
    const [stated = '', pattern = ''] = line.split('\t');
    const tier = PRESS_TIERS.find(known => String(known) === stated);
    if (tier === undefined)
      throw new RangeError(`title-rules.tsv states no tier in "${line}". Start the line with 1, 2 or 3.`);
    return { tier, pattern: new RegExp(pattern, 'i') };
  });
}

/** Returns the exchange that a newswire's words name; null if unknown. */
export function exchangeOfWords(words: string): NamedExchange | null {
  return EXCHANGES.get(wordKey(words)) ?? null;
}

function readExchanges(text: string): ReadonlyMap<string, NamedExchange> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map(line => {
      const [word = '', mic = '', market = ''] = line.split('\t');
      const exchange = mic === '' ? { mic: null, marketId: market } : { mic, marketId: marketOf(mic) };
      return [wordKey(word), exchange];
    }),
  );
}

/** Returns the market of the exchange's country. */
function marketOf(mic: string): string | null {
  const countryCode = findExchange(mic)?.countryCode ?? '';
  return MARKETS.find(market => market.countryCodes.includes(countryCode))?.marketId ?? null;
}
