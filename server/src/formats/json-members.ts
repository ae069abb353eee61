/** A member of an object at its position in a JSON text. */
export interface PlacedMember {
  name: string;
  /** UTF-16 offsets of the member (name and value), end exclusive. */
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The members of the object that the outermost object has under `name`, in document order and including repeated names,
 * of which JSON.parse silently keeps only the last. The text must be valid JSON.
 */
export function placeMembers(text: string, name: string): PlacedMember[] {
  const placed: PlacedMember[] = [];
  let depth = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      depth--;
      if (isInside && depth < 2) isInside = false;
      else if (isInside && depth === 2) closeLast(placed, at + 1);
    } else if (code === QUOTE) {
      const end = endOfText(text, at);
      if ((depth === 1 || (isInside && depth === 2)) && isName(text, end)) {
        const found: unknown = JSON.parse(text.slice(at, end));
        if (depth === 1) isInside = found === name;
        else placed.push({ name: String(found), start: at, end });
      } else if (isInside && depth === 2) closeLast(placed, end);
      at = end - 1;
    }
  }
  return placed;
}

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

function closeLast(placed: PlacedMember[], end: number): void {
  const last = placed.at(-1);
  if (last !== undefined) last.end = end;
}

/** The position after the closing quote of the string that starts at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text[at] === ':';
}
