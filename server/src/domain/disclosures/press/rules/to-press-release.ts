import type { PressRelease, PressTag, PressTagBasis, PressTier, WireRelease } from '../model.ts';
import { exchangeOfWords } from './exchanges.ts';
import { type PressSubject, subjectOfWord } from './subjects.ts';
import { tierOfTitle } from './title-rules.ts';

/** A notice of a fund family names some hundred listings; beyond this nobody reads them. */
const MOST_TAGS = 200;

/**
 * A wire's release in our own words: subjects by code, a tier, and what ties it to companies. What the wire tags comes
 * first; listings in the text count only where it tags none.
 */
export function toPressRelease({ subjects, listings, mentions, ...release }: WireRelease): PressRelease {
  const known = subjects.flatMap(word => subjectOfWord(word) ?? []);
  return {
    ...release,
    tier: tierOf(known, release.title),
    subjectCodes: [...new Set(known.map(one => one.subjectCode))].sort((a, b) => a - b),
    tags: tagsOf(listings, release.isins, mentions),
  };
}

/** The most relevant of its subjects; the headline's where they say nothing. */
function tierOf(subjects: readonly PressSubject[], title: string): PressTier {
  const tiers = subjects.flatMap(one => one.tier ?? []);
  return tiers.length === 0 ? tierOfTitle(title) : tiers.reduce((a, b) => (a < b ? a : b));
}

function tagsOf(listings: readonly string[], isins: readonly string[], mentions: readonly string[]): PressTag[] {
  const tagged = listings.map(stated => toTag(stated, 'listing'));
  const secured = isins.map(isin => ({ ...NO_LISTING, basis: 'isin' as const, asFiled: isin }));
  const stated = [...tagged, ...secured];
  const tags = stated.length > 0 ? stated : mentions.map(mention => toTag(mention, 'text')).filter(isListing);
  const unique = new Map(tags.map(tag => [tag.asFiled, tag]));
  return [...unique.values()].slice(0, MOST_TAGS);
}

const NO_LISTING = { ticker: null, mic: null, marketId: null };

/** Anything may stand before a colon in brackets: it counts where it is an exchange. */
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
