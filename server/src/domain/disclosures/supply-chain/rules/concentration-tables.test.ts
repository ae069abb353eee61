import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTableShares } from './concentration-tables.ts';
import { readCalendar } from './periods.ts';

const calendar = readCalendar('2024-12-31', 'annual', []);

function read(text: string): string[] {
  return readTableShares(text, calendar).map(({ share }) => {
    const group = share.groupSize === null ? '' : ` (${share.groupSize})`;
    const narrowed = share.narrowed === null ? '' : ` [${share.narrowed}]`;
    return `${share.concentrationType} ${share.label}${group} ${share.pct} ${share.of}${narrowed} ${share.span.end}`;
  });
}

/** A table, and below `=` what it states; nothing for look-alikes. */
const EXAMPLES = readFileSync(new URL('./tables.examples.txt', import.meta.url), 'utf8')
  .split('\n---\n')
  .map((example): [string, string[]] => {
    const [table = '', stated = ''] = example.split('\n=\n');
    return [table, stated.split('\n').filter(line => line !== '')];
  });

test.each(EXAMPLES)('reads the table %#: %s', (table, stated) => {
  expect(read(table)).toEqual(stated);
});

test('returns the place of the row', () => {
  const text = 'Customers above 10% of sales:\n\n | 2024\nBrook, Inc. | 15%';
  const [row] = readTableShares(text, calendar);
  expect(text.slice(row?.start, row?.end)).toBe('Brook, Inc. | 15%');
});
