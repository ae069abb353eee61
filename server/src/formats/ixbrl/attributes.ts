import { decodeReferences } from './character-references.ts';
import { NameTable } from './name-table.ts';

/**
 * The attributes of one start tag by name as written, references decoded. A list, since each tag has few attributes and
 * there are many tags.
 */
export class TagAttributes {
  /** Alternating names and values. */
  readonly #flat: string[] = [];
  #problems: string[] | null = null;

  /** Violations of well-formedness, in words; null for well-formed attributes. */
  get problems(): readonly string[] | null {
    return this.#problems;
  }

  get size(): number {
    return this.#flat.length / 2;
  }

  get(name: string): string | undefined {
    const flat = this.#flat;
    for (let at = 0; at < flat.length; at += 2) if (flat[at] === name) return flat[at + 1];
    return undefined;
  }

  /** The attribute at an index below {@link size}, in written order. */
  nameAt(place: number): string {
    return this.#flat[place * 2] ?? '';
  }

  valueAt(place: number): string {
    return this.#flat[place * 2 + 1] ?? '';
  }

  addProblem(problem: string): void {
    this.#problems ??= [];
    this.#problems.push(problem);
  }

  /** Adds an attribute whose name differs from all before. */
  add(name: string, value: string): void {
    this.#flat.push(name, value);
  }
}

const NONE = new TagAttributes();

const MAX_ATTRIBUTES = 1_000;

/** Parses the attributes of a start tag; `start` is after its name and `end` after its `>` (XML 1.0 §3.1). */
export function parseAttributes(source: string, start: number, end: number): TagAttributes {
  if (end - start <= 2) return NONE;
  const attributes = new TagAttributes();
  let at = start;
  while (attributes.size < MAX_ATTRIBUTES) {
    at = skipBlank(source, at, end);
    if (at >= end || isTagEnd(source.charCodeAt(at))) break;
    const nameStart = at;
    while (at < end && !isNameEnd(source.charCodeAt(at))) at++;
    const name = attributeName(source, nameStart, at);
    at = skipBlank(source, at, end);
    if (name === '' || source.charCodeAt(at) !== EQUALS) {
      attributes.addProblem(`attribute ${name.slice(0, 40)} has no value`);
      if (name === '') at++;
      continue;
    }
    at = skipBlank(source, at + 1, end);
    const value = readValue(source, at, end);
    at = value.end;
    if (!value.isQuoted) attributes.addProblem(`the value of attribute ${name} is not quoted`);
    if (attributes.get(name) !== undefined) attributes.addProblem(`attribute ${name} is given twice`);
    else attributes.add(name, value.isPlain ? value.text : decodeValue(value.text, attributes));
  }
  return attributes;
}

const EQUALS = 61;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const AMPERSAND = 38;
const LT = 60;
const GT = 62;
const SLASH = 47;

const known = new NameTable();

function attributeName(source: string, start: number, end: number): string {
  return start === end ? '' : (known.find(source, start, end) ?? known.add(source, start, end));
}

interface WrittenValue {
  text: string;
  /** The position after the closing quote. */
  end: number;
  isQuoted: boolean;
  /** Whether it contains nothing to decode or report. */
  isPlain: boolean;
}

function readValue(source: string, start: number, end: number): WrittenValue {
  const quote = source.charCodeAt(start);
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) return readQuoted(source, quote, start + 1, end);
  let to = start;
  while (to < end && source.charCodeAt(to) > 32 && source.charCodeAt(to) !== GT) to++;
  return { text: source.slice(start, to), end: to, isQuoted: false, isPlain: false };
}

function readQuoted(source: string, quote: number, start: number, end: number): WrittenValue {
  let isPlain = true;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return { text: source.slice(start, at), end: at + 1, isQuoted: true, isPlain };
    if (code < 32 || code === AMPERSAND || code === LT) isPlain = false;
  }
  return { text: '', end, isQuoted: false, isPlain: true };
}

function decodeValue(text: string, attributes: TagAttributes): string {
  const plain = text.replace(/\r\n|[\t\r\n]/g, ' ');
  if (plain.includes('<')) attributes.addProblem('an attribute holds a <');
  if (!plain.includes('&')) return plain;
  const decoded = decodeReferences(plain);
  for (const problem of decoded.problems) attributes.addProblem(problem);
  return decoded.text;
}

function skipBlank(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && source.charCodeAt(at) <= 32) at++;
  return at;
}

function isNameEnd(code: number): boolean {
  return code <= GT && (code <= 32 || code === EQUALS || isTagEnd(code));
}

function isTagEnd(code: number): boolean {
  return code === GT || code === SLASH || code === LT;
}
