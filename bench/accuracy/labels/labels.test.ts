import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { halfOf, proseHalfOf } from './half.ts';
import { labelledFiling, sectionedFiling } from './labels.ts';
import { plainText, readPlainText } from './plain-text.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data/us');
const SECTIONS = 'sections.jsonl';
const FILES = globSync('*.jsonl', { cwd: import.meta.dirname, exclude: [SECTIONS] }).sort();

const NOTATIONS = new Set([
  'ticker',
  'exchange_prefix',
  'suffix_dot',
  'suffix_space',
  'cashtag',
  'share_class',
  'name_full',
  'name_short',
  'name_former',
  'initials',
  'house_name',
  'misspelt',
  'transliterated',
  'native_script',
  'isin_lei_cik',
]);
const SCRIPTS = new Set([
  'latin',
  'latin_accented',
  'digits',
  'fullwidth',
  'kana',
  'kana_halfwidth',
  'hangul',
  'han_japanese',
  'han_traditional',
  'han_simplified',
]);

function linesOf(file: string): string[] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .replace(/\n$/, '')
    .split('\n');
}

function digestOf(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 12);
}

test('decodes character references, and replaces tags, comments and runs of white space by one space', () => {
  expect(plainText('<p>A&amp;B&nbsp; <b>rose</b><!-- no\n<i> --> 5 < 6</p>\n')).toBe('A&B rose 5 < 6');
});

test('assigns a company to one half, with or without leading zeros', () => {
  expect(halfOf('0000320193')).toBe(halfOf('320193'));
  const locked = Array.from({ length: 1_000 }, (_, cik) => halfOf(String(cik))).filter(half => half === 'locked');
  expect(locked.length).toBeGreaterThan(400);
  expect(locked.length).toBeLessThan(600);
  const lockedProse = Array.from({ length: 1_000 }, (_, cik) => proseHalfOf(String(cik))).filter(
    half => half === 'locked',
  );
  expect(lockedProse.length).toBeGreaterThan(180);
  expect(lockedProse.length).toBeLessThan(320);
});

test('every line of a label file has the documented form', () => {
  const faults = FILES.flatMap(file =>
    linesOf(file)
      .filter(line => !labelledFiling.safeParse(JSON.parse(line)).success)
      .map(line => `${file}: ${line.slice(0, 100)}`),
  );
  expect(faults).toEqual([]);
});

test('every line of sections.jsonl has the documented form', () => {
  const faults: string[] = [];
  for (const line of linesOf(SECTIONS)) {
    const parsed = sectionedFiling.safeParse(JSON.parse(line));
    if (!parsed.success) faults.push(line.slice(0, 100));
    for (const { part, item, status, target, first, last } of parsed.data?.sections ?? []) {
      const name = `${parsed.data?.file} ${part}.${item}`;
      if ((first === undefined) !== (last === undefined) || (first && last && first.start > last.start)) {
        faults.push(`${name}: first and last`);
      }
      if (status === 'by_reference' && target === undefined) faults.push(`${name}: target`);
      if ((status === 'text' || status === 'not_applicable') && first === undefined) faults.push(`${name}: no text`);
    }
  }
  expect(faults).toEqual([]);
});

test('every query for a company has the documented form, its half and one expected issuer', () => {
  const [head, ...rows] = linesOf('company-queries.tsv').map(line => line.split('\t'));
  expect(head).toEqual(['query', 'expected', 'also', 'notation', 'script', 'half', 'note']);
  const faults: string[] = [];
  const issuers = new Map<string, string>();
  const queries = new Set<string>();
  for (const [query = '', expected = '', also = '', notation = '', script = '', half = '', ...notes] of rows) {
    if (notes.length !== 1 || !NOTATIONS.has(notation) || !SCRIPTS.has(script)) faults.push(`form: ${query}`);
    if (queries.has(query)) faults.push(`twice: ${query}`);
    queries.add(query);
    if (half !== halfOf(expected)) faults.push(`half: ${query}`);
    for (const id of [expected, ...also.split(' ').filter(Boolean)]) {
      if (!/^(?:au|br|cn|fr|hk|in|jp|kr|tw|us|uk|cvm|lei):\S+$/.test(id)) faults.push(`id: ${id}`);
      if ((issuers.get(id) ?? expected) !== expected) faults.push(`two issuers: ${id}`);
      issuers.set(id, expected);
    }
  }
  expect(faults).toEqual([]);
});

describe.skipIf(!existsSync(DATA))('labels on ../shared/data/us (skipped without it)', () => {
  test('every label is at the stated position', () => {
    const moved: string[] = [];
    for (const line of FILES.flatMap(linesOf)) {
      const { file, labels } = labelledFiling.parse(JSON.parse(line));
      const text = readPlainText(join(DATA, file));
      for (const { start, end, digest } of labels) {
        if (digestOf(text.slice(start, end)) !== digest) moved.push(`${basename(file)} at ${start}`);
      }
    }
    for (const line of linesOf(SECTIONS)) {
      const { file, sections } = sectionedFiling.parse(JSON.parse(line));
      const text = readPlainText(join(DATA, file));
      for (const place of sections.flatMap(({ first, last }) => [first, last])) {
        if (place && digestOf(text.slice(place.start, place.end)) !== place.digest)
          moved.push(`${file} at ${place.start}`);
      }
    }
    expect(moved).toEqual([]);
  });
});
