/** Twelve letters or digits (digits only until July 2026) and two check digits, with or without punctuation. */
const CNPJ = /^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/;

/** A Brazilian company number as the registry prints it, `07.859.971/0001-30`; null if the text is not one. */
export function cnpj(text: string): string | null {
  const match = CNPJ.exec(text.toUpperCase().replace(/[\s./-]/g, ''));
  return match === null ? null : `${match[1]}.${match[2]}.${match[3]}/${match[4]}-${match[5]}`;
}

/** `cnpj:07.859.971/0001-30`, from a number with its punctuation. */
export function canonicalKeyOfCnpj(number: string): string {
  return `cnpj:${number}`;
}
