/**
 * Whether a text is a Japanese corporate number (法人番号): 13 digits, the first of which checks the others: 9 less the
 * remainder by 9 of the digits weighted 1 and 2 in turn from the right (ordinance of the Ministry of Finance 70 of 2014).
 */
export function isCorporateNumber(text: string): boolean {
  if (!/^[1-9]\d{12}$/.test(text)) return false;
  let sum = 0;
  for (let at = 1; at < text.length; at++) {
    const weight = (text.length - at) % 2 === 1 ? 1 : 2;
    sum += Number(text[at]) * weight;
  }
  return Number(text[0]) === 9 - (sum % 9);
}
