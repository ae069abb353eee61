import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AsfiledError } from '../../kernel/errors.ts';

const CHECK_CHARACTERS = 22;

/**
 * An opaque place in a list, good for the same question only. `question` is all that narrows and orders the list. It is
 * checked, not secret: a forged one leads to no more than a place in a list that the caller may read anyway.
 */
export function toCursor(question: unknown, position: readonly (string | null)[]): string {
  const place = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${checkOf(question, place)}${place}`;
}

/**
 * The place that a cursor means. Throws AsfiledError `invalid_cursor` where it was not made for this question, or where it
 * is forged and means nothing that `position` could be.
 */
export function fromCursor<Position>(question: unknown, cursor: string, position: z.ZodType<Position>): Position {
  const place = cursor.slice(CHECK_CHARACTERS);
  const isOurs = cursor.slice(0, CHECK_CHARACTERS) === checkOf(question, place);
  const read = isOurs ? position.safeParse(parsed(place)) : null;
  if (read?.success) return read.data;
  throw new AsfiledError(
    'invalid_cursor',
    'This cursor is not of this list: give the next_cursor of an answer to the same question, or none to start anew.',
  );
}

function parsed(place: string): unknown {
  try {
    return JSON.parse(Buffer.from(place, 'base64url').toString());
  } catch {
    return null;
  }
}

function checkOf(question: unknown, place: string): string {
  const text = JSON.stringify([question, place]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHECK_CHARACTERS);
}
