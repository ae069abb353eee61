import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeWith } from '../../../test/describe-with.ts';
import { parseDay, toIsoDate } from '../../kernel/dates.ts';
import type { XbrlFact, XbrlReport, XbrlTuple } from '../xbrl/report.ts';
import { listZipMembers, readZipMemberSync, ZipError } from '../zip.ts';
import { extractInline, type InlineDocument } from './extract-inline.ts';

const CASES = join(import.meta.dirname, '../../../../../shared/data/xbrl');
const SUITE = join(CASES, 'inline-suite');

interface Case {
  id: string;
  expected: string;
  documents: InlineDocument[];
}

/** A fact in the format of the expectations. */
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

describeWith(SUITE)('inline cases of ../shared/data/xbrl (skipped without them)', () => {
  const authored = readCases('authored');

  it('extracts the facts of every valid authored case without an anomaly', () => {
    const wrong: unknown[] = [];
    for (const { id, expected, documents } of authored) {
      if (expected !== 'valid') continue;
      const report = extractInline(documents);
      const expectations = expectedFacts(id);
      const areExact = expectations.some(fact => fact.precision !== undefined);
      const facts = expectations.map(expectedForm).sort(byText);
      const found = asExpected(report, areExact).sort(byText);
      if (JSON.stringify(found) !== JSON.stringify(facts)) wrong.push({ id, found, facts });
      if (report.anomalies.length > 0) wrong.push({ id, anomalies: report.anomalies });
    }
    expect(wrong).toEqual([]);
  });

  it('reports an anomaly for every invalid or malformed case, and no value where none is expected', () => {
    const wrong: unknown[] = [];
    for (const { id, expected, documents } of authored) {
      if (expected === 'valid' || expected === 'undetermined') continue;
      const started = performance.now();
      const report = extractInline(documents);
      if (report.anomalies.length === 0) wrong.push({ id, anomalies: 0 });
      if (performance.now() - started > 10_000) wrong.push({ id, slow: true });
      const found = new Map(report.facts.map(fact => [`${fact.prefix}:${fact.localName}`, fact.value]));
      for (const fact of expectedFacts(id)) {
        if (fact.valueError === true && fact.value === null && found.has(fact.concept))
          wrong.push({ id, guessed: fact, value: found.get(fact.concept) });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describeWith(SUITE)("regulators' suites of ../shared/data/xbrl (skipped without them)", () => {
  it("reads the valid documents of ESMA's and the Irish suite without an anomaly", async () => {
    const wrong: unknown[] = [];
    let facts = 0;
    for (const suite of ['esef-2021', 'ros']) {
      for (const { id, expected, documents } of await readPackages(suite)) {
        const report = extractInline(documents);
        facts += report.facts.length;
        if (expected !== 'valid') continue;
        if (report.facts.length === 0 || report.anomalies.length > 0) wrong.push({ id, anomalies: report.anomalies });
      }
    }
    expect(wrong).toEqual([]);
    expect(facts).toBeGreaterThan(5_000);
  });

  it('opens every Japanese package, and reports content that is not inline or is defined twice', async () => {
    const kinds = new Set<string>();
    let facts = 0;
    for (const { documents } of await readPackages('edinet')) {
      const report = extractInline(documents);
      facts += report.facts.length;
      for (const { kind } of report.anomalies) kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual(['duplicate_context', 'duplicate_unit', 'not_inline']);
    expect(facts).toBeGreaterThan(1_000);
  });
});

interface XbrlJson {
  facts: Record<string, { value: string | null; decimals?: number; dimensions: Record<string, string> }>;
}

describeWith(SUITE)('xBRL-JSON of ../shared/data/xbrl (skipped without it)', () => {
  const authored = readCases('authored');

  it('extracts the same facts as the xBRL-JSON of each case', () => {
    const [header = '', ...rows] = readFileSync(join(CASES, 'oim/cases.tsv'), 'utf8').trim().split('\n');
    const columns = header.split('\t');
    const wrong: unknown[] = [];
    for (const row of rows) {
      const field = (name: string): string => row.split('\t')[columns.indexOf(name)] ?? '';
      // The table names only the first document of a set.
      const documents = authored.find(({ id }) => id === field('id'))?.documents ?? [];
      const report = extractInline(documents);
      const json = JSON.parse(readFileSync(join(CASES, field('expected_xbrl_json')), 'utf8')) as XbrlJson;
      const expected = Object.values(json.facts)
        .filter(fact => fact.dimensions.concept !== 'xbrl:note')
        .map(jsonForm)
        .sort();
      const found = report.facts
        .filter(fact => fact.target === null)
        .map(xbrlJsonForm)
        .sort();
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ id: field('id'), found, expected });
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(60);
  });
});

function jsonForm({ value, decimals, dimensions }: XbrlJson['facts'][string]): string {
  // The language is given for text types only, which depends on the schema.
  const { unit = null, language: _, ...others } = dimensions;
  const isNumeric = unit !== null || decimals !== undefined;
  const plain = value !== null && isNumeric ? numberForm(value) : value && canonical(value);
  const units = unit?.replace(/[A-Za-z0-9]+:/g, '') ?? null;
  return JSON.stringify([plain, decimals ?? null, units, Object.entries(others).sort()]);
}

function xbrlJsonForm(fact: XbrlFact): string {
  const { scheme: _, identifier } = fact.entity;
  const dimensions = Object.fromEntries(fact.dimensions.map(({ axis, member }) => [axis, member]));
  const others = {
    concept: `${fact.prefix}:${fact.localName}`,
    entity: `scheme:${identifier}`,
    period: periodForm(fact),
    ...dimensions,
  };
  const value = fact.value !== null && !fact.isNumeric ? canonical(fact.value) : fact.value;
  const unit = fact.unit === 'pure' ? null : fact.unit;
  const decimals = fact.decimals === 'INF' ? null : fact.decimals;
  return JSON.stringify([value, decimals, unit, Object.entries(others).sort()]);
}

function numberForm(value: string): string {
  return value
    .replace(/(\.[0-9]*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0');
}

/** Cases whose input is a package or a single document. */
async function readPackages(suite: string): Promise<Case[]> {
  const [header = '', ...rows] = readFileSync(join(SUITE, suite, 'cases.tsv'), 'utf8')
    .trim()
    .split('\n');
  const columns = header.split('\t');
  const cases: Case[] = [];
  for (const row of rows) {
    const field = (name: string): string => row.split('\t')[columns.indexOf(name)] ?? '';
    const input = join(CASES, field('input'));
    cases.push({ id: field('id'), expected: field('expected'), documents: await readPackage(input) });
  }
  return cases;
}

async function readPackage(path: string): Promise<InlineDocument[]> {
  if (!path.endsWith('.zip')) return [{ name: basename(path), source: readBytes(path) }];
  const documents: InlineDocument[] = [];
  const file = await open(path);
  try {
    for await (const member of listZipMembers(path)) {
      if (!/\.x?html?$/.test(member.name)) continue;
      documents.push({ name: member.name, source: readZipMemberSync(file.fd, member) });
    }
  } catch (error) {
    // Deliberately broken packages are tested with the container.
    if (!(error instanceof ZipError)) throw error;
  } finally {
    await file.close();
  }
  return documents;
}

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

/** Replaces decimals in the comparison if the expectation states a precision. */
const PRECISION = 'by precision';

function asExpected(report: XbrlReport, hasPrecision: boolean): unknown[] {
  const inTuples = new Set<XbrlFact>((report.tuples ?? []).flatMap(factsOf));
  return [
    ...report.facts
      .filter(fact => fact.target === null && !inTuples.has(fact))
      .map(fact => factForm(fact, hasPrecision)),
    ...(report.tuples ?? []).map(tupleForm),
  ];
}

function factsOf(tuple: XbrlTuple): XbrlFact[] {
  return [...tuple.facts, ...tuple.tuples.flatMap(factsOf)];
}

function tupleForm(tuple: XbrlTuple): unknown {
  const members = [...tuple.facts.map(fact => factForm(fact, false)), ...tuple.tuples.map(tupleForm)];
  return { concept: `${tuple.prefix}:${tuple.localName}`, members: members.sort(byText) };
}

function factForm(fact: XbrlFact, hasPrecision: boolean): unknown {
  return {
    concept: `${fact.prefix}:${fact.localName}`,
    entity: [fact.entity.scheme, fact.entity.identifier],
    period: periodForm(fact),
    dimensions: Object.fromEntries(fact.dimensions.map(({ axis, member }) => [axis, member]).sort()),
    unit: fact.fraction === undefined ? fact.unit : null,
    decimals: hasPrecision ? PRECISION : fact.decimals === null ? null : String(fact.decimals),

    value: fact.isNumeric ? fact.value : fact.value && canonical(fact.value),
    fraction: fact.fraction === undefined ? null : [fact.fraction.numerator, fact.fraction.denominator],
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
  const value = fact.nil === true || fact.fraction !== undefined ? null : (fact.value ?? null);
  const isNumeric = fact.unit !== undefined || fact.fraction !== undefined;
  return {
    concept: fact.concept,
    entity: fact.entity,
    period: fact.period,
    dimensions: Object.fromEntries(Object.entries(fact.dimensions ?? {}).sort()),
    unit: fact.unit?.replace(/[A-Za-z0-9]+:/g, '') ?? null,
    decimals: fact.decimals ?? (fact.precision === undefined ? null : PRECISION),
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
