import { expect, test } from 'vitest';
import { kindOfOwner, readingOrder } from './owner-names.ts';

test.each([
  ['SAMPLE ROBIN', 'Robin Sample'],
  ['Doe Jane Q.', 'Jane Q. Doe'],
  ["O'EXAMPLE PAT J", "Pat J O'Example"],
  ['MCSAMPLE ANN-MARIE', 'Ann-Marie McSample'],
  ['Doe John Q JR', 'John Q Doe JR'],
  // It is unknown which words are the surname.
  ['Sample Example Robin Lee', 'Sample Example Robin Lee'],
  ['van der Sample Robin', 'van der Sample Robin'],
  ['DE SAMPLE', 'DE SAMPLE'],
  ['Mononym', 'Mononym'],
])('turns %s into reading order only if one reading is possible', (filed, read) => {
  expect(readingOrder(filed, ['/s/ by power of attorney'])).toBe(read);
});

test.each([
  ['van der Sample Robin', '/s/ Robin van der Sample', 'Robin van der Sample'],
  ['Sample John Dennis', '/s/ Pat Lawyer, attorney-in-fact for John Dennis Sample', 'John Dennis Sample'],
  ['Sample John Dennis', '/s/ Pat Lawyer, by power of attorney', 'Sample John Dennis'],
  ['GARCIA LOPEZ MARIA', 'Maria Garcia Lopez', 'Maria Garcia Lopez'],
])('turns %s into the order of the signature %s', (filed, signature, read) => {
  expect(readingOrder(filed, [signature])).toBe(read);
});

test.each([
  ['Example Fixture Holdings, LLC', 'institution'],
  ['Sample Partners IV L.P.', 'institution'],
  ['Robin Sample 2012 Trust', 'institution'],
  ['SAMPLE & CO', 'institution'],
  ['Specimen Industries Co.', 'institution'],
  ['SAMPLE ROBIN', 'person'],
  ['Sa Maria', 'person'],
] as const)('treats %s as a %s', (name, kind) => {
  expect(kindOfOwner(name, false, false)).toBe(kind);
});

test('treats an incorporated owner as a company, regardless of the name', () => {
  expect(kindOfOwner('SAMPLEROCK', false, true)).toBe('institution');
});

test('treats officers as humans, regardless of the name', () => {
  expect(kindOfOwner('Bank Robin', true, false)).toBe('person');
});
