import { detached } from './capture.ts';
import { decodeReferences } from './character-references.ts';

/** The attributes of one start tag by name as written, references decoded; a list, since tags have few and are many. */
export class TagAttributes {
  readonly #flat: string[] = [];
  /** What is not well-formed about them, in words. */
  problems: readonly string[] = [];

  get size(): number {
    return this.#flat.length / 2;
  }

  /** The first of several of one name. */
  get(name: string): string | undefined {
    for (let at = 0; at < this.#flat.length; at += 2) if (this.#flat[at] === name) return this.#flat[at + 1];
    return undefined;
  }

  set(name: string, value: string): void {
    this.#flat.push(name, value);
  }

  toMap(): ReadonlyMap<string, string> {
    return this.size === 0 ? NO_ATTRIBUTES : new Map(this);
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (let at = 0; at < this.#flat.length; at += 2) yield [this.#flat[at] ?? '', this.#flat[at + 1] ?? ''];
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NONE = new TagAttributes();

const MAX_ATTRIBUTES = 1_000;

/** The attributes of a start tag, `start` being behind its name and `end` behind its `>` (XML 1.0 §3.1). */
export function parseAttributes(source: string, start: number, end: number): TagAttributes {
  if (end - start <= 2) return NONE;
  const values = new TagAttributes();
  const problems: string[] = [];
  let at = start;
  while (values.size < MAX_ATTRIBUTES) {
    at = skipBlank(source, at, end);
    if (at >= end || isTagEnd(source.charCodeAt(at))) break;
    const nameStart = at;
    while (at < end && !isNameEnd(source.charCodeAt(at))) at++;
    const name = attributeName(source, nameStart, at);
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
    if (values.get(name) !== undefined) problems.push(`attribute ${name} is given twice`);
    else values.set(name, decodeValue(value.text, problems));
  }
  if (problems.length > 0) values.problems = problems;
  return values;
}

const EQUALS = 61;

const names: (string | undefined)[] = [];

/** Names come again and again: a cut-out is made only of one that is not the last of its length and first letter. */
function attributeName(source: string, start: number, end: number): string {
  const key = (source.charCodeAt(start) & 127) * 16 + ((end - start) & 15);
  const known = names[key];
  if (known !== undefined && known.length === end - start && source.startsWith(known, start)) return known;
  const name = detached(source.slice(start, end));
  if (name.length < 16) names[key] = name;
  return name;
}

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
