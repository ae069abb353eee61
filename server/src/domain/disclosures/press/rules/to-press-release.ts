import type { PressRelease, PressTag, PressTagBasis, PressTier, WireRelease } from '../model.ts';
import { exchangeOfWords } from './exchanges.ts';
import { type PressSubject, subjectOfWord } from './subjects.ts';
import { tierOfTitle } from './title-rules.ts';

/** Notices of fund families can name more than a hundred listings. */
const MAX_TAGS = 200;

/**
 * Normalises a release: subjects as codes, a tier and the links to companies. The newswire's tags come first; listings in the
 * text count only if it tags none.
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

/** Returns the highest tier of the subjects, else the tier of the headline. */
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
