/**
 * The part of JSON text that stands before it breaks off (a download cut short) or breaks (a byte overwritten): whole
 * members and elements only, what was open is closed. undefined where not even an opening bracket can be kept.
 */
export function salvageJson(text: string): unknown {
  const limit = brokenAt(text);
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
  if (kept === null) return undefined;
  try {
    return JSON.parse(text.slice(0, kept.end) + kept.closers);
  } catch {
    return undefined;
  }
}

/** Where the parser gave up: it says so in its message, but for text that just ends. */
function brokenAt(text: string): number {
  try {
    JSON.parse(text);
    return text.length;
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    return position === undefined ? text.length : Number(position);
  }
}
