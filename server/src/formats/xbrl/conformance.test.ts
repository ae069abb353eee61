import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeWith } from '../../../test/describe-with.ts';
import { parseDay, toIsoDate } from '../../kernel/dates.ts';
import { canonicalDecimal } from '../../kernel/exact-number.ts';
import { decodeDocument } from '../ixbrl/encoding.ts';
import { extractInstance } from './extract-instance.ts';
import { parseLinkbase } from './parse-linkbase.ts';
import { parseSchema } from './parse-schema.ts';
import type { XbrlFact, XbrlReport } from './report.ts';

const CASES = join(import.meta.dirname, '../../../../../shared/data/xbrl');

interface Case {
  id: string;
  expected: string;
  input: string;
  support: string[];
  applies: string;
}

interface ExpectedFact {
  concept: string;
  entity: [string, string];
  period: string;
  unit?: string;
  value?: string;
  nil?: boolean;
  tuple?: boolean;
  members?: ExpectedFact[];
}

function unitCase(variation: string): string {
  return `Common/instance/304-unitOfMeasure.xml:V-${variation}`;
}

/** Invalid cases whose error an extractor without taxonomies cannot see. */
const NOT_FOR_AN_EXTRACTOR = new Map<string, string>([
  ['Common/instance/302-context.xml:V-05', 'an element in a segment is an item by its substitution group'],
  ['Common/instance/302-context.xml:V-12', 'the fault is a sum'],
  ...['07', '08', '09', '23'].map(at => [unitCase(at), 'the type of the concept requires a unit'] as const),
  ...['21', '22'].map(at => [unitCase(at), 'the fault is a sum'] as const),
  ['Common/instance/307-schemaRef.xml:V-3', 'the fault is in the content of an address'],
]);

/** Maximum number of facts per instance in the expectations. */
const EXPECTED_LIMIT = 2_000;

describeWith(CASES)('XBRL 2.1 suite of ../shared/data/xbrl (skipped without it)', () => {
  const cases = readCases('instance-suite/xbrl-2.1');

  it('extracts the facts of every valid instance', () => {
    const bytes = gunzipSync(readFileSync(join(CASES, 'instance-suite/xbrl-2.1/facts.json.gz')));
    const expected: Record<string, { facts: ExpectedFact[] }> = JSON.parse(bytes.toString());
    const wrong: string[] = [];
    let compared = 0;
    for (const { id, input } of cases) {
      const wanted = expected[id];
      if (wanted === undefined) continue;
      compared++;
      const facts = flatten(wanted.facts).map(shownExpected).sort();
      const limit = facts.length < EXPECTED_LIMIT ? Number.POSITIVE_INFINITY : EXPECTED_LIMIT;
      const found = extract(input).facts.slice(0, limit).map(shownFact).sort();
      if (JSON.stringify(found) !== JSON.stringify(facts)) wrong.push(`${id}: ${firstDifference(found, facts)}`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBe(123);
  });

  it('reports nothing but missing facts and duplicates in a valid instance', () => {
    const kinds = cases
      .filter(
        ({ expected, applies }) => expected === 'valid' && /^(?:extract|accuracy|duplicates|calculation)/.test(applies),
      )
      .flatMap(({ input }) => extract(input).anomalies.map(({ kind }) => kind));
    expect([...new Set(kinds)].sort()).toEqual(['inconsistent_duplicate', 'no_facts']);
  });

  it('reports each error that an extractor can see in an invalid instance', () => {
    const silent = cases
      .filter(({ expected, applies }) => expected === 'invalid' && /^(?:extract|tuples)/.test(applies))
      .filter(({ id }) => !NOT_FOR_AN_EXTRACTOR.has(id))
      .filter(({ input }) => extract(input).anomalies.length === 0);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

describeWith(CASES)('regulators’ cases of ../shared/data/xbrl (skipped without them)', () => {
  it.each([
    ['instance-suite/efm-2011', 300],
    ['inline-suite/nl-nt20', 10],
    ['inline-suite/hmrc', 10],
  ])('reads every document of %s', (set, least) => {
    const cases = readCases(set);
    const bare: string[] = [];
    for (const { id, input, support } of cases) {
      for (const file of support) readTaxonomyFile(file);
      const report = extract(input);
      if (report.facts.length + report.anomalies.length === 0) bare.push(id);
    }
    expect(bare).toEqual([]);
    expect(cases.length).toBeGreaterThan(least);
  });
});

function readTaxonomyFile(file: string): void {
  const path = storedAt(file);
  if (path === null) return;
  const document = { name: basename(file), source: decodeDocument(bytesOf(path)) };
  parseSchema(document);
  parseLinkbase(document);
}

function extract(file: string): XbrlReport {
  const path = storedAt(file);
  if (path === null) throw new Error(`${file} is not there`);
  return extractInstance({ name: basename(file), source: decodeDocument(bytesOf(path)) });
}

function storedAt(file: string): string | null {
  const path = join(CASES, file);
  if (existsSync(path)) return path;
  return existsSync(`${path}.gz`) ? `${path}.gz` : null;
}

function bytesOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function readCases(folder: string): Case[] {
  const lines = readFileSync(join(CASES, folder, 'cases.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return lines.map(line => {
    const [id = '', expected = '', , input = '', support = '', , applies = ''] = line.split('\t');
    return { id, expected, input, support: support.split(',').filter(file => file !== ''), applies };
  });
}

function flatten(facts: readonly ExpectedFact[]): ExpectedFact[] {
  return facts.flatMap(fact => (fact.tuple ? flatten(fact.members ?? []) : [fact]));
}

function shownFact(fact: XbrlFact): string {
  const concept = fact.prefix === '' ? fact.localName : `${fact.prefix}:${fact.localName}`;
  const end = fact.periodEnd === null ? 'forever' : `${toIsoDate((parseDay(fact.periodEnd) ?? 0) + 1)}T00:00:00`;
  const period = fact.periodStart === null ? end : `${fact.periodStart}T00:00:00/${end}`;
  const value = fact.value ?? 'nil';
  return [concept, fact.entity.scheme, fact.entity.identifier, period, fact.unit ?? '', value].join(' | ');
}

function shownExpected({ concept, entity, period, unit, value, nil }: ExpectedFact): string {
  const measures = (unit ?? '').replaceAll(/[\w-]+:/g, '').replaceAll(' ', '');
  const shown = nil ? 'nil' : unit === undefined ? (value ?? '') : (canonicalDecimal(value ?? '') ?? 'no number');
  return [concept, ...entity, period, measures, shown].join(' | ');
}

function firstDifference(found: readonly string[], wanted: readonly string[]): string {
  const at = wanted.findIndex((fact, index) => fact !== found[index]);
  return `${found.length} facts for ${wanted.length}; ${found[at] ?? 'none'} for ${wanted[at] ?? 'none'}`;
}
