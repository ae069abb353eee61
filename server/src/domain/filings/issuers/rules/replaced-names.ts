import type { IsoDate } from '../../../../kernel/dates.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { Issuer } from '../model/issuer.ts';

type FormerName = Issuer['formerNames'][number];

/** What one edition of a source states of an issuer. */
export interface Edition {
  registry: string;
  issuer: Issuer;
}

/** Names under which a company acts; abbreviations and readings change with the style of a list. */
const NAMES_OF_ITS_OWN = new Set(['local', 'english']);

/**
 * An issuer as a source states it now, with the names that the same source stated before and no longer does as former names.
 * They end on the day that the source states, else on `today`.
 */
export function withReplacedNames(issuer: Issuer, before: Issuer, today: IsoDate): Issuer {
  const untilDate = issuer.statedOn ?? today;
  const replaced = ownNames(before).map(companyName => ({ companyName, untilDate }));
  const formerNames = [...issuer.formerNames];
  for (const name of [...before.formerNames, ...replaced])
    if (!states(issuer, formerNames, name.companyName)) formerNames.push(name);
  return formerNames.length === issuer.formerNames.length ? issuer : { ...issuer, formerNames };
}

/**
 * Names that an earlier edition of a registry's list states and a later one does not, each until the day of the first edition
 * without it. Editions without a day are not compared.
 */
export function namesReplacedBetween(editions: readonly Edition[]): FormerName[] {
  const found: FormerName[] = [];
  for (const ofRegistry of Map.groupBy(editions, edition => edition.registry).values()) {
    const namings = namingsOf(ofRegistry);
    for (const [at, { names }] of namings.entries()) {
      for (const companyName of names) {
        const later = namings
          .slice(at + 1)
          .map(({ issuer, since }) => ({ since, isNamed: states(issuer, [], companyName) }));
        const next = later.find(({ isNamed }) => !isNamed);
        const isBack = next !== undefined && later.some(({ since, isNamed }) => isNamed && since > next.since);
        if (next !== undefined && !isBack) found.push({ companyName, untilDate: next.since });
      }
    }
  }
  return found;
}

/** The names of an issuer in consecutive editions with the same names, and the day of the first of these editions. */
interface Naming {
  names: string[];
  since: IsoDate;
  issuer: Issuer;
}

function namingsOf(editions: readonly Edition[]): Naming[] {
  const dated = editions
    .flatMap(({ issuer }) => (issuer.statedOn == null ? [] : [{ issuer, since: issuer.statedOn }]))
    .sort((a, b) => (a.since < b.since ? -1 : Number(a.since > b.since)));
  const namings: Naming[] = [];
  for (const { issuer, since } of dated) {
    const names = ownNames(issuer);
    const isSame = namings.at(-1)?.names.join('\n') === names.join('\n');
    if (names.length > 0 && !isSame) namings.push({ names, since, issuer });
  }
  return namings;
}

function ownNames({ companyName, alternateNames }: Issuer): string[] {
  const isAbbreviated = (alternateNames ?? []).some(({ kind, name }) => kind === 'short' && name === companyName);
  const others = (alternateNames ?? []).filter(({ kind }) => NAMES_OF_ITS_OWN.has(kind)).map(({ name }) => name);
  return [...new Set(isAbbreviated ? others : [companyName, ...others])].filter(name => nameKey(name) !== '');
}

/** Whether a name is one of the issuer's, in any spelling, or cannot be compared: the source states none in its script. */
function states(issuer: Issuer, former: readonly FormerName[], companyName: string): boolean {
  const key = nameKey(companyName);
  const current = [issuer.companyName, ...(issuer.alternateNames ?? []).map(({ name }) => name)].filter(
    name => name !== '',
  );
  if (!current.some(name => isLatin(name) === isLatin(companyName))) return true;
  return [...current, ...former.map(name => name.companyName)].some(name => nameKey(name) === key);
}

function isLatin(name: string): boolean {
  return /^\P{L}*\p{Script=Latin}/u.test(name);
}
