import { expect, it } from 'vitest';
import { seedContents } from '../../../../../test/seeds/sections.ts';
import { withProposedEvents } from './proposed-events.ts';
import { readEvents } from './read-events.ts';

const SUIT =
  'On November 14, 2024, Acme Corp. lodged a complaint against the Company in the District Court of Delaware.';
const PROPOSAL = { subject: 'event', kind: 'litigation', variant: 'filed', word: 'lodged', quote: SUIT };

/** The events of an annual report with a text, if a model proposes this about it. */
function eventsWith(text: string, ...values: unknown[]) {
  const contents = seedContents({ item_3: `We own a mill. ${text} It is old.` });
  const proposals = values.map(value => ({ reader: 'model:example' as const, value }));
  return withProposedEvents(readEvents(contents, 'sec-edgar', []) ?? [], contents, proposals);
}

it('accepts an event that the frames of its kind read in the sentence, with the fields that they read', () => {
  expect(eventsWith(SUIT)).toEqual([]);
  expect(eventsWith(SUIT, PROPOSAL)).toMatchObject([
    {
      ...{ kind: 'litigation', variant: 'filed', eventDate: '2024-11-14', subject: 'acme' },
      readBy: ['model:example'],
      evidence: [{ sectionKey: 'item_3', quote: SUIT, charStart: 15, charEnd: 15 + SUIT.length }],
    },
  ]);
});

it('takes an event whose day and party the model states as the sentence does', () => {
  const proposal = { ...PROPOSAL, event_date: '2024-11-14', counterparty: 'Acme Corp.' };
  expect(eventsWith(SUIT, proposal)).toHaveLength(1);
});

it.each([
  ['another day than the sentence states', SUIT, { event_date: '2024-11-15' }],
  ['another party than the sentence states', SUIT, { counterparty: 'Umbrella Ltd.' }],
  ['a variant that the word does not mean', SUIT.replace('lodged', 'filed'), { word: 'filed', variant: 'judgment' }],
  ['a variant of another kind', SUIT, { variant: 'ch11' }],
  ['another kind', SUIT, { kind: 'bankruptcy', variant: 'ch11' }],
  ['an unknown kind', SUIT, { kind: 'eclipse' }],
  ['an invalid day', SUIT, { event_date: 'last week' }],
  ['fields of other types', SUIT, { counterparty: ['Acme Corp.'] }],
  ['a quote that the filing lacks', SUIT, { quote: SUIT.replace('Acme', 'Umbrella') }],
  ['a denied statement', SUIT.replace('lodged', 'never lodged'), {}],
  ['a condition', `If ${SUIT.replace('lodged', 'lodges').replace(/\.$/, ', we would answer.')}`, { word: 'lodges' }],
])('rejects %s', (_kind, text, wrong) => {
  expect(eventsWith(text, { ...PROPOSAL, quote: text, ...wrong })).toEqual(eventsWith(text));
});

it('adds the model to the readers of an event that the rules read, and changes nothing else of it', () => {
  const quote = SUIT.replace('lodged', 'filed');
  const [ruled] = eventsWith(quote);
  expect(ruled).toMatchObject({ kind: 'litigation', variant: 'filed' });
  expect(eventsWith(quote, { ...PROPOSAL, word: 'filed', quote })).toEqual([
    { ...ruled, readBy: ['rules', 'model:example'] },
  ]);
});

it('merges two proposals of one event', () => {
  const again = { ...PROPOSAL, variant: null };
  expect(eventsWith(SUIT, PROPOSAL, again)).toMatchObject([{ readBy: ['model:example'] }]);
});
