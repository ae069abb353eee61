/** A character's value in ISO identifiers: digits keep their value, letters are A = 10 to Z = 35. */
function alphanumericValue(character: string): number {
  return Number.parseInt(character, 36);
}

/** Whether a text is a legal entity identifier with valid check digits (ISO 17442; ISO 7064 MOD 97-10). */
export function isLei(text: string): boolean {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(text)) return false;
  let remainder = 0;
  for (const character of text) {
    const value = alphanumericValue(character);
    remainder = (value > 9 ? remainder * 100 + value : remainder * 10 + value) % 97;
  }
  return remainder === 1;
}

/** Whether a text is an international securities identification number with a valid check digit (ISO 6166). */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[0-9A-Z]{9}[0-9]$/.test(text)) return false;
  const digits = [...text].map(alphanumericValue).join('');
  return luhnSum(digits) % 10 === 0;
}

/** The ISIN of a security by its national number, such as a CUSIP (US, CA) or SEDOL (GB); empty if that is not a possible number. */
export function isinFrom(countryCode: string, nationalNumber: string): string {
  const body = countryCode + nationalNumber.padStart(9, '0');
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit => `${body}${digit}`).find(isIsin) ?? '';
}

/** The ISIN of the ordinary shares of a company of Taiwan, by their four-digit code (numbering rules of the exchange). */
export function isinFromTaiwanCode(code: string): string {
  return isinFrom('TW', `000${code}00`);
}

const BUSINESS_NUMBER_WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1];

/**
 * Whether a text is a unified business number of Taiwan with a valid check digit: the digits of the weighted digits add up
 * to a multiple of five, or to one less if the seventh digit is 7 (Ministry of Finance, rule of April 2023).
 */
export function isTaiwanBusinessNumber(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  let sum = 0;
  for (const [at, weight] of BUSINESS_NUMBER_WEIGHTS.entries()) {
    const product = Number(text[at]) * weight;
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0);
}

/** Luhn sum: every second digit from the right is doubled and its digits added. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const digit = Number(digits[digits.length - 1 - fromRight]);
    const weighed = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum;
}

const CUSIP_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';

/**
 * Whether a text is a CUSIP with a valid check digit (ANSI X9.6: modulus 10, every second value doubled, digits added).
 */
export function isCusip(text: string): boolean {
  if (!/^[0-9A-Z*@#]{8}[0-9]$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < 8; index++) {
    const value = CUSIP_CHARACTERS.indexOf(text.charAt(index)) * (index % 2 === 1 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(text[8]);
}

/** Prefixes that are reserved so that a FIGI cannot be taken for an ISIN. */
const NO_FIGI = /^(?:BS|BM|GG|GB|GH|KY|VG)/;

/** Whether a text is a financial instrument global identifier with a valid check digit (OMG FIGI, ANSI X9.145). */
export function isFigi(text: string): boolean {
  if (!/^[B-DF-HJ-NP-TV-Z]{2}G[0-9B-DF-HJ-NP-TV-Z]{8}[0-9]$/.test(text) || NO_FIGI.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < 11; index++) {
    const value = alphanumericValue(text.charAt(index)) * (index % 2 === 1 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(text[11]);
}

const CNPJ_FORM = /^(?:[0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Whether a text is a Brazilian CNPJ with valid check digits, plain or as `00.000.000/0001-91`. Since July 2026 the
 * first twelve characters may be letters too, valued at their ASCII code minus 48 (Receita Federal, IN RFB 2.229/2024).
 */
export function isCnpj(text: string): boolean {
  if (!CNPJ_FORM.test(text)) return false;
  const plain = text.replace(/[./-]/g, '');
  if (/^(.)\1*$/.test(plain)) return false;
  return [12, 13].every(place => {
    const remainder = weightedSum(plain.slice(0, place), CNPJ_WEIGHTS.slice(13 - place), asciiValue) % 11;
    return (remainder < 2 ? 0 : 11 - remainder) === Number(plain[place]);
  });
}

function asciiValue(character: string): number {
  return character.charCodeAt(0) - 48;
}

/** Whether a text is a Japanese corporate number (法人番号, 13 digits) with a valid check digit, which comes first. */
export function isJapaneseCorporateNumber(text: string): boolean {
  return /^[1-9]\d{12}$/.test(text) && toJapaneseCorporateNumber(text.slice(1)) === text;
}

/**
 * The corporate number of a company registration number (会社法人等番号, 12 digits). Its check digit comes first: 9 minus the
 * remainder modulo 9 of the digits weighted 1 and 2 in turn from the right (ordinance of the Ministry of Finance 70 of
 * 2014). Null for any other text.
 */
export function toJapaneseCorporateNumber(registration: string): string | null {
  if (!/^\d{12}$/.test(registration)) return null;
  const weights = Array.from(registration, (_, at) => (at % 2 === 1 ? 1 : 2));
  return `${9 - (weightedSum(registration, weights, Number) % 9)}${registration}`;
}

const USCC_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Whether a text is a Chinese unified social credit code (统一社会信用代码) with a valid check character (GB 32100-2015). */
export function isUnifiedSocialCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return false;
  let weight = 1;
  let sum = 0;
  for (const character of text.slice(0, 17)) {
    sum += USCC_CHARACTERS.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return (31 - (sum % 31)) % 31 === USCC_CHARACTERS.indexOf(text.charAt(17));
}

function weightedSum(text: string, weights: readonly number[], toValue: (character: string) => number): number {
  return weights.reduce((sum, weight, at) => sum + weight * toValue(text.charAt(at)), 0);
}
