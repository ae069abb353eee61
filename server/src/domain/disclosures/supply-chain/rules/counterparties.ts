import type { NounPhrase } from '../../../../formats/prose/phrases.ts';
import type { Token } from '../../../../formats/prose/tokens.ts';
import { isParty } from './nouns.ts';

/** Nouns for customers and suppliers. */
const CUSTOMERS =
  'customers?|clients?|distributors?|resellers?|retailers?|wholesalers?|carriers?|purchasers?|licensees?|dealers?|payors?|payers?|tenants?|lessees?|OEMs?|buyers?|advertisers?|end users?|subscribers?|merchants?|hospitals?|utilities';
const SUPPLIERS =
  'suppliers?|vendors?|manufacturers?|subcontractors?|foundr(?:y|ies)|factor(?:y|ies)|fabricators?|growers?|licensors?|assemblers?|reinsurers?|outsourcing partners?';
const EITHER = 'companies|company|entit(?:y|ies)|part(?:y|ies)|receivable balances';

export const CUSTOMER_NOUN = new RegExp(`\\b(?:${CUSTOMERS})\\b`, 'i');
export const SUPPLIER_NOUN = new RegExp(`\\b(?:${SUPPLIERS})\\b`, 'i');
export const COUNTERPARTY_NOUN = new RegExp(`\\b(?:${CUSTOMERS}|${SUPPLIERS}|${EITHER})\\b`, 'i');

const NUMBERS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];

/** A group of counterparties that a phrase counts but does not name. */
export interface Group {
  /** `three largest customers`, without determiners such as `our`. */
  label: string;
  /** 1 for a single counterparty; null if the phrase does not count them. */
  size: number | null;
}

const ONE_OR_MORE = /^(?:or|more|several)$/;
/** `single or limited sources` */
const SCARCE_OR = /^(?:sole|single|limited) or (?:sole|single|limited)(?:[ -]sourced?)?\b/i;
const FEW = /^(?:(?:a|the) )?(?:relatively |very )?(?:(?:limited|small|finite) (?:number|group)|few|handful)(?: of)?$/i;

/**
 * Reads the group of a noun phrase: `our ten largest customers`, `one customer`. `partitive` are the words that govern it:
 * `two of`, `a limited number of`.
 */
export function groupOf({ tokens, head }: NounPhrase, quote: string, partitive: string | null): Group | null {
  const own = withoutDeterminers(tokens);
  const [first] = own;
  if (first === undefined) return null;
  const isScarce = SCARCE_OR.test(quote.slice(first.start, head.end).replace(/\s+/g, ' '));
  if (!isScarce && own.some(token => ONE_OR_MORE.test(token.lower) && token !== head)) return null;
  const number = own.find(token => token.pos === 'NUM' || numberOf(token.lower) > 0);
  // `the Company utilized three wholesalers`, taken for one phrase by the tagger
  const isVerbBefore = own.some(
    token => token.lower === 'company' && number !== undefined && token.start < number.start,
  );
  const from = isVerbBefore && number !== undefined ? number : first;
  const words = quote.slice(from.start, head.end).replace(/\s+/g, ' ');
  const label = words.replace(/^\p{Lu}(?=\p{Ll})/u, letter => letter.toLowerCase());
  if (partitive !== null) {
    const part = partitive
      .replace(/\s+/g, ' ')
      .replace(/^(?:a|an|the) /i, '')
      .toLowerCase();
    const partSize = numberOf(part.split(' ')[0] ?? '');
    const whole = quote.slice(tokens[0]?.start, head.end).replace(/\s+/g, ' ');
    if (Number.isInteger(partSize) && partSize > 0) return { label: `${part} ${whole}`, size: partSize };
    if (FEW.test(part) || /^number of$/.test(part)) return { label: `${part} ${label}`, size: null };
    if (!/^(?:each|both|all|any|aggregate|total)\b/.test(part)) return null;
  }
  const size = number === undefined ? null : numberOf(number.lower.replaceAll(',', ''));
  if (size !== null) return Number.isInteger(size) && size < 1_000 ? { label, size } : null;
  const isPlural = /s$/.test(head.lower) && head.lower !== head.lemma;
  return { label, size: isPlural ? null : 1 };
}

/** Without `our`, `the`, `the Company’s`. */
function withoutDeterminers(tokens: readonly Token[]): readonly Token[] {
  const possessive = tokens.findIndex(token => /^['’]s?$/.test(token.text));
  const rest = tokens.slice(possessive + 1);
  const from = rest.findIndex(token => !/^(?:our|its|their|the|a|an|these|those|such|each|of)$/.test(token.lower));
  return from < 0 ? [] : rest.slice(from);
}

/** The only group of several counterparties that a sentence counts: what `these customers` in the next sentence means. */
export function readAntecedentGroup(phrases: readonly NounPhrase[], quote: string): Group | null {
  const groups = phrases.flatMap(phrase => {
    const group = isParty(phrase) ? groupOf(phrase, quote, null) : null;
    return group !== null && group.size !== null && group.size > 1 ? [group] : [];
  });
  const [only] = groups;
  return groups.length === 1 && only !== undefined ? only : null;
}

export function numberOf(word: string): number {
  const place = NUMBERS.indexOf(word);
  if (place >= 0) return place + 1;
  const tens: Record<string, number> = { 'twenty-five': 25, thirty: 30, fifty: 50 };
  return tens[word] ?? Number(word);
}

const LETTERED =
  /\b(Customer|Client|Supplier|Vendor|Distributor|Reseller|Licensee|Partner|Company)s? ((?:[A-Z]|[IVX]{1,4}|\d{1,2}|One|Two|Three|Four|Five)(?:(?:,? and |, )(?:(?:Customer|Client|Supplier|Vendor|Distributor|Reseller|Licensee|Partner|Company) )?(?:[A-Z]|[IVX]{1,4}|\d{1,2}|One|Two|Three|Four|Five))*)(?=[\s,.;:)]|$)/;

/** Reads anonymous labels: `Customer A`, `Customers B and C`. */
export function readLabels(phrase: string): string[] {
  const found = LETTERED.exec(phrase);
  const [, noun = '', list = ''] = found ?? [];
  if (found === null) return [];
  return list.split(/,? and |, /).map(part => `${noun} ${part.replace(/^\p{Lu}\p{Ll}{3,}\w* (?=\S)/u, '')}`);
}
