import { InvalidArgumentError } from 'commander';

/** What commands take. Each reader throws InvalidArgumentError, which ends with exit code 2. */

/** As wide as they come: an operator has to reach every account. */
export function readEmail(given: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(given) && given.length <= 254) return given.toLowerCase();
  throw new InvalidArgumentError('It is no email address.');
}

/** A reader of whole numbers from 1 on. */
export function wholeNumberTo(most: number): (given: string) => number {
  return given => {
    const number = /^\d{1,10}$/.test(given) ? Number(given) : 0;
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from 1 to ${most}.`);
  };
}

/** A reader of words that the store keeps. */
export function noteTo(mostCharacters: number): (given: string) => string {
  return given => {
    const note = given.trim();
    if (note !== '' && note.length <= mostCharacters && !note.includes('\u0000')) return note;
    throw new InvalidArgumentError(`A note has 1 to ${mostCharacters} characters.`);
  };
}
