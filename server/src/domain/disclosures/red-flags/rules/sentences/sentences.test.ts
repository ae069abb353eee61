import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seedContents } from '../../../../../../test/seeds/sections.ts';
import type { FilingContents } from '../../../../filings/filings/model/filing-contents.ts';
import { findHits } from '../find-hits.ts';
import { FLAG_RULES } from '../flag-rules.ts';

/** Fictional sentences: the ways in which filings state each matter, and near misses. */
const BANK = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.tsv'))
  .sort()
  .flatMap(file =>
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => {
        const [rule = '', expected = '', place = '', text = ''] = line.split('\t');
        return { rule, expected, place, text };
      }),
  );

/** `8-K EX-99.1`, `20-F item_18`, `item_7` of a 10-K */
function contentsOf(place: string, text: string): FilingContents {
  const [, formType = '10-K', part = ''] = /^(?:(.+) )?(\S+)$/.exec(place) ?? [];
  const isExhibit = part.startsWith('EX-');
  return isExhibit
    ? { ...seedContents({}, formType), exhibits: [{ nativeType: part, fileName: 'ex.htm', text }] }
    : seedContents({ [part]: text }, formType);
}

/** What the rule makes of a text: `event`, `ended` for an event that is over, or `none`. */
function read(rule: string, place: string, text: string): string {
  const events = findHits(contentsOf(place, text)).filter(hit => hit.ruleId === rule && hit.judgement === 'event');
  if (events.length === 0) return 'none';
  return events.some(hit => hit.isOpen) ? 'event' : 'ended';
}

describe.each([...Map.groupBy(BANK, row => row.rule).entries()])('%s', (rule, rows) => {
  test('is a rule of text', () => {
    expect(Object.keys(FLAG_RULES)).toContain(rule);
  });

  test.each(rows)('reads $expected in $place: $text', ({ expected, place, text }) => {
    expect(read(rule, place, text)).toBe(expected);
  });
});
