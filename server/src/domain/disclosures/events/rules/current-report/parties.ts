import { nameKey } from '../../../../../kernel/identifiers/name-key.ts';
import type { FilingContents } from '../../../../filings/filings/model/filing-contents.ts';
import { isName } from '../../../supply-chain/rules/names.ts';

/** The names by which sentences refer to the filer. */
export interface OwnNames {
  /** Folded names and short forms, from nameKey. */
  keys: readonly string[];
  /** Matches a mention of the filer: a name, a short form, `the Company`, `we`. */
  mention: RegExp;
}

const FORM =
  '(?:Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|LLC|L\\.L\\.C|LLP|LP|L\\.P|PLC|plc|AG|SE|GmbH|S\\.A|SA|S\\.p\\.A|N\\.V|NV|B\\.V|BV|N\\.A|A\\/S|AB|ASA|K\\.K|Oy|Pty|Trust|Bancorp|Bank|Holdings|Partners|Group|Fund)';
const WORD = "(?:[a-z]{0,2}\\p{Lu}|\\d)[\\p{L}\\p{N}&'’.-]*";
const FULL_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${WORD},? (?:(?:of|and|&|de|the|for) )?){0,6}?${WORD},? ${FORM}\\b\\.?(?:,? ${FORM}\\b\\.?)*(?: of ${WORD}(?:,? ${FORM}\\b\\.?)+)?|\\p{Lu}[\\p{L}\\p{N}&'’-]*(?:\\.com)\\b)`,
  'gu',
);
const DEFINED = /^,?[^()]{0,120}?\((?:[^()]{0,60}?)[“"]\s?(?:the )?([^”"]{2,40}?)\s?[”"]/;

const SELF = [
  'company',
  'registrant',
  'corporation',
  'issuer',
  'we',
  'us',
  'our',
  'partnership',
  'trust',
  'bank',
  'parent company',
];

/** Returns the filer's names from the header, else the name that the first lines define as the company. */
export function readOwnNames(contents: FilingContents, texts: readonly string[]): OwnNames {
  const filers = contents.filers.filter(filer => filer.role !== 'filed_by').map(filer => filer.companyName);
  const registrant = contents.report?.facts.find(fact => fact.concept === 'dei:EntityRegistrantName')?.value;
  const stated = [...filers, ...(registrant == null ? [] : [registrant])];
  const names = stated.length > 0 ? stated : definedAsSelf(texts);
  const keys = [...new Set([...names.map(nameKey), ...names.flatMap(name => shortFormsOf(name, texts))])].filter(
    key => key.length > 1,
  );
  const spoken = keys.map(key => key.split(' ').map(literally).join("[\\s,.&'’/-]+(?:and )?"));
  const own = spoken.length === 0 ? '' : `|\\b(?:${spoken.join('|')})(?:[’']s)?\\b`;
  return {
    keys,
    mention: new RegExp(
      `\\b(?:the (?:Company|Registrant|Corporation|Issuer|Partnership|Bank|Trust)|we|us|our)\\b${own}`,
      'i',
    ),
  };
}

/** Escapes a text for a regular expression. */
export function literally(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const ON_A_DAY = /\b(?:On|Effective) [A-Z][a-z]+ \d{1,2}, \d{4},? $/;

/** For reports without a header: the name that `the Company` is defined for, else the most frequent name. */
function definedAsSelf(texts: readonly string[]): string[] {
  const named = texts.flatMap(text =>
    readNames(text).map(name => ({ ...name, isSubject: ON_A_DAY.test(text.slice(0, name.start)) })),
  );
  const self = named.find(item => item.alias !== null && SELF.includes(item.alias.toLowerCase()));
  if (self !== undefined) return [self.name];
  const all = texts.join(' ');
  const spoken = (party: NamedParty) => all.split(party.alias ?? party.name).length;
  const subjects = named.filter(item => item.isSubject);
  const [first, ...others] = subjects.length > 0 ? subjects : named;
  return first === undefined
    ? []
    : [others.reduce((best, candidate) => (spoken(candidate) > spoken(best) ? candidate : best), first).name];
}

/** Returns the short forms that texts define for a name: `(“Nuance”)`. */
function shortFormsOf(name: string, texts: readonly string[]): string[] {
  const key = nameKey(name);
  const aliases = texts.flatMap(text =>
    readNames(text).filter(party => party.alias !== null && isSameName(nameKey(party.name), key)),
  );
  const first = key.split(' ')[0] ?? '';
  const shorts = aliases.flatMap(alias =>
    alias.alias === null || SELF.includes(alias.alias.toLowerCase()) ? [] : [nameKey(alias.alias)],
  );
  return first.length > 4 ? [...shorts, first] : shorts;
}

/** Returns true if two folded names have the same letters or one is a prefix of the other. */
export function isSameName(a: string, b: string): boolean {
  const [x, y] = [lettersOf(a), lettersOf(b)];
  if (x === y) return true;
  return Math.min(x.length, y.length) > 3 && (a.startsWith(`${b} `) || b.startsWith(`${a} `) || x === y);
}

/** Makes `amazon com` equal to `amazon.com`, and `corp of america` to `corporation of america`. */
function lettersOf(key: string): string {
  return key
    .replace(/\bcorporation\b/g, 'corp')
    .replace(/\bcompany\b/g, 'co')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A company that a text names in full, with its short form. */
export interface NamedParty {
  name: string;
  alias: string | null;
  start: number;
  end: number;
  /** True for merger shells and for advisers: they are not parties of the deal. */
  isBystander: boolean;
}

const VEHICLE =
  /\b(?:Merger Sub|Acquisition (?:Sub|Corp|Corporation|Company|Co|Inc|LLC|Ltd|Limited|Holdings|Parent)|MergerCo|AcquireCo|Purchaser|Bidco|Merger Corp\w*)\b/i;
const AFTER_BYSTANDER =
  /^,?\s?(?:\([^()]*\))?,?\s?(?:as|in its capacity as|acting as|serving as) (?:the |an? )?(?:\w+ )?(?:escrow|exchange|payment|paying|rights|administrative|collateral|trustee|depositary|representative|stockholders?|shareholders?|sellers?|securityholders?|equityholder|agent|guarantor|underwriter|initial purchasers?)/i;
const AFTER_VEHICLE =
  /^,?\s?(?:\([^()]*\))?,?\s?an? (?:[^,;()]{0,80}\band )?(?:newly[- ]formed |direct |indirect |wholly[- ]owned,? )*(?:and )?(?:wholly[- ]owned |indirect |direct )*subsidiary of\b/i;
const NO_PARTY =
  /\b(?:Exchange Act|Securities Act|Stock Exchange|Stock Market|NYSE|NASDAQ|Nasdaq|Commission|Agreement|Department|Form 8-K|Current Report|Trust Company|Securities LLC|Global Markets|Credit Suisse|Goldman|Morgan Stanley|J\.?P\.? ?Morgan|Barclays|Escrow|Bank, N)/;

/** Words before a name that look like part of it: dates, headings, first words of a sentence. */
const LEADING_WORDS =
  /^(?:.*\b(?:19|20)\d\d,? |(?:(?:On|By|The|In|And|Also|Between|Among|Of|From|With|To|As|For|Merger|Agreement|Item|Pursuant|Company|Parent|Buyer|Seller|Purchaser|Registrant) )+)/;

/** Returns the companies that a text names, in text order. */
function readNames(text: string): NamedParty[] {
  return [...text.matchAll(FULL_NAME)].flatMap(({ index, 0: found }) => {
    const name = found.replace(LEADING_WORDS, '');
    const start = index + found.length - name.length;
    const behind = text.slice(index + found.length, index + found.length + 220);
    if (
      nameKey(name).length < 2 ||
      !isName({ name, hasLegalForm: true }) ||
      NO_PARTY.test(name) ||
      /^(?:Item|Section|Exhibit|Rule|Chapter|Form|Class|Series|Article) /.test(name)
    )
      return [];
    const isBystander = VEHICLE.test(name) || AFTER_BYSTANDER.test(behind) || AFTER_VEHICLE.test(behind);
    return [{ name, alias: DEFINED.exec(behind)?.[1] ?? null, start, end: index + found.length, isBystander }];
  });
}

/** Returns true if a name refers to the filer. */
export function isOwn(name: string, own: OwnNames): boolean {
  const key = nameKey(name);
  return own.keys.some(candidate => isSameName(candidate, key));
}

/** Returns the companies in a text, other than the filer, that may be parties of a deal. */
export function otherParties(text: string, own: OwnNames): NamedParty[] {
  return readNames(text).filter(name => !name.isBystander && !isOwn(name.name, own));
}
