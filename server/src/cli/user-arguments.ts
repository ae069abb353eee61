import { InvalidArgumentError } from 'commander';

/** What the commands about accounts take. Each throws InvalidArgumentError, which ends with exit code 2. */

const MOST_LISTED = 10_000;
const MOST_CREDITS = 1_000_000_000;
const LONGEST_NOTE = 200;

export function readEmail(given: string): string {
  // As wide as `key create` takes them: an operator has to reach every account.
  if (/^[^\s@]+@[^\s@]+$/.test(given) && given.length <= 254) return given.toLowerCase();
  throw new InvalidArgumentError('It is no email address.');
}

export function readLimit(given: string): number {
  return wholeNumber(given, MOST_LISTED);
}

export function readCredits(given: string): number {
  return wholeNumber(given, MOST_CREDITS);
}

export function readNote(given: string): string {
  const note = given.trim();
  if (note !== '' && note.length <= LONGEST_NOTE && !note.includes('\u0000')) return note;
  throw new InvalidArgumentError(`A note has 1 to ${LONGEST_NOTE} characters.`);
}

function wholeNumber(given: string, most: number): number {
  const number = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (number >= 1 && number <= most) return number;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${most}.`);
}
