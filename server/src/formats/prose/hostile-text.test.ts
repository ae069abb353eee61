import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectLinearTime, processorMs } from '../../../test/processor-time.ts';
import { FrameTable } from './frames/frame-table.ts';
import { readLexicon } from './lexicon.ts';
import { readDocumentNames } from './names.ts';
import { splitSentences } from './sentences.ts';

const FRAMES = [
  { family: 'default', verbs: 'default file', nouns: 'default', roles: { agent: '?', on: 'debt?', sentence: '?' } },
];
const table = new FrameTable(FRAMES, readLexicon(join(import.meta.dirname, 'lexicon.tsv')));

function read(text: string): void {
  const names = readDocumentNames([text], ['Fictional Mills, Inc.']);
  for (const sentence of splitSentences(text)) table.read(sentence, { names, periodEnd: '2024-12-31' });
}

test.each([
  ['a paragraph without the end of a sentence', 'we default on notes and ', 100_000],
  ['sentences about other matters', 'The mill is old. ', 80_000],
  ['a paragraph of semicolons', 'notes; ', 250_000],
  ['empty list items', '• \n\n', 40_000],
  ['lead-ins within lead-ins', '(a) default if:\n\n', 1_000],
  ['opened parentheses and quotation marks', '(“the “Company” (', 20_000],
])('reads %s in time linear in the length', (_, piece, size) => {
  expectLinearTime(size, count => piece.repeat(count), read);
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
  read('We default on notes.');
  expect(processorMs(() => read(text))).toBeLessThan(500);
});
