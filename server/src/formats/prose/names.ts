import { type NounPhrase, possessorOf } from './phrases.ts';

/** Of whom something is stated. `unknown`: a pronoun or a noun that names no party. */
export type Party = 'registrant' | 'subsidiary' | 'counterparty' | 'other' | 'industry' | 'unknown';

/** The names by which a document calls its registrant, its subsidiaries and others. */
export interface DocumentNames {
  /** Names of the registrant in lower case, without legal form. */
  own: readonly string[];
  /** Terms that the document defines, in lower case: `(“Newco”)` → the words before it. */
  terms: ReadonlyMap<string, Party>;
  /** What defined terms stand for, in lower case: `doj` → `u.s. department of justice`. Absent if none is known. */
  meanings?: ReadonlyMap<string, string>;
}

const OWN_TERMS = new Set([
  'company',
  'registrant',
  'we',
  'us',
  'our',
  'corporation',
  'issuer',
  'partnership',
  'trust',
  'group',
]);
const LEGAL_FORM =
  /[,.]?\s*\b(?:inc|incorporated|corp|corporation|company|co|ltd|limited|llc|l\.l\.c|plc|lp|l\.p|n\.v|s\.a|ag|se|holdings?|group|trust)\b\.?\s*$/i;
/** `(the “Company”, “we” or “Newco”)` */
const DEFINITION = /\(([^()]{0,160}[“"][^()]{1,120}?[”"][^()]{0,80})\)/gu;
const NAME_BEFORE = /[A-Z][\p{L}\p{N}&.,'’ -]{1,100}$/u;
/** `the Company and certain of its subsidiaries (the “Debtors”)` */
const OWN_GROUP = /^(?:Company|Registrant|Corporation|Partnership)\b.*\b(?:subsidiaries|affiliates)\b/u;
const LONGEST_NAME = 101;
const MAX_READ_CHARS = 2_000_000;

/** Reads the terms that a document defines. `ownNames` are the registrant's names as filed. */
export function readDocumentNames(texts: readonly string[], ownNames: readonly string[]): DocumentNames {
  const own = new Set(ownNames.map(plainName).filter(name => name.length > 1));
  const terms = new Map<string, Party>();
  const meanings = new Map<string, string>();
  let left = MAX_READ_CHARS;
  for (const text of texts) {
    for (const { index, 1: inside = '' } of text.slice(0, left).matchAll(DEFINITION)) {
      // `Newco, Inc. (the “Company”)`
      const before = text.slice(Math.max(0, index - LONGEST_NAME - 1), index).trimEnd();
      const name = NAME_BEFORE.exec(before.slice(-LONGEST_NAME))?.[0] ?? '';
      if (name === '') continue;
      const defined = [...inside.matchAll(/[“"]\s*(?:the )?([^“”"]{1,60}?)[,.]?\s*[”"]/gi)].map(([, term = '']) =>
        term.toLowerCase(),
      );
      const isOwn =
        defined.some(term => OWN_TERMS.has(term) && term !== 'group' && term !== 'trust') ||
        isOwnName(plainName(name), own) ||
        OWN_GROUP.test(name);
      for (const term of defined) {
        if (OWN_TERMS.has(term)) continue;
        if (!meanings.has(term)) meanings.set(term, name.toLowerCase());
        if (!terms.has(term)) terms.set(term, isOwn ? 'registrant' : 'other');
      }
      if (isOwn && defined.some(term => OWN_TERMS.has(term))) own.add(ownNameIn(name));
    }
    left -= Math.min(left, text.length);
  }
  for (const word of shortNamesOf(ownNames, texts)) if (!terms.has(word)) terms.set(word, 'registrant');
  for (const name of subsidiariesIn(texts, own)) {
    if (!isOwnName(name, own) && terms.get(name) !== 'registrant') terms.set(name, 'subsidiary');
  }
  for (const initials of initialsOf(ownNames)) {
    if (!terms.has(initials.toLowerCase()) && isUsedOften(initials, texts))
      terms.set(initials.toLowerCase(), 'registrant');
  }
  return { own: [...own], terms, meanings };
}

const NAME = "\\p{Lu}[\\p{L}\\p{N}&'’-]*\\.?(?:,? (?:(?:of|and|&|de) )?\\p{Lu}[\\p{L}\\p{N}&'’.-]*){0,6}";
const SHORT_NAME = '(?: \\((?:the |now |formerly )?[“"](?:the )?([^“”"]{1,60}?)[,.]?[”"]\\))?';
/** `our wholly owned subsidiary, Fictional Mills, Inc. (“Mills”)` */
const SUBSIDIARY_NAMED = new RegExp(`^(?:,| named| called)? (${NAME})${SHORT_NAME}`, 'u');
const OWNER_BEFORE =
  /\b(?:[Oo]ur|(?:[Tt]he|[Tt]his) (?:Company|Registrant|Corporation)[’']s|through (?:its|our|a)) (?:[a-z]+[a-z,-]* ){0,6}$/;
/** `Fictional Mills, Inc. (“Mills”), a wholly owned subsidiary of the Company` */
const NAMED_BEFORE = new RegExp(
  `(?<!\\p{Lu}[^ ]* )(${NAME})${SHORT_NAME},? (?:(?:which|who) (?:is|was) )?an? (?:[a-z-]+,? ){0,6}$`,
  'u',
);
const OWNER_BEHIND = /^ of (?:(?:the|this) (?:Company|Registrant|Corporation)|ours\b)/;

/** The names, plain and as defined, of companies that the texts call subsidiaries of the registrant. */
function subsidiariesIn(texts: readonly string[], own: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const add = (name: string, short: string | undefined) => {
    // `In May 2024, Fictional Mills`
    const plain = plainName(name.replace(/^(?:In|On|During|Effective|By|As)\b[^,]*, /, ''));
    if (plain.length > 2 && !OWN_TERMS.has(plain)) found.add(plain);
    if (short !== undefined && !OWN_TERMS.has(short.toLowerCase())) found.add(short.toLowerCase());
  };
  let left = MAX_READ_CHARS;
  for (const text of texts) {
    for (const { index, 0: word } of text.slice(0, left).matchAll(/\bsubsidiary\b/g)) {
      const before = text.slice(Math.max(0, index - 220), index).replace(/\s+/g, ' ');
      const behind = text.slice(index + word.length, index + word.length + 160).replace(/\s+/g, ' ');
      const [, name, short] = OWNER_BEFORE.test(before) ? (SUBSIDIARY_NAMED.exec(behind) ?? []) : [];
      if (name !== undefined) add(name, short);
      if (!OWNER_BEHIND.test(behind)) continue;
      const [, named, term] = NAMED_BEFORE.exec(before) ?? [];
      if (named !== undefined) add(named, term);
    }
    left -= Math.min(left, text.length);
  }
  for (const name of found) if (isOwnName(name, own)) found.delete(name);
  return found;
}

/** Words that a name shares with others. */
const SHARED_WORDS =
  /^(?:bank|banc\w*|company|corporation|energy|international|american|national|united|general|first|group|holdings?|capital|financial|health\w*|resources|systems|technolog\w+|global|power|electric|industries|partners|trust|foods|pharma\w*|the)$/i;
/** What the subject of a sentence is followed by. */
const OF_SUBJECT = "(?:will|has|had|is|was|also|expects?|believes?|announce[sd]|reported|plans|intends|and its|[’']s)";
/** Fewer mentions may be of somebody else. */
const AS_SUBJECT = 3;

/** `Philips` for `Koninklijke Philips N.V.`: a word of the name that the document uses as a subject of its own. */
function shortNamesOf(names: readonly string[], texts: readonly string[]): string[] {
  const words = names.flatMap(name => name.split(/[\s,]+/)).filter(word => /^\p{Lu}[\p{L}&-]{3,}$/u.test(word));
  return [...new Set(words)]
    .filter(word => !SHARED_WORDS.test(word) && plainName(`Example ${word}`) !== 'example')
    .filter(word => {
      const written = word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word;
      const asSubject = new RegExp(`(?<!\\p{Lu}[\\p{L}.&’'-]{0,20} )\\b(?:${written}|${word}) ${OF_SUBJECT}\\b`, 'gu');
      return texts.some(text => [...text.slice(0, MAX_SUBJECT_CHARS).matchAll(asSubject)].length >= AS_SUBJECT);
    })
    .map(word => word.toLowerCase());
}

const MAX_SUBJECT_CHARS = 300_000;

/** The name at the end of the words before a definition: `On June 3, 2024, Fictional Mills, Inc.` */
function ownNameIn(words: string): string {
  const name = words
    .replace(/^.*\b(?:of|by|and|that|the)\s+(?=[A-Z])/, '')
    .replace(/^.*\b(?:19|20)\d\d,?\s+(?=[A-Z])/, '');
  return plainName(name);
}

/** `GM` for `General Motors Company` */
function initialsOf(names: readonly string[]): string[] {
  return names.flatMap(name => {
    const words = plainName(name)
      .split(/[\s-]+/)
      .filter(word => /^\p{L}/u.test(word) && !/^(?:of|and|the|for)$/.test(word));
    const initials = words.map(word => word.charAt(0).toUpperCase()).join('');
    return words.length > 1 && words.length < 6 && !ABBREVIATIONS.has(initials) ? [initials] : [];
  });
}

/** Abbreviations of common words, whatever the name of the registrant. */
const ABBREVIATIONS = new Set([
  'US',
  'UK',
  'EU',
  'IT',
  'AI',
  'HR',
  'IP',
  'PC',
  'TV',
  'AG',
  'SA',
  'SEC',
  'IRS',
  'CEO',
  'CFO',
  'II',
  'AM',
  'PM',
]);
/** Fewer mentions may be of somebody else. */
const OFTEN = 5;

function isUsedOften(initials: string, texts: readonly string[]): boolean {
  let count = 0;
  for (const text of texts) {
    let at = text.indexOf(initials);
    while (at >= 0 && count < OFTEN) {
      const isWord = !/[\p{L}\p{N}]/u.test(text.charAt(at - 1) + text.charAt(at + initials.length));
      if (isWord) count++;
      at = text.indexOf(initials, at + initials.length);
    }
    if (count >= OFTEN) return true;
  }
  return false;
}

/** A name in lower case, without article and legal form. */
export function plainName(name: string): string {
  return name
    .replace(/^the\s+/i, '')
    .replace(LEGAL_FORM, '')
    .replace(LEGAL_FORM, '')
    .replace(/[\s,]*(?:&|\band)\s*$/i, '')
    .replace(/[.,'’!]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function isOwnName(name: string, own: ReadonlySet<string> | readonly string[]): boolean {
  if (name.length < 3) return [...own].includes(name);
  return [...own].some(
    value => value === name || (value.length > 3 && (name.startsWith(`${value} `) || value.startsWith(`${name} `))),
  );
}

const OWN_PRONOUNS = new Set(['we', 'us', 'our', 'ours', 'ourselves']);
const UNITS = new Set([
  'subsidiary',
  'unit',
  'division',
  'segment',
  'affiliate',
  'business',
  'venture',
  'bank',
  'subsidiaries',
]);
const COUNTERPARTIES = new Set([
  'customer',
  'supplier',
  'vendor',
  'lender',
  'tenant',
  'counterparty',
  'borrower',
  'licensee',
  'licensor',
  'partner',
  'competitor',
  'distributor',
  'reseller',
  'insurer',
  'trustee',
  'debtor',
  'client',
  'obligor',
  'contractor',
  'manufacturer',
  'operator',
  'lessee',
  'franchisee',
]);
/** Bodies of a company; without another owner those of the registrant. */
const BODIES = new Set(['management', 'board', 'committee']);
const COMPANIES = new Set([
  'company',
  'companies',
  'issuer',
  'bank',
  'corporation',
  'firm',
  'institution',
  'business',
  'entity',
  'industry',
  'registrant',
  'organization',
  'participant',
]);

/** `the Board of Directors` */
const MEMBERS = /^(?:directors|trustees|managers|governors)$/;

/** `the National Example Resources Board`: a body with a name of its own, unless the name is the registrant's. */
function isNamedBody({ head, tokens }: NounPhrase, names: DocumentNames): boolean {
  const before = tokens.filter(token => token !== head && token.pos === 'PROPN').map(token => token.text);
  return head.lemma === 'board' && before.length > 1 && !isOwnName(plainName(before.join(' ')), names.own);
}

const OF_BANKS = /\b(?:banc\w*|bank\w*|savings)\b/;

/** The party that a noun phrase names. */
export function partyOf(phrase: NounPhrase, names: DocumentNames): Party {
  const { head, tokens } = phrase;
  const first = tokens[0]?.lower ?? '';
  if (OWN_PRONOUNS.has(head.lower)) return 'registrant';
  // `our plant`, `the Company’s plant`, `Company-operated plants`
  const isOwn = first === 'our' || first.startsWith('company-') || isPossessiveOfOwn(phrase, names);
  // `the Company’s subsidiary Fictional Bank`
  if (isOwn && head.pos === 'PROPN' && tokens.some(token => token.lower === 'subsidiary')) return 'subsidiary';
  // In a case under Chapter 11 a report calls its company and subsidiaries so, unless it defines others.
  if (/^[Tt]he Debtors$/.test(tokens.map(token => token.text).join(' ')))
    return names.terms.get('debtors') === 'other' ? 'other' : 'registrant';
  if (COUNTERPARTIES.has(head.lemma)) return 'counterparty';
  if (
    BODIES.has(head.lemma) &&
    !isNamedBody(phrase, names) &&
    phrase.preps.every(
      prep =>
        prep.preposition !== 'of' || MEMBERS.test(prep.phrase.head.lower) || partyOf(prep.phrase, names) !== 'other',
    )
  )
    return 'registrant';
  if (
    UNITS.has(head.lemma) &&
    (isOwn || phrase.preps.some(prep => prep.preposition === 'of' && partyOf(prep.phrase, names) === 'registrant'))
  )
    return 'subsidiary';
  const owner = phrase.preps.find(prep => prep.preposition === 'of');
  if (head.lemma === 'subsidiary' && owner === undefined && tokens.every(token => token.pos !== 'PROPN'))
    return 'subsidiary';
  const text = tokens
    .map(token => token.text)
    .join(' ')
    .replace(/ (['’]s?)\b/g, '$1')
    .replace(/ ,/g, ',');
  const name = plainName(text);
  // A holding company calls its bank so, if the document does not define the term or the company is named after banking.
  if (/^[Tt]he Bank$/.test(text) && (!names.terms.has('bank') || names.own.some(own => OF_BANKS.test(own))))
    return 'subsidiary';
  if (
    /^(?:the |this )?(?:company|registrant|corporation|issuer|partnership)$/i.test(text) ||
    /^[Tt]he Group$/.test(text)
  )
    return 'registrant';
  if (isOwnName(name, names.own)) return 'registrant';
  const defined = names.terms.get(text.toLowerCase().replace(/^the /, '')) ?? names.terms.get(name);
  if (defined !== undefined) return defined;
  // `GM Financial`
  const isOwnUnit = tokens.length > 1 && head.pos === 'PROPN' && /^\p{Lu}{2,5}$/u.test(tokens[0]?.text ?? '');
  if (isOwnUnit && names.terms.get(first) === 'registrant') return 'subsidiary';
  if (COMPANIES.has(head.lemma))
    return head.lower !== head.lemma || /^(?:a|an|any|many|some|other|certain|such)$/.test(first)
      ? 'industry'
      : 'other';
  if (head.pos === 'PROPN') return 'other';
  if (isOwn) return 'registrant';
  // `the auditors of Newco`
  const possessor = possessorOf(phrase) ?? owner?.phrase;
  return possessor !== undefined && partyOf(possessor, names) === 'other' && isCompany(possessor) ? 'other' : 'unknown';
}

function isCompany({ tokens }: NounPhrase): boolean {
  return tokens.some(token => COMPANY_FORM.test(token.text));
}

const COMPANY_FORM = /^(?:Inc|Corp|Corporation|LLC|L\.L\.C|Ltd|Limited|LP|L\.P|plc|PLC|AG|GmbH|S\.A|N\.V|B\.V|Co)\.?$/;

/** `the Company’s auditors` */
function isPossessiveOfOwn(phrase: NounPhrase, names: DocumentNames): boolean {
  const owner = possessorOf(phrase);
  return owner !== null && partyOf(owner, names) === 'registrant';
}
