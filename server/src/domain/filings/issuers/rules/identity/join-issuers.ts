import { compareText } from '../../../../../kernel/compare-text.ts';
import { minOf } from '../../../../../kernel/lists.ts';
import { MARKETS } from '../../../markets/model/markets.ts';
import { rankOfRegistry } from '../../../markets/rules/registry-order.ts';
import {
  type EntityGroup,
  type IssuerLink,
  type LinkIdentity,
  linkId,
  type Registrant,
  type RegistrantListing,
} from '../../model/identity.ts';
import { type AmbiguousNumber, type Candidate, findCandidates } from './candidate-links.ts';
import { numbersOf, vetoAgainst } from './vetoes.ts';

/** An operator's decision on two issuers; it overrides every rule. */
export interface Decision {
  aKey: string;
  bKey: string;
  verdict: 'same' | 'not_same';
}

export interface IdentityInput {
  /** All registrants reachable from any of them by a tie, a decision or an earlier group. */
  registrants: readonly Registrant[];
  decisions: readonly Decision[];
  /** Links that an operator removed. */
  undone: readonly LinkIdentity[];
}

export interface Identity {
  /** Links that the rule finds, in key order; operators' own links are not included. */
  links: IssuerLink[];
  /** Every registrant is in exactly one group. */
  groups: EntityGroup[];
  /** Numbers with too many claimants to identify any of them. */
  ambiguous: AmbiguousNumber[];
}

/**
 * Determines which registrants are one company. The same set gives the same groups in any order: ties are weighed by strength,
 * all of one strength together. If they would join two registrants that a veto keeps apart, no tie involved counts, and each
 * states why. Nothing is merged: a group is a set of members and is recomputed.
 */
export function joinIssuers({ registrants, decisions, undone }: IdentityInput): Identity {
  const { candidates, ambiguous } = findCandidates(registrants);
  const takenBack = new Set(undone.map(linkId));
  for (const link of candidates) if (takenBack.has(linkId(link))) link.state = 'undone';
  const groups = new Groups(registrants);
  const word = new OperatorsWord(decisions);
  joinDecided(groups, registrants, decisions, word);
  const tiers = [...new Set(candidates.flatMap(candidate => candidate.tier ?? []))].sort((a, b) => a - b);
  for (const tier of tiers) {
    joinTier(
      groups,
      candidates.filter(candidate => candidate.tier === tier && candidate.state !== 'undone'),
      word,
    );
  }
  return {
    links: [
      ...candidates.map(toLink),
      ...registrants.flatMap(registrant => successorLinks(registrant, registrants)),
    ].sort(byIdentity),
    groups: groups
      .list()
      .map(toGroup)
      .sort((a, b) => compareText(a.leadKey, b.leadKey)),
    ambiguous,
  };
}

/**
 * A group with its lead registrant: the one at a registry of the company's own country, then the one at the most trusted
 * registry, then the one with the home listing, then the lesser key.
 */
function toGroup(members: readonly Registrant[]): EntityGroup {
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

/** Operators' decisions by pair. */
class OperatorsWord {
  readonly #verdicts: ReadonlyMap<string, Decision['verdict']>;

  constructor(decisions: readonly Decision[]) {
    this.#verdicts = new Map(decisions.map(({ aKey, bKey, verdict }) => [pairOf(aKey, bKey), verdict]));
  }

  holdsApart(a: Registrant, b: Registrant): boolean {
    return this.#verdicts.get(pairOf(a.canonicalKey, b.canonicalKey)) === 'not_same';
  }

  /**
   * Why two registrants cannot be one: an operator decided so, or a rule vetoes it and no operator overrides the rule.
   */
  veto(a: Registrant, b: Registrant): string | null {
    if (this.#verdicts.get(pairOf(a.canonicalKey, b.canonicalKey)) === 'same') return null;
    return this.holdsApart(a, b)
      ? `an operator holds ${a.canonicalKey} and ${b.canonicalKey} apart`
      : vetoAgainst(a, b);
  }
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** An operator's decision joins despite rules, but not two registrants that an operator keeps apart. */
function joinDecided(
  groups: Groups,
  registrants: readonly Registrant[],
  decisions: readonly Decision[],
  word: OperatorsWord,
): void {
  const byKey = new Map(registrants.map(registrant => [registrant.canonicalKey, registrant]));
  const inOrderOfKeys = [...decisions].sort((x, y) => compareText(pairOf(x.aKey, x.bKey), pairOf(y.aKey, y.bKey)));
  for (const { aKey, bKey, verdict } of inOrderOfKeys) {
    const [a, b] = [byKey.get(aKey), byKey.get(bKey)];
    if (verdict !== 'same' || a === undefined || b === undefined) continue;
    const areHeldApart = groups.of(a).some(member => groups.of(b).some(other => word.holdsApart(member, other)));
    if (!areHeldApart) groups.join(a, b);
  }
}

/** Joins by all ties of one strength except those that lead to a contradiction. */
function joinTier(groups: Groups, links: readonly Candidate[], word: OperatorsWord): void {
  const open: Candidate[] = [];
  for (const link of links) {
    if (groups.areOne(link.a, link.b)) link.state = 'active';
    else open.push(link);
  }
  const sound = [...Map.groupBy(open, link => `${link.scheme}:${link.identifier}`).values()].flatMap(sameNumber =>
    contradictTogether(groups, sameNumber, word) ? [] : sameNumber,
  );
  const trial = groups.copy();
  for (const { a, b } of sound) trial.join(a, b);
  for (const together of Map.groupBy(sound, link => trial.of(link.a)).values()) {
    if (contradictTogether(groups, together, word)) continue;
    for (const link of together) {
      link.state = 'active';
      groups.join(link.a, link.b);
    }
  }
}

/** Marks all of the links that would join two registrants kept apart. */
function contradictTogether(groups: Groups, links: readonly Candidate[], word: OperatorsWord): boolean {
  const parties = [...new Set(links.flatMap(({ a, b }) => [groups.of(a), groups.of(b)]))];
  const reason = firstVeto(parties, word);
  if (reason === null) return false;
  for (const link of links) {
    link.state = 'contradicted';
    link.evidence.against.push(reason);
  }
  return true;
}

/** Members of one group are already joined by stronger ties. */
function firstVeto(parties: readonly (readonly Registrant[])[], word: OperatorsWord): string | null {
  const reasons: string[] = [];
  for (const [at, party] of parties.entries()) {
    for (const other of parties.slice(at + 1)) {
      for (const a of party) {
        for (const b of other) {
          const reason = word.veto(...inOrder(a, b));
          if (reason !== null) reasons.push(reason);
        }
      }
    }
  }
  return reasons.sort(compareText)[0] ?? null;
}

function inOrder(a: Registrant, b: Registrant): [Registrant, Registrant] {
  return a.canonicalKey < b.canonicalKey ? [a, b] : [b, a];
}

/** An issuer and its successor are two: the link documents the succession and joins nothing. */
function successorLinks(ended: Registrant, registrants: readonly Registrant[]): IssuerLink[] {
  const { canonicalKey, successorKey } = ended;
  if (successorKey === null) return [];
  const successor = registrants.find(
    registrant =>
      registrant.canonicalKey === successorKey ||
      numbersOf(registrant).some(({ scheme, identifier }) => `${scheme}:${identifier}` === successorKey),
  );
  if (successor === undefined) return [];
  const [scheme = '', identifier = ''] = successorKey.split(/:(.*)/s);
  const evidence = { for: [`${ended.registries.join(', ')} states ${successorKey} as the successor`], against: [] };
  const identity = {
    aKey: canonicalKey,
    bKey: successor.canonicalKey,
    basis: 'identifier' as const,
    scheme,
    identifier,
  };
  return [{ ...identity, verdict: 'successor', state: 'active', evidence }];
}

function toLink({ a: _a, b: _b, tier: _tier, ...link }: Candidate): IssuerLink {
  return link;
}

function byIdentity(a: IssuerLink, b: IssuerLink): number {
  return compareText(linkId(a), linkId(b));
}

/** Disjoint groups of registrants: each starts alone, and groups merge. */
export class Groups {
  readonly #groupOf = new Map<Registrant, Registrant[]>();

  constructor(registrants: readonly Registrant[]) {
    for (const registrant of registrants) this.#groupOf.set(registrant, [registrant]);
  }

  /** All members of the group of a registrant. */
  of(registrant: Registrant): readonly Registrant[] {
    return this.#groupOf.get(registrant) ?? [registrant];
  }

  areOne(a: Registrant, b: Registrant): boolean {
    return this.of(a) === this.of(b);
  }

  join(a: Registrant, b: Registrant): void {
    if (this.areOne(a, b)) return;
    const joined = [...this.of(a), ...this.of(b)];
    for (const member of joined) this.#groupOf.set(member, joined);
  }

  /** Every group once. */
  list(): (readonly Registrant[])[] {
    return [...new Set(this.#groupOf.values())];
  }

  /** A copy of the groups for a trial merge. */
  copy(): Groups {
    const copy = new Groups([...this.#groupOf.keys()]);
    for (const group of this.list())
      for (const member of group) if (group[0] !== undefined) copy.join(group[0], member);
    return copy;
  }
}
