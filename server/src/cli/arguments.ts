import { InvalidArgumentError } from 'commander';

/** Parsers of command arguments. Each throws InvalidArgumentError for an invalid value, which ends with exit code 2. */

/** As permissive as possible: an operator has to reach every account. */
export function parseEmail(given: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(given) && given.length <= 254) return given.toLowerCase();
  throw new InvalidArgumentError('It is not an email address.');
}

/** A parser of whole numbers from 1 to `most`. */
export function wholeNumberUpTo(most: number): (given: string) => number {
  return given => {
    const number = /^\d{1,10}$/.test(given) ? Number(given) : 0;
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}

/** A parser of notes that the store keeps. */
export function noteUpTo(maxChars: number): (given: string) => string {
  return given => {
    const note = given.trim();
    if (note !== '' && note.length <= maxChars && !note.includes('\u0000')) return note;
    throw new InvalidArgumentError(`A note must have 1 to ${maxChars} characters.`);
  };
}
