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
    ['John Low, director, Director, until 2024-05-14'],
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
  [
    'Robin Roe resigned as Treasurer on March 11, 2024. The Board appointed Jane Doe to that office on the same date.',
    ['Robin Roe, officer, Treasurer, until 2024-03-11', 'Jane Doe, officer, Treasurer, from 2024-03-11'],
  ],
  [
    'On March 12, 2024, the Board appointed Jane Doe as Treasurer. Ms. Doe’s start date will be April 15, 2024.',
    ['Jane Doe, officer, Treasurer, from 2024-04-15'],
  ],
  [
    'Jane Doe was named Treasurer and Robin Roe was named Secretary. The changes are effective April 1, 2024.',
    ['Jane Doe, officer, Treasurer, from 2024-04-01', 'Robin Roe, officer, Secretary, from 2024-04-01'],
  ],
  [
    'On April 1, 2024 (the “Transition Date”), Jane Doe will become Treasurer. Robin Roe will resign as Treasurer effective as of the Transition Date.',
    ['Robin Roe, officer, Treasurer, until 2024-04-01', 'Jane Doe, officer, Treasurer, from 2024-04-01'],
  ],
  [
    'Following the retirement of Robin Roe on March 31, 2024, Jane Doe will assume the role of Treasurer.',
    ['Jane Doe, officer, Treasurer, from 2024-03-31'],
  ],
  [
    'Jane Doe will serve as Vice President until April 1, 2024. Effective April 1, 2024, she will become Vice President and Treasurer.',
    ['Jane Doe, officer, Vice President and Treasurer, from 2024-04-01'],
  ],
  ['Jane Doe will begin serving as Treasurer on April 1, 2024.', ['Jane Doe, officer, Treasurer, from 2024-04-01']],
  [
    'As of March 1, 2024, Robin Roe is no longer employed by the Company as Treasurer.',
    ['Robin Roe, officer, Treasurer, until 2024-03-01'],
  ],
  [
    'Robin Roe, our Treasurer, will be leaving the Company on April 30, 2024.',
    ['Robin Roe, officer, Treasurer, until 2024-04-30'],
  ],
  [
    'Robin Roe’s employment as Treasurer terminated on March 1, 2024.',
    ['Robin Roe, officer, Treasurer, until 2024-03-01'],
  ],
  [
    'Robin Roe, a member of our Board since 2001, passed away on March 9, 2024.',
    ['Robin Roe, director, Director, until 2024-03-09'],
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
  [
    'The Board increased its size to nine and elected Jane Doe to fill the vacancy, effective March 12, 2024.',
    ['Jane Doe, director, Director, from 2024-03-12'],
  ],
  [
    'The Board of Directors of Fictional Works has elected Jane Doe a director of the Company effective March 12, 2024.',
    ['Jane Doe, director, director, from 2024-03-12'],
  ],
  [
    'On March 12, 2024, Jane Doe was appointed Chairman of the Board and President of Fictional Works, Inc.',
    [
      'Jane Doe, officer, Chairman of the Board and President, from 2024-03-12',
      'Jane Doe, director, Chairman of the Board and President, from 2024-03-12',
    ],
  ],
  [
    'On March 12, 2024, Jane Doe was named Vice President of the Company and Chief Information Officer.',
    ['Jane Doe, officer, Vice President and Chief Information Officer, from 2024-03-12'],
  ],
  ['Jane Doe accepted the resignation of her assistant on March 12, 2024.', []],
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
