import { compareText } from '../../../../../kernel/compare-text.ts';
import { minOf } from '../../../../../kernel/lists.ts';
import { MARKETS } from '../../../markets/model/markets.ts';
import { rankOfRegistry } from '../../../markets/rules/registry-order.ts';
import type { EntityGroup, Registrant, RegistrantListing } from '../../model/identity.ts';

/**
 * A group with its lead registrant: the one at a registry of the company's own country, then the one at the most trusted
 * registry, then the one with the home listing, then the lesser key.
 */
export function toGroup(members: readonly Registrant[]): EntityGroup {
  const ordered = [...members].sort((a, b) => compareText(a.canonicalKey, b.canonicalKey));
  const country = countryOf(ordered);
  const ranked = sortBy(ordered, member => [
    Number(!isHomeMarket(member.marketId, country)),
    rankOf(member),
    Number(!member.listings.some(listing => listing.isHome && listing.isTrading)),
    Number(!tradesAtHomeCurrency(member)),
  ]);
  const lead = ranked[0];
  return {
    leadKey: lead?.canonicalKey ?? '',
    memberKeys: ordered.map(member => member.canonicalKey),
    home: homeListing(ranked, country),
  };
}

/** The country that the most trusted registry states. */
function countryOf(members: readonly Registrant[]): string | null {
  return sortBy(members, member => [rankOf(member)]).find(member => member.countryCode !== null)?.countryCode ?? null;
}

function rankOf({ registries }: Registrant): number {
  return Math.min(minOf(registries.map(rankOfRegistry)), Number.MAX_SAFE_INTEGER);
}

function isHomeMarket(marketId: string, country: string | null): boolean {
  const market = MARKETS.find(market => market.marketId === marketId);
  return country !== null && market?.countryCodes.includes(country) === true;
}

/** Shares in the domestic currency come before those in a foreign one (A and B shares). */
function tradesAtHomeCurrency({ listings }: Registrant): boolean {
  return listings.some(isInHomeCurrency);
}

function isInHomeCurrency({ marketId, currency }: RegistrantListing): boolean {
  return MARKETS.find(market => market.marketId === marketId)?.currency === currency;
}

/**
 * One of all listings: in the company's own country, still traded, the lead's, its registry's home listing, in this order.
 */
function homeListing(ranked: readonly Registrant[], country: string | null): EntityGroup['home'] {
  const listings = ranked.flatMap((owner, at) => owner.listings.map(listing => ({ owner, listing, at })));
  const [first] = sortBy(
    [...listings].sort((a, b) => compareText(a.listing.tickerKey, b.listing.tickerKey)),
    ({ listing, at }) => [
      Number(!listing.isTrading),
      Number(!isHomeMarket(listing.marketId, country)),
      at,
      Number(!listing.isHome),
      Number(!isInHomeCurrency(listing)),
    ],
  );
  if (first === undefined) return null;
  const { owner, listing } = first;
  return { canonicalKey: owner.canonicalKey, marketId: listing.marketId, tickerKey: listing.tickerKey };
}

/** Compares by several ranks; the first that differs decides. */
function sortBy<T>(items: readonly T[], ranksOf: (item: T) => number[]): T[] {
  return items
    .map(item => ({ item, ranks: ranksOf(item) }))
    .sort((a, b) => {
      const at = a.ranks.findIndex((rank, place) => rank !== b.ranks[place]);
      return at < 0 ? 0 : (a.ranks[at] ?? 0) - (b.ranks[at] ?? 0);
    })
    .map(({ item }) => item);
}
