import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AsfiledError } from '../../kernel/errors.ts';
import { moment } from './input-fields.ts';

const CHECK_CHARACTERS = 22;

/**
 * An opaque position in a list. `list` is the name of its operation and `question` everything that filters and orders it; the
 * cursor is valid for the same question to the same list only. The cursor is checked, not secret: a forged one leads only to rows that the caller may read anyway.
 */
export function toCursor(list: string, question: unknown, position: readonly (string | null)[]): string {
  const place = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${checkOf(list, question, place)}${place}`;
}

/**
 * Reads the position from a cursor. Throws AsfiledError `invalid_cursor` if the cursor was made for another list or question, or
 * its position does not match the schema.
 */
export function fromCursor<Position>(
  list: string,
  question: unknown,
  cursor: string,
  position: z.ZodType<Position>,
): Position {
  const place = cursor.slice(CHECK_CHARACTERS);
  const isOurs = cursor.slice(0, CHECK_CHARACTERS) === checkOf(list, question, place);
  const read = isOurs ? position.safeParse(parsed(place)) : null;
  if (read?.success) return read.data;
  throw new AsfiledError(
    'invalid_cursor',
    'Cursor is invalid for this list. Pass next_cursor from a response to the same query, or omit it to start from the first page.',
  );
}

/** An instant in a position. No row is older, and windows before it stay within the years that PostgreSQL has. */
export const positionInstant = moment.refine(given => given >= '1900');

function parsed(place: string): unknown {
  try {
    return JSON.parse(Buffer.from(place, 'base64url').toString());
  } catch {
    return null;
  }
}

function checkOf(list: string, question: unknown, place: string): string {
  const text = JSON.stringify([list, question, place]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHECK_CHARACTERS);
}
