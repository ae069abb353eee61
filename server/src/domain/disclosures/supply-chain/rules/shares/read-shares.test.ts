import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocumentNames } from '../../../../../formats/prose/names.ts';
import { splitSentences } from '../../../../../formats/prose/sentences.ts';
import { readKnownNames } from '../known-names.ts';
import { readCalendar } from '../periods.ts';
import { readShares } from './read-shares.ts';

const calendar = readCalendar('2024-12-31', 'annual', []);

/** Formats each share as `customer Brook Retail, Inc. 18 revenue 2024-12-31`. */
function read(text: string, marked: readonly string[] = []): string[] {
  const known = readKnownNames([text]);
  const names = readDocumentNames([text], ['Fictional Mills, Inc.']);
  const context = { calendar, names, known, marked: new Set(marked), texts: [text], own: new Set<string>() };
  return splitSentences(text)
    .flatMap(sentence => readShares(sentence, context))
    .map(statedShare => {
      const share = statedShare.pct ?? (statedShare.thresholdPct === null ? 'some' : `no ${statedShare.thresholdPct}`);
      const group = statedShare.groupSize === null ? '' : ` (${statedShare.groupSize})`;
      const narrowed = statedShare.narrowed === null ? '' : ` [${statedShare.narrowed}]`;
      const bound = statedShare.isAtLeast ? 'over ' : '';
      return `${statedShare.concentrationType} ${statedShare.label}${group} ${bound}${share} ${statedShare.of}${narrowed} ${statedShare.span.end}`;
    });
}

/** A sentence, and indented below it what it states; nothing for look-alikes. */
const EXAMPLES = readFileSync(new URL('./shares.examples.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map((example): [string, string[]] => {
    const [sentence = '', ...stated] = example.split('\n');
    return [sentence, stated.map(line => line.trim())];
  });

test.each(EXAMPLES)('reads the shares of "%s"', (sentence, stated) => {
  expect(read(sentence)).toEqual(stated);
});

test('accepts a name without a legal form if the filing states it in full or marks it as a customer elsewhere', () => {
  const sentence = 'In 2024, Brook accounted for 12% of revenues.';
  expect(read(sentence)).toEqual([]);
  expect(read(`We sell to Brook Retail, Inc. (“Brook”). ${sentence}`)).toEqual([
    'customer Brook Retail, Inc. 12 revenue 2024-12-31',
  ]);
  expect(read(sentence, ['brook'])).toEqual(['customer Brook 12 revenue 2024-12-31']);
});

test('resolves `these customers` to the only group of the sentence before', () => {
  const text =
    'We depend on our five largest customers. In 2024, sales to these customers were 22% of our net revenue.';
  expect(read(text)).toEqual(['customer five largest customers (5) 22 revenue 2024-12-31']);
});

test('reads hostile sentences in bounded time', () => {
  for (const piece of ['10% of revenue, ', 'Brook and ', 'no customer accounted for 10% ', '(10%) '])
    expect(read(`Sales to ${piece.repeat(2_000)} were 10% of our revenue.`)).toEqual([]);
});
