import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocumentNames } from '../../../../../formats/prose/names.ts';
import { splitSentences } from '../../../../../formats/prose/sentences.ts';
import { readKnownNames } from '../known-names.ts';
import { readRelations } from './read-relations.ts';

/** `supplier Brook Inc.`; a group without a name is in brackets. */
function read(text: string): string[] {
  const names = readDocumentNames([text], ['Fictional Mills, Inc.']);
  const context = {
    names,
    known: readKnownNames([text]),
    marked: new Set<string>(),
    texts: [text],
    own: new Set<string>(),
  };
  return splitSentences(text)
    .flatMap(sentence => readRelations(sentence, context))
    .map(({ role, name, label }) => `${role} ${name ?? `(${label})`}`);
}

/** A sentence, and indented below it what it states; nothing for look-alikes. */
const EXAMPLES = readFileSync(new URL('./relations.examples.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map((example): [string, string[]] => {
    const [sentence = '', ...stated] = example.split('\n');
    return [sentence, stated.map(line => line.trim())];
  });

test.each(EXAMPLES)('reads the relations of "%s"', (sentence, stated) => {
  expect(read(sentence)).toEqual(stated);
});

test('accepts a short name that the filing defines in full', () => {
  expect(read('Brook Mills Corporation (“Brook”) has a contract. Our lenses are manufactured by Brook.')).toEqual([
    'supplier Brook Mills Corporation',
  ]);
});

test('takes capitalised words that the text also writes in lower case for no name', () => {
  const text = 'We depend on our supplier Flour Systems.';
  expect(read(text)).toEqual(['supplier Flour Systems']);
  expect(read(`${text} Our flour systems are old.`)).toEqual([]);
});

test('reads a very long sentence in bounded time', () => {
  expect(read(`We buy from ${'a single sole limited number of '.repeat(20_000)}suppliers.`)).toEqual([]);
});
