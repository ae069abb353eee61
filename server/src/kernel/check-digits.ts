/** A character's value in ISO identifiers: digits as they are, letters A = 10 to Z = 35. */
function alphanumericValue(character: string): number {
  return Number.parseInt(character, 36);
}

/** Whether a text is a legal entity identifier with right check digits (ISO 17442; ISO 7064 MOD 97-10). */
export function isLei(text: string): boolean {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(text)) return false;
  let remainder = 0;
  for (const character of text) {
    const value = alphanumericValue(character);
    remainder = (value > 9 ? remainder * 100 + value : remainder * 10 + value) % 97;
  }
  return remainder === 1;
}

/** Whether a text is an international securities identification number with a right check digit (ISO 6166). */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[0-9A-Z]{9}[0-9]$/.test(text)) return false;
  const digits = [...text].map(alphanumericValue).join('');
  return luhnSum(digits) % 10 === 0;
}

/** Luhn: from the right, every second digit doubled and its digits added. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const digit = Number(digits[digits.length - 1 - fromRight]);
    const weighed = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum;
}

const CUSIP_SPECIALS = '*@#';

/** Whether a text is a CUSIP with a right check digit (ANSI X9.6: `*` = 36, `@` = 37, `#` = 38). */
export function isCusip(text: string): boolean {
  if (!/^[0-9A-Z*@#]{8}[0-9]$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < 8; index++) {
    const character = text.charAt(index);
    const special = CUSIP_SPECIALS.indexOf(character);
    const value = (special < 0 ? alphanumericValue(character) : 36 + special) * (index % 2 === 1 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(text[8]);
}
