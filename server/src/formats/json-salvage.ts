/**
 * The part of a JSON text before it ends early (an interrupted download) or breaks (an overwritten byte): complete
 * members and elements only, with open brackets closed. undefined if not even an opening bracket can be kept.
 */
export function salvageJson(text: string): unknown {
  // A prefix that includes the break fails to parse, and so does every longer one, so a binary search finds the longest
  // valid prefix.
  let sound = 0;
  let broken = text.length + 1;
  let kept: unknown;
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2);
    const value = parseClosed(text, middle);
    if (value === undefined) {
      broken = middle;
    } else {
      kept = value === EMPTY ? undefined : value;
      sound = middle;
    }
  }
  return kept;
}

const EMPTY = Symbol('nothing to close yet');

/** The text up to the last comma or bracket within `limit`, closed and parsed; undefined if that is not JSON. */
function parseClosed(text: string, limit: number): unknown {
  let inString = false;
  let closers = '';
  let kept: { end: number; closers: string } | null = null;
  for (let at = 0; at < limit; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '{' || character === '[') {
      closers = (character === '{' ? '}' : ']') + closers;
      kept = { end: at + 1, closers };
    } else if (character === '}' || character === ']') {
      closers = closers.slice(1);
      kept = { end: at + 1, closers };
    } else if (character === ',') {
      kept = { end: at, closers };
    }
  }
  if (kept === null) return EMPTY;
  try {
    return JSON.parse(text.slice(0, kept.end) + kept.closers);
  } catch {
    return undefined;
  }
}
