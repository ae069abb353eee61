import { compareText } from '../../../../../kernel/compare-text.ts';
import { addDays } from '../../../../../kernel/dates.ts';
import type { IssuerLink, LinkBasis, LinkIdentity, Registrant } from '../../model/identity.ts';
import { compareNames, currentNames, sharedFormerName } from './names.ts';
import { isOnePerEntity, isOwnNumber, strengthOf } from './schemes.ts';
import { numbersOf, vetoAgainst } from './vetoes.ts';

/** A tie between two registrants, before contrary evidence is weighed. */
export interface Candidate extends IssuerLink {
  a: Registrant;
  b: Registrant;
  /** Weaker ties give way to stronger ones: 0 is the strongest. Those that lack evidence have none. */
  tier: number | null;
}

/** Ties by number with names that agree, by number alone; the same of share codes; by security; by name. */
const TIERS = { number: 1, numberAlone: 2, shareCode: 3, shareCodeAlone: 4, isin: 5, name: 6 } as const;

/** A number that more issuers claim than any company has registrants is a placeholder. */
export const MAX_CLAIMANTS = 25;

/** A number with so many claimants that it identifies none of them. */
export interface AmbiguousNumber {
  scheme: string;
  identifier: string;
}

/** Every tie among the registrants, in key order. */
export function findCandidates(registrants: readonly Registrant[]): {
  candidates: Candidate[];
  ambiguous: AmbiguousNumber[];
} {
  const ordered = [...registrants].sort((a, b) => compareText(a.canonicalKey, b.canonicalKey));
  const claims = claimsOf(ordered, registrant =>
    numbersOf(registrant).map(number => [number.scheme, number.identifier]),
  );
  const numbers = claims.filter(claim => strengthOf(claim.scheme) !== null);
  const isAmbiguous = (claim: Claim): boolean => claim.claimants.length > MAX_CLAIMANTS;
  const sound = numbers.filter(claim => !isAmbiguous(claim));
  return {
    candidates: [...sound.flatMap(byNumber), ...byIsin(ordered), ...byName(ordered)],
    ambiguous: numbers.filter(isAmbiguous).map(({ scheme, identifier }) => ({ scheme, identifier })),
  };
}

function byNumber({ scheme, identifier, claimants }: Claim): Candidate[] {
  return pairsOf(claimants).map(([a, b]) => {
    const link = toNumberLink(a, b, scheme, identifier);
    const holder = strengthOf(scheme) === 'share' ? laterHolder([a, b], identifier, claimants) : null;
    if (holder === null) return link;
    link.evidence.against.push(`now the code of ${holder.canonicalKey}`);
    return { ...link, state: 'proposed', tier: null };
  });
}

/** Another company whose shares trade under a code that shares of one of the two no longer do: exchanges reassign codes. */
function laterHolder(
  pair: readonly [Registrant, Registrant],
  code: string,
  claimants: readonly Registrant[],
): Registrant | null {
  const holders = claimants.filter(claimant => tradesUnder(claimant, code));
  const dead = pair.filter(registrant => !tradesUnder(registrant, code) && keepsRegister(registrant));
  return (
    holders.find(holder =>
      dead.some(registrant => registrant !== holder && vetoAgainst(registrant, holder) !== null),
    ) ?? null
  );
}

/** A number of its own shows that a register, not only the exchange, knows the company. */
function keepsRegister(registrant: Registrant): boolean {
  return numbersOf(registrant).some(({ scheme }) => isOnePerEntity(scheme));
}

/** Registers write a code with the digit of its class or zeros (`13760`, `00700`) where the exchange has `1376`, `0700`. */
function tradesUnder({ listings }: Registrant, code: string): boolean {
  const plain = (text: string): string => text.replace(/^0+(?=.)/, '');
  return listings.some(
    ({ isTrading, tickerKey }) => isTrading && [plain(tickerKey), `${plain(tickerKey)}0`].includes(plain(code)),
  );
}

function toNumberLink(a: Registrant, b: Registrant, scheme: string, identifier: string): Candidate {
  const isOfShares = strengthOf(scheme) === 'share';
  const names = compareNames(a, b);
  const link = candidate(a, b, 'identifier', scheme, identifier, [`equal ${scheme} ${identifier}`]);
  if (names === 'equal' || names === 'alike') {
    link.evidence.for.push(names === 'equal' ? 'a name in common' : 'names alike');
    return { ...link, tier: isOfShares ? TIERS.shareCode : TIERS.number };
  }
  const common = a.registries.filter(registry => b.registries.includes(registry));
  if (isOwnNumber(scheme, common)) {
    link.evidence.for.push(`a number that ${common.join(', ')} gives itself`);
    return { ...link, tier: TIERS.numberAlone };
  }
  if (names === 'abbreviated') {
    if (!isOfShares || haveAnotherNumber(a, b, scheme)) return { ...link, tier: TIERS.numberAlone };
    link.evidence.for.push('only the abbreviation of a list is another name');
    if (areStatedAtOneTime(a, b)) {
      link.evidence.for.push('stated at one time');
      return { ...link, tier: TIERS.shareCodeAlone };
    }
    link.evidence.against.push('the lists that state the code are of different times');
    return link;
  }
  if (names === 'different' && !haveAnotherNumber(a, b, scheme)) {
    link.evidence.against.push(`different names: ${a.name} and ${b.name}`);
    return { ...link, state: 'contradicted' };
  }
  if (names === 'different') link.evidence.for.push('another number in common');
  return { ...link, tier: isOfShares ? TIERS.shareCodeAlone : TIERS.numberAlone };
}

/** Exchanges give a code to another company only years after it was free. */
const SAME_TIME_DAYS = 366;

function areStatedAtOneTime(a: Registrant, b: Registrant): boolean {
  if (a.statedOn === null || b.statedOn === null) return false;
  return (
    addDays(a.statedOn.to, SAME_TIME_DAYS) >= b.statedOn.from &&
    addDays(b.statedOn.to, SAME_TIME_DAYS) >= a.statedOn.from
  );
}

/** Two registers that agree on two numbers outweigh a name that one of them lacks. */
function haveAnotherNumber(a: Registrant, b: Registrant, scheme: string): boolean {
  const ofB = new Set(numbersOf(b).map(number => `${number.scheme}:${number.identifier}`));
  return numbersOf(a).some(
    number =>
      number.scheme !== scheme &&
      strengthOf(number.scheme) === 'entity' &&
      ofB.has(`${number.scheme}:${number.identifier}`),
  );
}

/** The issuer of a security may be a depositary or a fund's manager, so country or name must agree too. */
function byIsin(registrants: readonly Registrant[]): Candidate[] {
  const claims = claimsOf(registrants, registrant => registrant.isins.map(isin => ['isin', isin]));
  const sound = claims.filter(claim => claim.claimants.length <= MAX_CLAIMANTS);
  return sound.flatMap(({ identifier, claimants }) =>
    pairsOf(claimants).map(([a, b]): Candidate => {
      const link = candidate(a, b, 'isin', 'isin', identifier, [`equal ISIN ${identifier}`]);
      const names = compareNames(a, b);
      const hasName = names === 'equal' || names === 'alike';
      const hasCountry = a.countryCode !== null && a.countryCode === b.countryCode;
      if (hasName) link.evidence.for.push(names === 'equal' ? 'a name in common' : 'names alike');
      if (hasCountry) link.evidence.for.push(`same country ${a.countryCode}`);
      if (hasName || (hasCountry && names !== 'different')) return { ...link, tier: TIERS.isin };
      link.evidence.against.push(hasCountry ? 'different names' : 'neither country nor name agrees');
      return link;
    }),
  );
}

const SHORTEST_NAME = 3;

/**
 * A name alone joins nothing: it must be unique in both registries, the country must agree, and one more fact as well. Ties
 * that lack the fact are proposed. Registrants of one registry are never joined by name.
 */
function byName(registrants: readonly Registrant[]): Candidate[] {
  const claims = claimsOf(registrants, registrant =>
    [...new Set(currentNames(registrant))].map(name => ['name', name]),
  );
  return claims.flatMap(({ identifier, claimants }) => {
    if (identifier.length < SHORTEST_NAME || claimants.length > MAX_CLAIMANTS) return [];
    return pairsOf(claimants).flatMap(([a, b]) => toNameLink(a, b, identifier, claimants));
  });
}

function toNameLink(a: Registrant, b: Registrant, name: string, claimants: readonly Registrant[]): Candidate[] {
  if (a.countryCode === null || a.countryCode !== b.countryCode) return [];
  if (a.registries.some(registry => b.registries.includes(registry))) return [];
  const link = candidate(a, b, 'name', 'name', name, [`equal name ${name}`, `same country ${a.countryCode}`]);
  const fact = independentFact(a, b, name);
  if (fact !== null) link.evidence.for.push(fact);
  else link.evidence.against.push('no other fact agrees');
  const namesakes = claimants.filter(claimant => claimant !== a && claimant !== b && sharesRegistry(claimant, a, b));
  if (namesakes.length > 0) {
    link.evidence.against.push(
      `not the only one of the name: ${namesakes.map(namesake => namesake.canonicalKey).join(', ')}`,
    );
  }
  return [{ ...link, tier: fact !== null && namesakes.length === 0 ? TIERS.name : null }];
}

function sharesRegistry(registrant: Registrant, a: Registrant, b: Registrant): boolean {
  return registrant.registries.some(registry => a.registries.includes(registry) || b.registries.includes(registry));
}

/** A fact beside name and country that two registries state independently. */
function independentFact(a: Registrant, b: Registrant, name: string): string | null {
  const former = sharedFormerName(a, b);
  if (former !== null && former !== name) return `same former name ${former}`;
  const listing = a.listings.find(listing =>
    b.listings.some(other => other.marketId === listing.marketId && other.tickerKey === listing.tickerKey),
  );
  if (listing !== undefined) return `same listing ${listing.tickerKey} in ${listing.marketId}`;
  const [postcode, otherPostcode] = [foldPostcode(a), foldPostcode(b)];
  if (postcode !== null && postcode === otherPostcode) return `same postcode ${postcode}`;
  const { industry, fiscalYearEnd } = a;
  const hasIndustry = industry !== null && industry.scheme === b.industry?.scheme && industry.code === b.industry.code;
  if (hasIndustry && fiscalYearEnd !== null && fiscalYearEnd === b.fiscalYearEnd) {
    return `same industry ${industry.scheme} ${industry.code} and year end ${fiscalYearEnd}`;
  }
  // Depositary receipts: the share and the receipt have neither a number nor a classification in common.
  const areTraded = [a, b].every(({ listings }) => listings.some(({ isTrading }) => isTrading));
  if (areTraded && fiscalYearEnd !== null && fiscalYearEnd === b.fiscalYearEnd) {
    return `both have traded shares and the year end ${fiscalYearEnd}`;
  }
  return null;
}

/** `98052-6399` and `98052` are one place; blanks and hyphens are optional. */
function foldPostcode({ postalCode, countryCode }: Registrant): string | null {
  const plain = (postalCode ?? '').replace(/[\s-]/g, '').toUpperCase();
  const folded = countryCode === 'US' ? plain.slice(0, 5) : plain;
  return folded === '' || /^0*$/.test(folded) ? null : folded;
}

function candidate(
  a: Registrant,
  b: Registrant,
  basis: LinkBasis,
  scheme: string,
  identifier: string,
  reasons: string[],
): Candidate {
  const identity: LinkIdentity = { aKey: a.canonicalKey, bKey: b.canonicalKey, basis, scheme, identifier };
  return { ...identity, a, b, verdict: 'same', state: 'proposed', tier: null, evidence: { for: reasons, against: [] } };
}

interface Claim {
  scheme: string;
  identifier: string;
  /** In the order of their keys. */
  claimants: Registrant[];
}

/** The values that several registrants share, each once. */
function claimsOf(
  registrants: readonly Registrant[],
  thingsOf: (registrant: Registrant) => [scheme: string, identifier: string][],
): Claim[] {
  const claims = new Map<string, Claim>();
  for (const registrant of registrants) {
    for (const [scheme, identifier] of thingsOf(registrant)) {
      const id = `${scheme}:${identifier}`;
      const known = claims.get(id);
      if (known === undefined) claims.set(id, { scheme, identifier, claimants: [registrant] });
      else if (known.claimants.at(-1) !== registrant) known.claimants.push(registrant);
    }
  }
  return [...claims]
    .filter(([, claim]) => claim.claimants.length > 1)
    .sort(([a], [b]) => compareText(a, b))
    .map(([, claim]) => claim);
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((item, at) => items.slice(at + 1).map((other): [T, T] => [item, other]));
}
