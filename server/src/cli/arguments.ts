import { InvalidArgumentError } from 'commander';

/** Parsers of command arguments. Each throws InvalidArgumentError for an invalid value, which ends with exit code 2. */

/** As permissive as possible: an operator has to reach every account. */
export function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254) return text.toLowerCase();
  throw new InvalidArgumentError('It is not an email address.');
}

/** A parser of whole numbers from 1 to `most`. */
export function wholeNumberUpTo(max: number): (text: string) => number {
  return text => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}

/** A parser of notes that the store keeps. */
export function noteUpTo(maxChars: number): (text: string) => string {
  return text => {
    const note = text.trim();
    if (note !== '' && note.length <= maxChars && !note.includes('\u0000')) return note;
    throw new InvalidArgumentError(`A note must have 1 to ${maxChars} characters.`);
  };
}
