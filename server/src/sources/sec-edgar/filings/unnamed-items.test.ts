import { expect, test } from 'vitest';
import { withItemsFromText } from './open-filing.ts';
import { readSubmission } from './read-submission.ts';

/** The header of Apple's 8-K of 2004-07-14 has two items and names one: its text has 12 and 7. */
function read(items: readonly string[]) {
  const lines = [
    '<SEC-HEADER>0009999999-04-000007.hdr.sgml : 20040714',
    'ACCESSION NUMBER: 0009999999-04-000007',
    'CONFORMED SUBMISSION TYPE: 8-K',
    ...items.map(item => `ITEM INFORMATION: ${item}`),
    'FILED AS OF DATE: 20040714',
    '</SEC-HEADER>',
  ];
  const { filing, header } = readSubmission(Buffer.from(lines.join('\n')), 'https://example.com/x.hdr.sgml');
  if (filing === null || header === null) throw new Error('no filing');
  return { filing, header };
}

test('adds as many items as the header counts, and results of operations make it an earnings release', () => {
  const { filing, header } = read(['', 'Financial statements and exhibits']);
  expect(filing).toMatchObject({ itemCodes: ['7'], category: 'material_event' });
  expect(withItemsFromText(filing, header, ['7', '12'])).toMatchObject({
    itemCodes: ['7', '12'],
    category: 'earnings_release',
    categoryGroup: 'periodic',
  });
});

test('adds no items if the text has more or fewer than the header leaves unnamed', () => {
  const { filing, header } = read(['']);
  expect(withItemsFromText(filing, header, ['5', '7'])).toBe(filing);
  expect(withItemsFromText(filing, header, [])).toBe(filing);
  const named = read(['Other events']);
  expect(withItemsFromText(named.filing, named.header, ['5', '7'])).toBe(named.filing);
});
