import type { AnomalyLog } from '../../model/anomaly-log.ts';

/** `"us-gaap": { "Assets": { "label":` or, inside a taxonomy, `"Assets": { "label":`. */
const HEAD = /"([^"\\{}]{1,200})"\s*:\s*\{\s*(?:"([^"\\{}]{1,400})"\s*:\s*\{\s*)?"(?:label|description|units)"\s*:/g;

/** `"USD": [` or a flat `{…}`: what stands inside `units`. */
const UNIT_OR_FACT = /"([^"\\{}[\]]{1,200})"\s*:\s*\[|\{[^{}]*\}/g;

interface Salvaged {
  cik?: unknown;
  entityName?: unknown;
  facts?: Record<string, Record<string, { units: Record<string, unknown[]> }>>;
}

/**
 * What can be read of companyfacts text that is no valid JSON (cut off, overwritten in places, or no JSON at all): all
 * facts that stand whole and whose concept and unit are beyond doubt. Each lost stretch is an anomaly with its offset.
 * A fact is never given to a concept or unit whose own head is not intact right before it.
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
    const concept = head[2] ?? head[1] ?? '';
    if (taxonomy === '') {
      log.add('lost_stretch', `offset ${head.index}`, `${concept} stands in no taxonomy`);
      continue;
    }
    const units = readUnits(text, head.index, heads[n + 1]?.index ?? text.length, log);
    facts[taxonomy] = { ...facts[taxonomy], [concept]: { units } };
  }
  if (heads.length > 0) salvaged.facts = facts;
  return salvaged;
}

function readUnits(text: string, from: number, to: number, log: AnomalyLog): Record<string, unknown[]> {
  const body = text.slice(from, to);
  const open = /"units"\s*:\s*\{/.exec(body);
  const units: Record<string, unknown[]> = {};
  if (open === null) {
    log.add('lost_stretch', `offset ${from}`, 'a concept without its units');
    return units;
  }
  let expected = open.index + open[0].length;
  let rows: unknown[] | null = null;
  for (const match of body.slice(expected).matchAll(UNIT_OR_FACT)) {
    const at = open.index + open[0].length + match.index;
    const isContiguous = /^[\s,\]]*$/.test(body.slice(expected, at));
    if (match[1] !== undefined) {
      rows = units[match[1]] ??= [];
    } else if (rows === null || !isContiguous) {
      log.add('lost_stretch', `offset ${from + expected}`, body.slice(expected, at + match[0].length));
      rows = null;
    } else {
      const fact = readFact(match[0]);
      if (fact === null) log.add('lost_stretch', `offset ${from + at}`, match[0]);
      else rows.push(fact);
    }
    expected = at + match[0].length;
  }
  const rest = body.slice(expected);
  if (/\{/.test(rest)) log.add('lost_stretch', `offset ${from + expected}`, rest);
  return units;
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
