/** Words for those who buy from a company and those who supply it. */
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

/** Those whom a phrase counts without naming them. */
export interface Group {
  /** `three largest customers`, without `our` and the like. */
  label: string;
  /** 1 for a single one. */
  size: number;
}

const GROUP = new RegExp(
  `(?<!\\bthan )\\b(?:(?:top|largest) (?:${NUMBER})|(?:${NUMBER})|(?:an?|the|our|its|their)(?: single| individual| company['’]s)? (?:largest|single|major|significant|indirect|direct|individual))\\b(?! or more)(?: [\\p{L}\\p{N}’'.&-]+){0,6}? (?:${CUSTOMERS}|${SUPPLIERS}|${EITHER})\\b(?: outside (?:of )?the United States)?`,
  'iu',
);
const WORD_OF_NUMBER = new RegExp(`\\b(${NUMBER})\\b`, 'i');

/** The group that a phrase counts: `our ten largest customers`, `one customer`; null where it counts none. */
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

const MEANT = new RegExp(
  `\\b(?:(${NUMBER}) of )?(?:these|those)\\b(?: (?:${CUSTOMERS}|${SUPPLIERS}|${EITHER})\\b)?`,
  'i',
);

/** The group that `these customers` and `two of these` mean: the one that the sentence before counts, if it is only one. */
export function readMeantGroup(phrase: string, before: string): Group | null {
  const [found, number] = MEANT.exec(phrase) ?? [];
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

/** `Customer A`, `Customers B and C` in a phrase: labels that hide who it is. */
export function readLabels(phrase: string): string[] {
  const found = LETTERED.exec(phrase);
  const [, noun = '', list = ''] = found ?? [];
  if (found === null) return [];
  return list.split(/,? and |, /).map(one => `${noun} ${one.replace(/^\p{Lu}\p{Ll}{3,}\w* (?=\S)/u, '')}`);
}
