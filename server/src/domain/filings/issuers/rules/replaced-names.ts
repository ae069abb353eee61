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
    if (!states(issuer, formerNames, name)) formerNames.push(name);
  return formerNames.length === issuer.formerNames.length ? issuer : { ...issuer, formerNames };
}

/**
 * Names that an earlier edition of a registry's list states and a later one does not, each until the day of the first edition
 * without it. Editions without a day are not compared.
 */
export function namesReplacedBetween(editions: readonly Edition[]): FormerName[] {
  const found: FormerName[] = [];
  for (const ofRegistry of Map.groupBy(editions, edition => edition.registry).values()) {
    const dated = ofRegistry
      .flatMap(({ issuer }) => (issuer.statedOn == null ? [] : [{ issuer, day: issuer.statedOn }]))
      .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
    for (const [at, { issuer, day }] of dated.entries()) {
      const later = dated.slice(at + 1).filter(other => other.day > day);
      for (const companyName of ownNames(issuer)) {
        const next = later.find(other => !states(other.issuer, [], { companyName, untilDate: null }));
        const isBack = later.some(
          other =>
            next !== undefined && other.day > next.day && states(other.issuer, [], { companyName, untilDate: null }),
        );
        if (next !== undefined && !isBack) found.push({ companyName, untilDate: next.day });
      }
    }
  }
  return found;
}

function ownNames({ companyName, alternateNames }: Issuer): string[] {
  const others = (alternateNames ?? []).filter(({ kind }) => NAMES_OF_ITS_OWN.has(kind)).map(({ name }) => name);
  return [...new Set([companyName, ...others])].filter(name => nameKey(name) !== '');
}

/** Whether a name is one of the issuer's, in any spelling, or cannot be compared: the source states none in its script. */
function states(issuer: Issuer, former: readonly FormerName[], { companyName }: FormerName): boolean {
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
