import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { GENERIC_WORDS, LEGAL_FORM, NOT_LAST_WORDS, OPENING_WORDS, PLACES } from './name-words.ts';

/** A company name in a sentence. */
export interface Mention {
  name: string;
  /** True if it ends with a legal form: `Inc.`, `Co., Ltd.`. */
  hasLegalForm: boolean;
}

/** A list of names and the offset where the text continues. */
export interface NameList {
  mentions: Mention[];
  end: number;
}

interface Token {
  text: string;
  start: number;
  end: number;
}

const TOKEN = /(?:\p{L}\.){2,}|\p{Lu}\.(?=\s\p{Lu})|[\p{L}\p{N}]+(?:[&'’./-][\p{L}\p{N}]+)*|\S/gu;
const MAX_NAMES = 30;
const MAX_WORDS = 8;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ index, 0: word }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word) || /^\d\p{Lu}/u.test(word);
}

/** Reads the names at the start of a text: `A, B Inc. and C (“D”)`; null if there are none. */
export function readNameList(text: string): NameList | null {
  const tokens = tokensOf(text);
  const mentions: Mention[] = [];
  let at = 0;
  let end = 0;
  for (;;) {
    if (/^(?:the|both)$/i.test(tokens[at]?.text ?? '')) at++;
    const name = readName(text, tokens, at);
    if (name === null) break;
    if (!isAliasOf(mentions.at(-1), name.mention)) mentions.push(name.mention);
    at = skipAsides(text, tokens, name.next);
    end = tokens[at - 1]?.end ?? end;
    const next = skipSeparators(tokens, at);
    if (next === at || mentions.length >= MAX_NAMES) break;
    at = next;
  }
  return mentions.length === 0 ? null : { mentions, end };
}

const NATION =
  '(?:U\\.?S\\.?|United States|[Ff]ederal|Canadian|British|U\\.?K\\.?|Australian|German|French|Japanese|Israeli|Italian|Swedish|Norwegian|Indian|Korean|Saudi|Singapore)';
const BODY =
  '(?:(?:[Ff]ederal )?[Gg]overnment|Department of (?:the )?\\p{Lu}\\p{Ll}+(?:,? (?:and|&) \\p{Lu}\\p{Ll}+)*(?: Affairs| Security| Services)?|Air Force|Army|Navy|Marine Corps|Coast Guard|Space Force|Postal Service)';
/** Governments, their departments and statutory insurers: names without a legal form that are no places. */
const PUBLIC_BODY = new RegExp(
  [
    `^(?:${NATION} ${BODY}`,
    '(?:Federal|Central|Provincial) Government|federal government',
    'Department of (?:the )?(?:Defense|Energy|Veterans Affairs|State|Homeland Security|Agriculture|Education|Health and Human Services|Interior|Treasury)',
    '(?:Ministry|Government|Province|State|Commonwealth|County|City|Republic) of (?:the )?\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?',
    '(?:U\\.?S\\.? )?(?:General Services Administration|Forest Service|Geological Survey|Federal Emergency Management Agency|Transportation Security Administration|Defense Logistics Agency|Missile Defense Agency|Defense Advanced Research Projects Agency|Special Operations Command|Social Security Administration|National Security Agency|Customs and Border Protection|Department of Interior)|GSA|FEMA|DARPA|NOAA',
    'NASA|National Aeronautics and Space Administration|National Institutes of Health|Internal Revenue Service|Centers for Medicare (?:and|&) Medicaid Services',
    'Medicare|Medicaid|TRICARE|DoD|NATO|BARDA|Biomedical Advanced Research and Development Authority)(?![\\p{L}-])',
  ].join('|'),
  'u',
);

/** The government, department or statutory insurer that a label names, without `Agencies`; null for other labels. */
export function publicBodyIn(label: string): string | null {
  const body = PUBLIC_BODY.exec(label)?.[0];
  return body !== undefined && /^(?:,? [Aa]genc(?:y|ies)|['’]s)?$/.test(label.slice(body.length)) ? body : null;
}

/** Reads the name that starts at a token, and returns the index of the next token. */
function readName(text: string, tokens: readonly Token[], from: number): { mention: Mention; next: number } | null {
  const first = tokens[from];
  const isPublic = first?.text === 'federal';
  if (first === undefined || (!isCapitalised(first.text) && !isPublic) || OPENING_WORDS.has(first.text)) return null;
  const body = PUBLIC_BODY.exec(text.slice(first.start))?.[0];
  if (body !== undefined) {
    const end = first.start + body.length;
    const after = tokens.findIndex(token => token.start >= end);
    return { mention: { name: body, hasLegalForm: true }, next: after < 0 ? tokens.length : after };
  }
  if (isPublic) return null;
  let at = from + 1;
  let isWhole = LEGAL_FORM.test(first.text);
  for (; at < tokens.length && at - from < MAX_WORDS; at++) {
    const next = afterForm(tokens, at);
    if (next !== null) {
      at = next;
      isWhole = true;
      while (afterForm(tokens, at) !== null) at = afterForm(tokens, at) ?? at;
      break;
    }
    if (!continuesName(tokens, at)) break;
  }
  const start = first.start;
  const end = endOfName(text, tokens[at - 1]?.end ?? first.end);
  const name = text.slice(start, end).replace(/[®™]/g, '').trim();
  const mention = { name, hasLegalForm: isWhole && at - from > 1 };
  return isName(mention) ? { mention, next: at + (text[end - 1] === '.' && tokens[at]?.text === '.' ? 1 : 0) } : null;
}

/** Returns the token after an optional comma, a legal form and its full stop; null if there is no legal form. */
function afterForm(tokens: readonly Token[], at: number): number | null {
  const place = tokens[at]?.text === ',' ? at + 1 : at;
  const form = tokens[place];
  if (form === undefined || !LEGAL_FORM.test(form.text)) return null;
  const isDotted = tokens[place + 1]?.text === '.' && /^(?:Inc|Corp|Co|Ltd|plc|LLC|LP)$/i.test(form.text);
  return place + (isDotted ? 2 : 1);
}

/** Returns true if a token continues a name: a capitalised word, a number, `of` or `&` between capitalised words. */
function continuesName(tokens: readonly Token[], at: number): boolean {
  const { text: word = '', start = 0 } = tokens[at] ?? {};
  if (tokens[at - 1]?.end === start && !/^[®™]$/.test(word)) return false;
  if (isCapitalised(word) || /^[®™]$/.test(word) || /^\d{1,4}$/.test(word)) return true;
  // `SK hynix Inc.`
  if (LEGAL_FORM.test(tokens[at + 1]?.text ?? '') && /^\p{Ll}{3,}$/u.test(word)) return true;
  return /^(?:of|for|&|de|du|la|van|von)$/.test(word) && isCapitalised(tokens[at + 1]?.text ?? '');
}

export function hasLegalForm(name: string): boolean {
  return LEGAL_FORM.test(name.split(/[\s,]+/).at(-1) ?? '');
}

/** Includes the full stop of an abbreviation. */
function endOfName(text: string, end: number): number {
  return text[end] === '.' && /(?:Inc|Corp|Co|Ltd|L\.P|N\.A|S\.A)$/.test(text.slice(0, end)) ? end + 1 : end;
}

/** Returns true if a mention can be a company name: neither generic, nor a place, nor an anonymous label. */
export function isName({ name, hasLegalForm }: Mention): boolean {
  const words = name.split(/[\s,]+/).filter(word => word !== '' && !LEGAL_FORM.test(word));
  // `ASC 606`, `ITEM 1`: standards, rules and headings have numbers.
  if (!hasLegalForm && /^\p{Lu}{2,5} \d+$/u.test(name)) return false;
  // `OEMs`, `ISVs`: abbreviations of common nouns.
  if (/^\p{Lu}{2,}s$/u.test(words.at(-1) ?? '')) return false;
  if (words.length === 0 || nameKey(name).length < 2 || isAnonymousLabel(name)) return false;
  const isPlace = words.every(word => PLACES.has(word) || /^(?:of|for|the)$/.test(word));
  if (hasLegalForm) return !words.every(word => GENERIC_WORDS.has(word));
  const last = words.at(-1) ?? '';
  return !isPlace && !words.every(word => GENERIC_WORDS.has(word) || PLACES.has(word)) && !NOT_LAST_WORDS.has(last);
}

const ANONYMOUS =
  /^(?:major |largest |significant |other |single |indirect |direct )*(?:customers?|clients?|vendors?|suppliers?|distributors?|compan(?:y|ies)|part(?:y|ies)|resellers?|partners?|licensees?|manufacturers?|retailers?|wholesalers?|carriers?|lessees?|tenants?|counterpart(?:y|ies)|payors?|payers?)\s*(?:[A-Z]{1,2}|[IVX]+|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)?$/i;

/** Returns true for anonymous labels: `Customer A`, `One Customer`, `Vendor 2`. */
export function isAnonymousLabel(label: string): boolean {
  const text = label.trim();
  return ANONYMOUS.test(text) || /^(?:one|two|three|four|five|six|seven|eight|nine|ten|top|largest|no)\b/i.test(text);
}

/** Skips `(“TSMC”)`, `(formerly Corporate Software)`, `, or TSMC,` and `, a distributor,` after a name. */
function skipAsides(text: string, tokens: readonly Token[], from: number): number {
  let at = from;
  if (tokens[at]?.text === '(') {
    const close = tokens.findIndex((token, place) => place > at && token.text === ')');
    if (close > 0 && close - at <= 14) at = close + 1;
  }
  const rest = text.slice(tokens[at]?.start ?? text.length);
  const aside =
    /^, (?:an?|our|its|the) [\p{Ll}][^,;.()]{2,80},(?= )/u.exec(rest) ??
    /^,? ?(?:and\/or|or|and) (?:its|their)(?: \p{L}+){0,3} (?:affiliates|subsidiaries)\b/u.exec(rest);
  if (aside === null) return at;
  const end = (tokens[at]?.start ?? 0) + aside[0].replace(/,$/, '').length;
  while (at < tokens.length && (tokens[at]?.start ?? 0) < end) at++;
  return at;
}

/** Skips `,`, `and`, `or` and their combinations before a capitalised word. */
function skipSeparators(tokens: readonly Token[], from: number): number {
  let at = from;
  if (tokens[at]?.text === ',') at++;
  if (/^(?:and|or|&)$/.test(tokens[at]?.text ?? '')) at++;
  const word = tokens[at]?.text ?? '';
  return at > from && (isCapitalised(word) || word === 'the') ? at : from;
}

/** Returns true if a name is a short form of the previous one: its initials or its first words. */
function isAliasOf(full: Mention | undefined, { name, hasLegalForm }: Mention): boolean {
  if (full === undefined || hasLegalForm) return false;
  const key = nameKey(full.name);
  return initialsOf(full.name) === name.toUpperCase() || key.startsWith(`${nameKey(name)} `);
}

/** Returns the initials of a name, including its legal form. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s,]+/).filter(word => /^\p{Lu}/u.test(word));
  const all = words.map(word => word[0]).join('');
  return words.length > 4 ? all.slice(0, 4) : all;
}
