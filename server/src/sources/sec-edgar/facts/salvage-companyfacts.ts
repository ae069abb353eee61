import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/** A key as the registry writes them: nothing that needs an escape, and nothing that damage leaves behind. */
const KEY = String.raw`(?<=[{,]\s*)"([^"\\{}[\]\u0000-\u001f\u007f\ufffd]{1,400})"\s*:\s*`;

/** `"us-gaap": { "Assets": { "label":` or, inside a taxonomy, `"Assets": { "label":`. */
const HEAD = new RegExp(String.raw`${KEY}\{\s*(?:${KEY}\{\s*)?"(?:label|description|units)"\s*:`, 'g');

/** `"USD": [` or a flat `{…}`: the content of `units`. */
const UNIT_OR_FACT = new RegExp(String.raw`${KEY}\[|\{[^{}]*\}`, 'g');

/** A fact has 120 to 220 characters: longer text is the beginning of one and the end of another. */
const LONGEST_FACT_CHARS = 280;

/** A concept's lost heading is longer than this: shorter unread text cannot contain one. */
const SHORTER_THAN_A_HEAD = 40;

interface Salvaged {
  cik?: unknown;
  entityName?: unknown;
  facts?: Record<string, Record<string, { units: Record<string, unknown[]> }>>;
}

/**
 * Reads companyfacts text that is not valid JSON (truncated, partly overwritten, or not JSON at all): all complete facts
 * with an unambiguous concept and unit. Each lost stretch is an anomaly with its offset. A fact is never attributed to a
 * concept or unit unless that heading is intact directly before it.
 */
export function salvageCompanyFacts(text: string, log: AnomalyLog): Salvaged {
  if (/^\s*</.test(text)) {
    log.add('html_instead_of_json', '', text.trim().slice(0, 200));
    return {};
  }
  const heads = [...text.matchAll(HEAD)];
  const start = text.slice(0, heads[0]?.index ?? 2000);
  log.add(
    /\}\s*$/.test(text) ? 'corrupt_json' : 'truncated_json',
    '',
    `${text.length} characters, ${heads.length} concepts begun`,
  );
  const salvaged: Salvaged = {
    cik: /"cik"\s*:\s*"?(\d{1,10})\b/.exec(start)?.[1],
    entityName: readString(/"entityName"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(start)?.[1]),
  };
  const facts: NonNullable<Salvaged['facts']> = {};
  let taxonomy = '';
  for (const [n, head] of heads.entries()) {
    if (head[2] !== undefined) taxonomy = head[1] ?? '';
    else if (!followsAConcept(text, head.index)) taxonomy = '';
    const concept = head[2] ?? head[1] ?? '';
    if (taxonomy === '') {
      log.add('lost_stretch', `offset ${head.index}`, `${concept} belongs to no taxonomy`);
      continue;
    }
    const { units, unreadChars } = readUnits(text, head.index, heads[n + 1]?.index ?? text.length, log);
    facts[taxonomy] = { ...facts[taxonomy], [concept]: { units } };
    // The unread text may have contained the heading of another taxonomy, so the taxonomy of the following facts is unknown.
    if (unreadChars > SHORTER_THAN_A_HEAD) taxonomy = '';
  }
  if (heads.length > 0) salvaged.facts = facts;
  return salvaged;
}

/** True if `}},` or similar precedes: there the first concept of a taxonomy has the taxonomy's name. */
function followsAConcept(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at).replace(/\s+/g, '');
  return /[^"{:\w]{3,}$/.test(before);
}

interface SalvagedConcept {
  units: Record<string, unknown[]>;
  /** The number of characters that are neither facts nor brackets. */
  unreadChars: number;
}

function readUnits(text: string, from: number, to: number, log: AnomalyLog): SalvagedConcept {
  const body = text.slice(from, to);
  const open = /"units"\s*:\s*\{/.exec(body);
  const units: Record<string, unknown[]> = {};
  if (open === null || isWiped(body.slice(0, open.index))) {
    log.add('lost_stretch', `offset ${from}`, 'a concept without its units');
    return { units, unreadChars: body.length };
  }
  const start = open.index + open[0].length;
  let expected = start;
  let rows: unknown[] | null = null;
  const unitOrFact = new RegExp(UNIT_OR_FACT);
  unitOrFact.lastIndex = start;
  for (const match of body.matchAll(unitOrFact)) {
    const at = match.index;
    const [text, unit] = match;
    // Between two facts, or a fact and a unit, only punctuation is valid: anything else means lost text.
    if (!/^[\s,\]]*$/.test(body.slice(expected, at)) || (unit === undefined && rows === null)) break;
    if (unit === undefined && !isOneFact(text)) break;
    expected = at + text.length;
    if (unit !== undefined) {
      rows = units[unit] ?? [];
      units[unit] = rows;
      continue;
    }
    const fact = readFact(text);
    if (fact === null) log.add('lost_stretch', `offset ${from + at}`, text);
    else rows?.push(fact);
  }
  const rest = body.slice(expected);
  if (rest.includes('{')) log.add('lost_stretch', `offset ${from + expected}`, rest);
  return {
    units,
    unreadChars: rest.replace(/\{[^{}]*\}/g, piece => (readFact(piece) === null ? piece : '')).replace(/[\s,\]}]+/g, '')
      .length,
  };
}

/** True if more than a stray byte of a label is lost: the following facts may belong to another concept. */
function isWiped(text: string): boolean {
  let strayCount = 0;
  for (const character of text)
    if (character < ' ' || character === '\ufffd') strayCount += /\s/.test(character) ? 0 : 1;
  return strayCount > 4;
}

function isOneFact(text: string): boolean {
  return text.replace(/\s+/g, '').length <= LONGEST_FACT_CHARS;
}

function readFact(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readString(literal: string | undefined): string | undefined {
  if (literal === undefined) return undefined;
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}
