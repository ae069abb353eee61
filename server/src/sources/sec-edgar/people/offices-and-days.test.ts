import { expect, test } from 'vitest';
import { readPersonSentences } from './read-person-sentences.ts';

const CONTEXT = {
  names: { own: ['fictional works'], terms: new Map([['works', 'registrant'] as const]) },
  filingDate: '2024-03-15',
  eventDate: '2024-03-12',
  isCurrentReport: true,
};

/** `Jane Doe, director, Director, from 2024-04-01`: the relation and the office of a person, and when. */
function read(text: string): string[] {
  return readPersonSentences([text], CONTEXT).map(({ name, relation, roleTitle, sinceDate, untilDate }) =>
    [
      name,
      relation,
      roleTitle,
      untilDate !== null ? `until ${untilDate}` : sinceDate !== null ? `from ${sinceDate}` : 'held',
    ].join(', '),
  );
}

test.each([
  [
    'On March 12, 2024, John Low notified the Board of his decision not to stand for re-election at the 2024 annual meeting to be held on May 14, 2024. Mr. Low will continue to serve as a director until the annual meeting.',
    ['John Low, director, director, until 2024-05-14'],
  ],
  [
    'Effective on or about April 15, 2024, Jane Doe will step down as Executive Chairman.',
    ['Jane Doe, director, Executive Chairman, until 2024-04-15'],
  ],
  [
    'On March 11, 2024, Jane Doe informed the Company that she intends to resign as Treasurer on or before April 30, 2024.',
    ['Jane Doe, officer, Treasurer, until 2024-04-30'],
  ],
  ['Effective March 31, 2024, Mr. John Low retired as Secretary.', ['John Low, officer, Secretary, until 2024-03-31']],
  [
    'The Company announced the appointment of Jane Doe as President, North America, effective April 1, 2024 and the departure of Robin Roe, President, Europe, effective immediately.',
    [
      'Robin Roe, officer, President, Europe, until 2024-03-12',
      'Jane Doe, officer, President, North America, from 2024-04-01',
    ],
  ],
  [
    'Fictional Works today named Jane Doe chief executive officer.',
    ['Jane Doe, officer, chief executive officer, from 2024-03-12'],
  ],
])('reads the day of a change: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  [
    'On March 12, 2024, Robin Roe, President of Example Mills, Inc., was appointed to the Board of Directors of the Company.',
    ['Robin Roe, director, Director, from 2024-03-12'],
  ],
  [
    'On March 12, 2024, the Board appointed Jane Doe to fill the newly created directorship, effective immediately.',
    ['Jane Doe, director, Director, from 2024-03-12'],
  ],
  [
    'At the annual meeting held on March 12, 2024, the stockholders elected Jane Doe and Robin Roe as directors to serve until the 2027 annual meeting.',
    ['Jane Doe, director, Director, held', 'Robin Roe, director, Director, held'],
  ],
  [
    'On March 12, 2024, the Board elected Jane Doe as a non-executive director.',
    ['Jane Doe, director, non-executive director, from 2024-03-12'],
  ],
  ['Jane Doe has agreed to serve as a consultant until December 31, 2024 following her retirement as Treasurer.', []],
])('reads the office of a person: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  'Under the agreement, Example Mills, Inc. will be led by Ann Poe, its President.',
  'The Purchaser is controlled by Mr. Robin Roe, its sole director and officer.',
  'Mr. Robin Roe, who is the President of the Purchaser, signed the agreement.',
  'He is a licensed certified public accountant in New York, said Mr. Robin Roe.',
])('reads no office at another company: %s', text => {
  expect(read(text)).toEqual([]);
});
