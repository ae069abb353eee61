import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocumentNames } from '../../../../formats/prose/names.ts';
import { readKnownNamesLazily } from './known-names.ts';
import { readListedParties } from './listed-parties.ts';

function read(text: string) {
  return readListedParties(text, {
    names: readDocumentNames([text], ['Fictional Mills Inc.']),
    known: readKnownNamesLazily([text]),
    marked: new Set(),
    texts: [text],
    own: new Set(),
  });
}

/** A list or a table, and below `=` whom it names; nobody for look-alikes. */
const EXAMPLES = readFileSync(new URL('./lists.examples.txt', import.meta.url), 'utf8')
  .split('\n---\n')
  .map((example): [string, string[]] => {
    const [text = '', stated = ''] = example.split('\n=\n');
    return [text.trim(), stated.split('\n').filter(line => line !== '')];
  });

test.each(EXAMPLES)('reads the names in %#: %s', (text, stated) => {
  expect(read(text).map(({ relation: { role, name } }) => `${role} ${name}`)).toEqual(stated);
});

test('returns the place of an item without its bullet', () => {
  const text = 'Our customers include:\n\n• Brook Mills, Inc.';
  const [item] = read(text);
  expect(text.slice(item?.start, item?.end)).toBe('Brook Mills, Inc.');
});
