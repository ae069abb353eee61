import { decodeReferences } from './character-references.ts';

export interface ParsedAttributes {
  /** By name as written, references decoded; the first of several of one name. */
  values: Map<string, string>;
  problems: string[];
}

const MAX_ATTRIBUTES = 1_000;

/** The attributes of a start tag, `start` being behind its name and `end` behind its `>` (XML 1.0 §3.1). */
export function parseAttributes(source: string, start: number, end: number): ParsedAttributes {
  const values = new Map<string, string>();
  const problems: string[] = [];
  let at = start;
  while (values.size < MAX_ATTRIBUTES) {
    at = skipBlank(source, at, end);
    if (at >= end || isTagEnd(source.charCodeAt(at))) break;
    const nameStart = at;
    while (at < end && !isNameEnd(source.charCodeAt(at))) at++;
    const name = source.slice(nameStart, at);
    at = skipBlank(source, at, end);
    if (name === '' || source.charCodeAt(at) !== EQUALS) {
      problems.push(`attribute ${name.slice(0, 40)} has no value`);
      if (name === '') at++;
      continue;
    }
    at = skipBlank(source, at + 1, end);
    const value = readValue(source, at, end);
    at = value.end;
    if (!value.isQuoted) problems.push(`the value of attribute ${name} is not quoted`);
    if (values.has(name)) problems.push(`attribute ${name} is given twice`);
    else values.set(name, decodeValue(value.text, problems));
  }
  return { values, problems };
}

const EQUALS = 61;

function readValue(source: string, at: number, end: number): { text: string; end: number; isQuoted: boolean } {
  const quote = source.charAt(at);
  if (quote === '"' || quote === "'") {
    const close = source.indexOf(quote, at + 1);
    if (close >= 0 && close < end) return { text: source.slice(at + 1, close), end: close + 1, isQuoted: true };
    return { text: '', end, isQuoted: false };
  }
  let to = at;
  while (to < end && source.charCodeAt(to) > 32 && source.charCodeAt(to) !== 62) to++;
  return { text: source.slice(at, to), end: to, isQuoted: false };
}

function decodeValue(text: string, problems: string[]): string {
  const plain = /[\t\r\n]/.test(text) ? text.replace(/\r\n|[\t\r\n]/g, ' ') : text;
  if (plain.includes('<')) problems.push('an attribute holds a <');
  if (!plain.includes('&')) return plain;
  const decoded = decodeReferences(plain);
  problems.push(...decoded.problems);
  return decoded.text;
}

function skipBlank(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && source.charCodeAt(at) <= 32) at++;
  return at;
}

function isNameEnd(code: number): boolean {
  return code <= 32 || code === EQUALS || isTagEnd(code);
}

function isTagEnd(code: number): boolean {
  return code === 62 || code === 47 || code === 60;
}
