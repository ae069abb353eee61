import { appendAll } from './lists.ts';
import { loopTurns } from './loop-turns.ts';

/** Text that is parsed in one turn: about a millisecond. */
const PIECE_BYTES = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/**
 * The value of a JSON text, as JSON.parse reads it. The long lists that are members of its root object are parsed in pieces,
 * between which other work runs. The text must not have white space between its tokens. Throws SyntaxError.
 */
export async function parseJsonInTurns(text: Buffer): Promise<unknown> {
  if (text.length <= PIECE_BYTES || text[0] !== OPENING_BRACE) return parse(text);
  const members: [string, unknown][] = [];
  let at = 1;
  do {
    const afterName = endOfText(text, at);
    const name = parse(text.subarray(at, afterName));
    if (typeof name !== 'string' || text[afterName] !== COLON) throw unexpected(text, afterName);
    const { value, end } = await readMember(text, afterName + 1);
    members.push([name, value]);
    at = end + 1;
  } while (text[at - 1] === COMMA);
  if (text[at - 1] !== CLOSING_BRACE || at !== text.length) throw unexpected(text, at);
  return Object.fromEntries(members);
}

function unexpected(text: Buffer, at: number): SyntaxError {
  return new SyntaxError(`Unexpected token or end at byte ${at} of ${text.length} of a JSON text.`);
}

/** The value of a member that starts at an offset; `end` is the offset of the comma or brace behind it. */
async function readMember(text: Buffer, start: number): Promise<{ value: unknown; end: number }> {
  if (text[start] !== OPENING_BRACKET) {
    const end = endOfValue(text, start);
    return { value: parse(text.subarray(start, end)), end };
  }
  const list: unknown[] = [];
  let from = start + 1;
  let at = from;
  while (at < text.length) {
    at = endOfValue(text, at);
    const isLast = text[at] === CLOSING_BRACKET;
    if (isLast && at === from && list.length > 0) throw unexpected(text, at);
    if (isLast || at - from >= PIECE_BYTES) {
      appendAll(list, parse(Buffer.concat([OPENING, text.subarray(from, at), CLOSING])) as unknown[]);
      await loopTurns.take();
      from = at + 1;
    }
    if (isLast) break;
    at += 1;
  }
  return { value: list, end: at + 1 };
}

const OPENING = Buffer.from('[');
const CLOSING = Buffer.from(']');

/** The offset of the comma or closing bracket behind the value that starts at an offset. */
function endOfValue(text: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfText(text, at) - 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (byte === COMMA && depth === 0) return at;
  }
  return text.length;
}

/** The offset behind the closing quote of the string that starts at an offset. */
function endOfText(text: Buffer, start: number): number {
  let quote = text.indexOf(QUOTE, start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf(QUOTE, quote + 1);
  return quote < 0 ? text.length : quote + 1;
}

function isEscaped(text: Buffer, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function parse(text: Buffer): unknown {
  return JSON.parse(text.toString('utf8'));
}
