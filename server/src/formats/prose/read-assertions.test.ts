import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FrameTable } from './frames/frame-table.ts';
import type { Assertion, Frame } from './frames.ts';
import { readLexicon } from './lexicon.ts';
import { readDocumentNames } from './names.ts';
import { splitSentences } from './sentences.ts';

const FRAMES = [
  {
    family: 'acquisition',
    verbs: 'acquire purchase buy',
    roles: { agent: '?', patient: 'other|registrant|subsidiary' },
  },
  { family: 'acquisition', nouns: 'acquisition purchase', roles: { agent: '?', patient: 'other' } },
  { family: 'default', verbs: 'default', roles: { agent: '', on: 'debt' } },
  { family: 'default', nouns: 'default event_of_default', roles: { agent: '?', under: 'debt' } },
  { family: 'controls', adjectives: 'ineffective', roles: { agent: '' } },
] as const satisfies Frame[];

const table = new FrameTable<(typeof FRAMES)[number]['family']>(
  FRAMES,
  readLexicon(join(import.meta.dirname, 'lexicon.tsv')),
);

test('reads what a noun concerns, and an adjective behind a noun', () => {
  const frames = [
    { family: 'charge', verbs: 'record', roles: { agent: 'registrant', patient: '', concerns: 'debt' } },
    { family: 'pending', adjectives: 'pending', roles: { agent: '', against: 'registrant' } },
  ] as const satisfies Frame[];
  const own = new FrameTable<string>(frames, readLexicon(join(import.meta.dirname, 'lexicon.tsv')));
  const found = (text: string) =>
    splitSentences(text).flatMap(sentence =>
      own.read(sentence, { names: readDocumentNames([text], ['Fictional Mills, Inc.']), periodEnd: null }),
    );
  expect(found('We recorded a charge of $5 million related to the repayment of notes.')[0]?.family).toBe('charge');
  expect(found('We recorded a charge of $5 million related to the sale of a mill.')).toEqual([]);
  expect(found('There are 65 other cases pending in Ohio against us.')[0]).toMatchObject({
    family: 'pending',
    status: 'asserted',
  });
});

test('reads initials that a document often uses as the name of its registrant', () => {
  const text = 'General Motors Company sells cars. '.concat('GM sells cars in Ohio. '.repeat(5), 'XY sells cars.');
  const { terms } = readDocumentNames([text], ['General Motors Company']);
  expect([terms.get('gm'), terms.get('xy')]).toEqual(['registrant', undefined]);
});

function read(text: string, periodEnd: string | null = null): Assertion[] {
  const names = readDocumentNames([text], ['Fictional Mills, Inc.']);
  return splitSentences(text).flatMap(sentence => table.read(sentence, { names, periodEnd }));
}

/** `family status agent>patient` of each assertion. */
function shown(text: string, periodEnd: string | null = null): string[] {
  return read(text, periodEnd).map(
    ({ family, status, of, roles }) => `${family} ${status} ${of}>${roles.patient?.text ?? ''}`,
  );
}

test.each([
  ['In May 2014, we acquired Newco LLC for $20 million.', ['acquisition asserted registrant>Newco LLC']],
  ['Newco LLC was acquired by the Company in May 2014.', ['acquisition asserted registrant>Newco LLC']],
  ['On June 1, Fictional Mills, Inc. completed the acquisition of Newco.', ['acquisition asserted registrant>Newco']],
  ['Fictional Mills, which does business in Ohio, purchased Newco.', ['acquisition asserted registrant>Newco']],
  ['The Company entered into an agreement to acquire Newco.', ['acquisition planned registrant>Newco']],
  ['We acquired Newco LLC in the year ended June 30, 2014.', ['acquisition asserted registrant>Newco LLC']],
  ['We have not acquired Newco.', ['acquisition negated registrant>Newco']],
  ['We may acquire Newco.', ['acquisition hypothetical registrant>Newco']],
  ['We may in the near future acquire Newco.', ['acquisition hypothetical registrant>Newco']],
  ['If Example Capital acquires Newco, we would be sold.', ['acquisition hypothetical other>Newco']],
  ['A subsidiary of Example Capital acquired Newco.', ['acquisition asserted unknown>Newco']],
  ['Oldco LLC, a wholly-owned subsidiary of the Company, acquired Newco.', ['acquisition asserted subsidiary>Newco']],
  ['Our subsidiary, Oldco LLC, acquired Newco.', ['acquisition asserted subsidiary>Newco']],
  ['Fictional Mills today acquired Newco.', ['acquisition asserted registrant>Newco']],
  [
    'Newco, whose sales for the year ended June 30, 2014 were $2 million, was acquired by us.',
    ['acquisition asserted registrant>Newco'],
  ],
  ['On July 18, 2012, we acquired Hammer, Inc. for cash.', ['acquisition asserted registrant>Hammer, Inc.']],
  ['In 2023 Example Corp. acquired Newco.', ['acquisition asserted other>Newco']],
  [
    'A suit captioned Doe v. Example Corp., et al. was filed, and we acquired Newco.',
    ['acquisition asserted registrant>Newco'],
  ],
  ['In 2024 we acquired: Newco LLC, a mill; and Oldco LLC.', ['acquisition asserted registrant>Newco LLC']],
  ['The Food and Drug Administration acquired Newco.', ['acquisition asserted other>Newco']],
])('reads subject, object and status in any form of the verb: %s', (text, expected) => {
  expect(shown(text)).toEqual(expected);
});

test.each([
  ['We defaulted on our notes and were sued.', ['default asserted registrant>']],
  ['No event of default has occurred under the credit agreement.', ['default negated unknown>']],
  ['We never defaulted on our notes.', ['default negated registrant>']],
  ['We have never defaulted on our notes.', ['default negated registrant>']],
  ['Any default under the indenture would accelerate our debt.', ['default hypothetical unknown>']],
  ['If we default on our loans, the lenders may accelerate them.', ['default hypothetical registrant>']],
  ['The default under the loan was waived in June 2015.', ['default resolved unknown>']],
  ['There is a risk of default under the loan.', ['default hypothetical unknown>']],
  ['We cannot assure you that we will not default on our notes.', ['default hypothetical registrant>']],
  ['We are in breach, and if we default on our notes, we may close.', ['default hypothetical registrant>']],
  ['We defaulted on our notes, and if we fail again, we may close.', ['default asserted registrant>']],
  ['The default under the loan has not been waived.', ['default asserted unknown>']],
  ['We obtained a waiver of the default under the loan.', ['default resolved unknown>']],
  ['Our default under the loan was waived.', ['default resolved registrant>']],
  ['We defaulted on our notes, but the holders waived the default.', ['default resolved registrant>']],
])('distinguishes asserted, negated, hypothetical and resolved statements: %s', (text, expected) => {
  expect(shown(text)).toEqual(expected);
});

test('takes and for a part of the name of a public body', () => {
  const [assertion] = read('The Securities and Exchange Commission acquired Newco.');
  expect(assertion?.roles.agent?.text).toBe('The Securities and Exchange Commission');
});

test('joins a singular verb to the last singular subject, over a plural one between', () => {
  const [assertion] = read('The supplier says that its partners failed and acquires Newco.');
  expect(assertion?.roles.agent?.text).toBe('The supplier');
});

test('marks what happened at least two years before the end of the period as prior', () => {
  expect(shown('We acquired Newco in May 2011.', '2014-12-31')).toEqual(['acquisition prior registrant>Newco']);
  expect(shown('We acquired Newco in May 2014.', '2014-12-31')).toEqual(['acquisition asserted registrant>Newco']);
});

test('reads adjectives that a verb joins to their subject, and the status of the clause that governs', () => {
  expect(shown('Management concluded that our controls were ineffective.')).toEqual(['controls asserted registrant>']);
  expect(shown('There is a risk that our controls become ineffective.')).toEqual(['controls hypothetical registrant>']);
  expect(shown('The plaintiff alleges that our controls were ineffective.')).toEqual([
    'controls hypothetical registrant>',
  ]);
});

test('returns the offsets of trigger and roles in the quote of the sentence', () => {
  const text = 'Some words first. In May 2014, the  Company\nacquired Newco LLC.';
  const [assertion] = read(text);
  expect(assertion).toBeDefined();
  if (assertion === undefined) return;
  const { sentence, trigger, roles } = assertion;
  expect(text.slice(sentence.start + trigger.start, sentence.start + trigger.end)).toBe('acquired');
  expect(text.slice(sentence.start + (roles.patient?.start ?? 0), sentence.start + (roles.patient?.end ?? 0))).toBe(
    'Newco LLC',
  );
});
