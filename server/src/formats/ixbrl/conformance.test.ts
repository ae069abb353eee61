import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseDay, toIsoDate } from '../../kernel/dates.ts';
import type { XbrlFact, XbrlReport, XbrlTuple } from '../xbrl/report.ts';
import { extractInline, type InlineDocument } from './extract-inline.ts';

const CASES = join(import.meta.dirname, '../../../../../shared/data/xbrl');
const SUITE = join(CASES, 'inline-suite');

interface Case {
  id: string;
  expected: string;
  documents: InlineDocument[];
}

/** A fact as the expectations write it. */
interface ExpectedFact {
  concept: string;
  contextRef?: string;
  entity?: [string, string];
  period?: string;
  dimensions?: Record<string, string>;
  unit?: string;
  decimals?: string;
  precision?: string;
  value?: string | null;
  fraction?: unknown;
  nil?: boolean;
  lang?: string;
  tuple?: boolean;
  members?: ExpectedFact[];
  valueError?: boolean;
}

describe.skipIf(!existsSync(SUITE))('inline cases of ../shared/data/xbrl (skipped where that is absent)', () => {
  const authored = existsSync(SUITE) ? readCases('authored') : [];

  it('gives the facts of every valid authored case and no anomaly', () => {
    const wrong: unknown[] = [];
    for (const { id, expected, documents } of authored) {
      if (expected !== 'valid') continue;
      const report = extractInline(documents);
      const facts = expectedFacts(id).map(expectedForm).sort(byText);
      const found = asExpected(report).sort(byText);
      if (JSON.stringify(found) !== JSON.stringify(facts)) wrong.push({ id, found, facts });
      if (report.anomalies.length > 0 && !HARMLESS.has(id)) wrong.push({ id, anomalies: report.anomalies });
    }
    expect(wrong).toEqual([]);
  });

  it('reports an anomaly of every invalid or malformed case, and no value where there is none', () => {
    const wrong: unknown[] = [];
    for (const { id, expected, documents } of authored) {
      if (expected === 'valid' || expected === 'undetermined') continue;
      const started = performance.now();
      const report = extractInline(documents);
      if (report.anomalies.length === 0) wrong.push({ id, anomalies: 0 });
      if (performance.now() - started > 1_000) wrong.push({ id, slow: true });
      const found = new Map(report.facts.map(fact => [`${fact.prefix}:${fact.localName}`, fact.value]));
      for (const fact of expectedFacts(id)) {
        if (fact.valueError === true && fact.value === null && found.has(fact.concept))
          wrong.push({ id, guessed: fact, value: found.get(fact.concept) });
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Valid documents about which there is something to say all the same. */
const HARMLESS = new Set<string>([]);

function readCases(suite: string): Case[] {
  const [header = '', ...rows] = readFileSync(join(SUITE, suite, 'cases.tsv'), 'utf8')
    .trim()
    .split('\n');
  const columns = header.split('\t');
  return rows.map(row => {
    const field = (name: string): string => row.split('\t')[columns.indexOf(name)] ?? '';
    const files = field('files')
      .split(/[ ,;]+/)
      .filter(file => file !== '');
    const documents = files.map(file => ({ name: basename(file), source: readBytes(join(CASES, file)) }));
    return { id: field('id'), expected: field('expected'), documents };
  });
}

function readBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function expectedFacts(id: string): ExpectedFact[] {
  const text = readFileSync(join(SUITE, 'authored', id, 'expected.json'), 'utf8');
  return (JSON.parse(text) as { facts: ExpectedFact[] | null }).facts ?? [];
}

function asExpected(report: XbrlReport): unknown[] {
  const inTuples = new Set<XbrlFact>((report.tuples ?? []).flatMap(factsOf));
  return [
    ...report.facts.filter(fact => fact.target === null && !inTuples.has(fact)).map(factForm),
    ...(report.tuples ?? []).map(tupleForm),
  ];
}

function factsOf(tuple: XbrlTuple): XbrlFact[] {
  return [...tuple.facts, ...tuple.tuples.flatMap(factsOf)];
}

function tupleForm(tuple: XbrlTuple): unknown {
  const members = [...tuple.facts.map(factForm), ...tuple.tuples.map(tupleForm)];
  return { concept: `${tuple.prefix}:${tuple.localName}`, members: members.sort(byText) };
}

function factForm(fact: XbrlFact): unknown {
  return {
    concept: `${fact.prefix}:${fact.localName}`,
    entity: [fact.entity.scheme, fact.entity.identifier],
    period: periodForm(fact),
    dimensions: Object.fromEntries(fact.dimensions.map(({ axis, member }) => [axis, member]).sort()),
    unit: fact.unit,
    decimals: fact.decimals === null ? null : String(fact.decimals),
    value: fact.isNumeric ? fact.value : fact.value && canonical(fact.value),
    fraction: fact.fraction ?? null,
    language: fact.language,
  };
}

function periodForm({ periodStart, periodEnd }: XbrlFact): string {
  const end = `${nextDay(periodEnd ?? '')}T00:00:00`;
  return periodStart === null ? end : `${periodStart}T00:00:00/${end}`;
}

function nextDay(date: string): string {
  const day = parseDay(date);
  return day === null ? '' : toIsoDate(day + 1);
}

function expectedForm(fact: ExpectedFact): unknown {
  if (fact.members !== undefined)
    return { concept: fact.concept, members: fact.members.map(expectedForm).sort(byText) };
  const value = fact.nil === true ? null : (fact.value ?? null);
  const isNumeric = fact.unit !== undefined;
  return {
    concept: fact.concept,
    entity: fact.entity,
    period: fact.period,
    dimensions: Object.fromEntries(Object.entries(fact.dimensions ?? {}).sort()),
    unit: fact.unit?.replace(/[A-Za-z0-9]+:/g, '') ?? null,
    decimals: fact.decimals ?? null,
    value:
      value === null
        ? null
        : isNumeric
          ? String(value)
              .replace(/(\.[0-9]*?)0+$/, '$1')
              .replace(/\.$/, '')
              .replace(/^-0$/, '0')
          : canonical(value),
    fraction: fact.fraction ?? null,
    language: isNumeric ? null : (fact.lang ?? null),
  };
}

/** Markup with attributes in alphabetical order and empty elements in one form. */
function canonical(markup: string): string {
  return markup.replace(
    /<([A-Za-z][^\s/>]*)((?:\s+[^\s=>]+="[^"]*")*)\s*(\/?)>/g,
    (_, name: string, attributes: string, slash: string) => {
      const sorted = [...attributes.matchAll(/[^\s=]+="[^"]*"/g)].map(String).sort();
      return `<${[name, ...sorted].join(' ')}>${slash === '/' ? `</${name}>` : ''}`;
    },
  );
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

void readdirSync;
void dirname;
