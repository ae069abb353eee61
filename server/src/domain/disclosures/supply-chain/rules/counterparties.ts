/** Nouns for customers and suppliers. */
const CUSTOMERS =
  'customers?|clients?|distributors?|resellers?|retailers?|wholesalers?|carriers?|purchasers?|licensees?|dealers?|payors?|payers?|tenants?|lessees?|OEMs?|buyers?|advertisers?|end users?|subscribers?|merchants?|hospitals?|utilities';
const SUPPLIERS =
  'suppliers?|vendors?|manufacturers?|subcontractors?|foundr(?:y|ies)|factor(?:y|ies)|fabricators?|growers?|licensors?|assemblers?|outsourcing partners?';
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
const NUMBER = `${NUMBERS.join('|')}|twenty-five|thirty|fifty|\\d{1,3}`;

/** A group of counterparties that a phrase counts but does not name. */
export interface Group {
  /** `three largest customers`, without determiners such as `our`. */
  label: string;
  /** 1 for a single counterparty. */
  size: number;
}

const GROUP = new RegExp(
  `(?<!\\bthan )\\b(?:(?:top|largest) (?:${NUMBER})|(?:${NUMBER})|another|(?:an?|the|our|its|their)(?: single| individual| company['’]s)? (?:largest|single|major|significant|indirect|direct|individual))\\b(?! or more)(?: [\\p{L}\\p{N}’'.&-]+){0,6}? (?:${CUSTOMERS}|${SUPPLIERS}|${EITHER})\\b(?: outside (?:of )?the United States)?`,
  'iu',
);
const WORD_OF_NUMBER = new RegExp(`\\b(${NUMBER})\\b`, 'i');

/** Reads the group of a phrase: `our ten largest customers`, `one customer`; null if there is none. */
export function readGroup(phrase: string): Group | null {
  const found = GROUP.exec(phrase)?.[0];
  if (found === undefined) return null;
  const label = found
    .replace(/^(?:the company['’]s|an?|the|our|its|their) /i, '')
    .replace(/^\p{Lu}/u, letter => letter.toLowerCase());
  const isPlural = /(?:s|ies)$/i.test(label) && !/(?:balances|outside (?:of )?the United States)$/i.test(label);
  const number = WORD_OF_NUMBER.exec(label)?.[1]?.toLowerCase();
  const size = number === undefined ? (isPlural ? null : 1) : numberOf(number);
  return size === null ? null : { label, size };
}

const ANAPHOR = new RegExp(
  `\\b(?:(${NUMBER}) of )?(?:these|those)\\b(?: (?:${CUSTOMERS}|${SUPPLIERS}|${EITHER})\\b)?`,
  'i',
);

/** Resolves `these customers` and `two of these` to the only group of the previous sentence. */
export function readMeantGroup(phrase: string, before: string): Group | null {
  const [found, number] = ANAPHOR.exec(phrase) ?? [];
  const group = readGroup(before);
  if (found === undefined || group === null || group.size === 1 || readGroup(before.replace(group.label, '')) !== null)
    return null;
  if (number === undefined) return /\b(?:these|those) \S/i.test(found) ? group : null;
  return { label: `${number.toLowerCase()} of ${group.label}`, size: numberOf(number.toLowerCase()) };
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
  return list.split(/,? and |, /).map(one => `${noun} ${one.replace(/^\p{Lu}\p{Ll}{3,}\w* (?=\S)/u, '')}`);
}
