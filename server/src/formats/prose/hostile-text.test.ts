import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FrameTable } from './frames/frame-table.ts';
import { readLexicon } from './lexicon.ts';
import { readDocumentNames } from './names.ts';
import { splitSentences } from './sentences.ts';

const FRAMES = [
  { family: 'default', verbs: 'default file', nouns: 'default', roles: { agent: '?', on: 'debt?', sentence: '?' } },
];
const table = new FrameTable(FRAMES, readLexicon(join(import.meta.dirname, 'lexicon.tsv')));
const LIMIT_MS = 4_000;

/** Milliseconds to read a text. */
function timeOf(text: string): number {
  const started = performance.now();
  const names = readDocumentNames([text], ['Fictional Mills, Inc.']);
  for (const sentence of splitSentences(text)) table.read(sentence, { names, periodEnd: '2024-12-31' });
  return performance.now() - started;
}

test.each([
  ['a paragraph of 10 MB without the end of a sentence', 'we default on notes and '.repeat(420_000)],
  ['10 MB of sentences about other matters', 'The mill is old. '.repeat(600_000)],
  ['a paragraph of 10 MB of semicolons', 'notes; '.repeat(1_400_000)],
  ['200,000 empty list items', '• \n\n'.repeat(200_000)],
  ['lead-ins within lead-ins', '(a) default if:\n\n'.repeat(2_000)],
  ['opened parentheses and quotation marks', '(“the “Company” ('.repeat(20_000)],
])('reads %s in bounded time', (_, text) => {
  expect(timeOf(text)).toBeLessThan(LIMIT_MS);
});

test.each([
  ['prepositions', 'of the default '.repeat(90)],
  ['relative clauses', 'which that who defaulted '.repeat(55)],
  ['coordinators', 'default and or but '.repeat(75)],
  ['commas', 'default, '.repeat(150)],
  ['parentheses', '(default'.repeat(170)],
  ['verbs', 'to have been to be filed '.repeat(55)],
])('parses a sentence of 1,400 characters of %s in bounded time', (_, words) => {
  const text = `We default ${words}.`.slice(0, 1_450);
  timeOf('We default on notes.');
  expect(timeOf(text)).toBeLessThan(500);
});
