import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seedSection } from '../../../../../../test/seeds/sections.ts';
import type { FilingContents } from '../../../../filings/filings/model/filing-contents.ts';
import { findHits } from '../find-hits.ts';
import { FLAG_RULES } from '../flag-rules.ts';

/** Fictional sentences: the ways in which filings state each matter, and what looks alike and is none. */
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
  return {
    nativeId: '0000900101-25-000001',
    filing: {
      nativeId: '0000900101-25-000001',
      registry: 'sec-edgar',
      formType,
      category: 'other',
      categoryGroup: 'other',
      filingDate: '2025-02-20',
      acceptedAt: null,
      knownAt: '2025-02-20T21:00:00Z',
      periodEnd: '2024-12-31',
      title: null,
      language: 'en',
      itemCodes: [],
      isAmendment: false,
      amends: null,
      primaryDocument: 'main.htm',
      url: 'https://registry.example/1',
      hasXbrl: false,
    },
    filers: [{ canonicalKey: 'cik:900101', companyName: 'Fictional Mills, Inc.', role: 'filer' }],
    files: [],
    text: {
      status: 'found',
      reason: null,
      sections: isExhibit ? [] : [seedSection({ sectionKey: part, text })],
    },
    report: null,
    earningsRelease: null,
    ...(isExhibit ? { exhibits: [{ nativeType: part, fileName: 'ex.htm', text }] } : {}),
  };
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
