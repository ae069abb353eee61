import { describe, expect, it } from 'vitest';
import { readPersonSentences } from './read-person-sentences.ts';

const CONTEXT = {
  names: {
    own: ['fictional works'],
    terms: new Map([['works', 'registrant'] as const, ['example', 'other'] as const]),
  },
  filingDate: '2024-03-15',
  eventDate: '2024-03-12',
  isCurrentReport: true,
};

/** `Jane Doe, Treasurer, from 2024-04-01`; each person and office once. */
function read(text: string, isCurrentReport = true): string[] {
  const people = readPersonSentences(text.split('\n\n'), { ...CONTEXT, isCurrentReport });
  const shown = people.map(({ name, roleTitle, sinceDate, untilDate }) =>
    [
      name,
      roleTitle,
      untilDate !== null ? `until ${untilDate}` : sinceDate !== null ? `from ${sinceDate}` : 'held',
    ].join(', '),
  );
  return [...new Set(shown)].sort();
}

/** How English says that somebody takes an office. */
const APPOINTMENTS: readonly [string, string[]][] = [
  [
    'On March 1, 2024, the Board appointed Jane Doe as Chief Financial Officer, effective April 1, 2024.',
    ['Jane Doe, Chief Financial Officer, from 2024-04-01'],
  ],
  [
    'On March 1, 2024, the Board of Directors of Fictional Works, Inc. (the “Company”) elected Jane Doe as a director.',
    ['Jane Doe, director, from 2024-03-01'],
  ],
  [
    'On March 1, 2024, Robin Roe was elected to the Board of Directors of the Company.',
    ['Robin Roe, Director, from 2024-03-01'],
  ],
  ['Effective March 4, 2024, Jane Doe was named President of the Company.', ['Jane Doe, President, from 2024-03-04']],
  [
    'On March 1, 2024, Jane Doe was promoted from Vice President, Sales to President, Sales and Marketing.',
    ['Jane Doe, President, Sales and Marketing, from 2024-03-01'],
  ],
  [
    'On March 1, 2024, the Board elected each of Jane Doe, Robin Roe and Ann K. Poe to the Board, effective immediately.',
    [
      'Ann K. Poe, Director, from 2024-03-01',
      'Jane Doe, Director, from 2024-03-01',
      'Robin Roe, Director, from 2024-03-01',
    ],
  ],
  [
    'The Board appointed Jane Doe and Robin Roe as President and Treasurer, respectively, effective as of April 2, 2024.',
    ['Jane Doe, President, from 2024-04-02', 'Robin Roe, Treasurer, from 2024-04-02'],
  ],
  [
    'The Board appointed Jane Doe as President and Robin Roe as Treasurer, each effective April 2, 2024.',
    ['Jane Doe, President, from 2024-04-02', 'Robin Roe, Treasurer, from 2024-04-02'],
  ],
  [
    'Jane Doe will become Chief Operating Officer on May 1, 2024.',
    ['Jane Doe, Chief Operating Officer, from 2024-05-01'],
  ],
  [
    'Jane Doe, age 52, joined the Company as General Counsel in February 2024.',
    ['Jane Doe, General Counsel, from 2024-02-29'],
  ],
  ['On March 11, 2024, Jane Doe joined the Board of Directors.', ['Jane Doe, Director, from 2024-03-11']],
  [
    'Jane Doe assumed the role of Chief Executive Officer on March 4, 2024.',
    ['Jane Doe, Chief Executive Officer, from 2024-03-04'],
  ],
  [
    'Jane Doe will assume the position of interim Chief Executive Officer effective April 1, 2024.',
    ['Jane Doe, interim Chief Executive Officer, from 2024-04-01'],
  ],
  [
    'The Board appointed Jane Doe to succeed Robin Roe as Chairman of the Board, effective April 1, 2024.',
    ['Jane Doe, Chairman of the Board, from 2024-04-01'],
  ],
  ['Jane Doe will succeed Robin Roe as President on April 1, 2024.', ['Jane Doe, President, from 2024-04-01']],
  [
    'The Company announced that Jane Doe has been named Chief Technology Officer, effective March 18, 2024.',
    ['Jane Doe, Chief Technology Officer, from 2024-03-18'],
  ],
  [
    'The Company today announced the appointment of Jane Doe as Controller, effective March 18, 2024.',
    ['Jane Doe, Controller, from 2024-03-18'],
  ],
  [
    'The Board approved the promotion of Jane Doe to Senior Vice President, effective March 18, 2024.',
    ['Jane Doe, Senior Vice President, from 2024-03-18'],
  ],
  [
    'The Board increased its size from seven to eight and appointed Jane Doe to the Board to fill the vacancy, effective March 18, 2024.',
    ['Jane Doe, Director, from 2024-03-18'],
  ],
  [
    'On March 1, 2024, the Company appointed Jane Doe, age 42, to the newly created position of Chief Accounting Officer.',
    ['Jane Doe, Chief Accounting Officer, from 2024-03-01'],
  ],
  [
    'The Board appointed Jane Doe as Treasurer. The appointment is effective April 1, 2024.',
    ['Jane Doe, Treasurer, from 2024-04-01'],
  ],
  [
    'On March 1, 2024, the Board appointed Jane Doe as Treasurer. Her appointment will take effect on April 1, 2024.',
    ['Jane Doe, Treasurer, from 2024-04-01'],
  ],
  [
    'Jane Doe has agreed to serve as Chief Operating Officer beginning April 1, 2024.',
    ['Jane Doe, Chief Operating Officer, from 2024-04-01'],
  ],
  ['Jane Doe has been hired as Vice President and Controller.', ['Jane Doe, Vice President and Controller, held']],
  [
    'In connection with the resignation, the Board designated Jane Doe as acting Chief Financial Officer on March 8, 2024.',
    ['Jane Doe, acting Chief Financial Officer, from 2024-03-08'],
  ],
  [
    'On March 1, 2024, the Board elected Messrs. John Doe and Paul Roe as directors of the Company.',
    ['John Doe, Director, from 2024-03-01', 'Paul Roe, Director, from 2024-03-01'],
  ],
  ['Jane Doe rejoined the Company as President effective March 4, 2024.', ['Jane Doe, President, from 2024-03-04']],
  [
    'Ms. Jane van der Mole was appointed Secretary of Fictional Works on March 4, 2024.',
    ['Jane van der Mole, Secretary, from 2024-03-04'],
  ],
  [
    'On 4 March 2024, Seán O’Doe-Roe, Jr. was appointed as a non-executive director.',
    ['Seán O’Doe-Roe, Jr., non-executive director, from 2024-03-04'],
  ],
  [
    'On March 1, 2024, the Board appointed Jane Doe as Treasurer.\n\nOn the same date, the Board appointed Robin Roe as Secretary.',
    ['Jane Doe, Treasurer, from 2024-03-01', 'Robin Roe, Secretary, from 2024-03-01'],
  ],
  ['Effective immediately, Jane Doe will serve as President.', ['Jane Doe, President, from 2024-03-12']],
  [
    'Jane Doe has been appointed President and a member of the Board of Directors of the Company, each effective April 1, 2024.',
    ['Jane Doe, Director, from 2024-04-01', 'Jane Doe, President, from 2024-04-01'],
  ],
  [
    'The Board appointed Robin Roe as interim Treasurer, effective April 1, 2024, in addition to her current duties as Vice President, Sales.',
    ['Robin Roe, interim Treasurer, from 2024-04-01'],
  ],
];

/** How English says that somebody leaves an office. */
const DEPARTURES: readonly [string, string[]][] = [
  [
    'On March 8, 2024, Jane Doe resigned from the Board of Directors, effective immediately.',
    ['Jane Doe, Director, until 2024-03-08'],
  ],
  [
    'On March 8, 2024, Jane Doe, Executive Vice President and General Manager, Healthcare, of Fictional Works, Inc. (the “Company”), notified the Company of her decision to step down from her position effective March 21, 2024.',
    ['Jane Doe, Executive Vice President and General Manager, Healthcare, until 2024-03-21'],
  ],
  [
    'Jane Doe, the Company’s Treasurer, and the Company have agreed upon a mutual separation. Ms. Doe will leave her position effective March 28, 2024.',
    ['Jane Doe, Treasurer, until 2024-03-28'],
  ],
  [
    'On March 8, 2024, Jane Doe, a member of the Board of Directors (the “Board”) of the Company, notified the Company of her decision to resign from the Board effective immediately.',
    ['Jane Doe, Director, until 2024-03-08'],
  ],
  ['Jane Doe will retire from her position as President on June 30, 2024.', ['Jane Doe, President, until 2024-06-30']],
  [
    'Ann Poe and Pat Low notified the Company that they will retire from the Board, effective May 1, 2024.',
    ['Ann Poe, Director, until 2024-05-01', 'Pat Low, Director, until 2024-05-01'],
  ],
  [
    'On March 11, 2024, Jane Doe announced that she will step down on June 1, 2024 (the “Separation Date”) from her position as Treasurer.',
    ['Jane Doe, Treasurer, until 2024-06-01'],
  ],
  [
    'Jane Doe ceased to be an executive officer of the Company effective March 1, 2024.',
    ['Jane Doe, executive officer, until 2024-03-01'],
  ],
  [
    'Jane Doe will cease to serve as Treasurer, effective April 1, 2024, under circumstances the Audit Committee of the Board of Directors determined to be without cause.',
    ['Jane Doe, Treasurer, until 2024-04-01'],
  ],
  [
    'Jane Doe ceased to serve as Chief Financial Officer effective March 1, 2024.',
    ['Jane Doe, Chief Financial Officer, until 2024-03-01'],
  ],
  ['Jane Doe has resigned as Treasurer, effective March 1, 2024.', ['Jane Doe, Treasurer, until 2024-03-01']],
  [
    'Jane Doe informed the Company that she would retire as Treasurer at the end of 2024.',
    ['Jane Doe, Treasurer, until 2024-12-31'],
  ],
  ['The resignation of Jane Doe from the Board was effective March 1, 2024.', ['Jane Doe, Director, until 2024-03-01']],
  [
    'Ms. Jane Doe’s resignation as a director became effective on March 1, 2024.',
    ['Jane Doe, director, until 2024-03-01'],
  ],
  ['Jane Doe, our Treasurer, passed away on March 2, 2024.', ['Jane Doe, Treasurer, until 2024-03-02']],
  ['Robin Roe, a director of the Company, died on March 2, 2024.', ['Robin Roe, director, until 2024-03-02']],
  [
    'The Company terminated the employment of Robin Roe, its President, effective March 2, 2024.',
    ['Robin Roe, President, until 2024-03-02'],
  ],
  ['On March 2, 2024, Robin Roe was removed as President.', ['Robin Roe, President, until 2024-03-02']],
  [
    'Robin Roe’s employment as Chief Operating Officer was terminated on March 2, 2024.',
    ['Robin Roe, Chief Operating Officer, until 2024-03-02'],
  ],
  [
    'On March 2, 2024, the Board accepted the resignation of Robin Roe as President.',
    ['Robin Roe, President, until 2024-03-02'],
  ],
  [
    'On March 2, 2024, Robin Roe tendered his resignation as a director of the Company.',
    ['Robin Roe, director, until 2024-03-02'],
  ],
  ['Robin Roe relinquished the title of President on March 2, 2024.', ['Robin Roe, President, until 2024-03-02']],
  ['Robin Roe is stepping down as President, effective March 31, 2024.', ['Robin Roe, President, until 2024-03-31']],
  [
    'Robin Roe is retiring as President and as a director, as of December 31, 2024.',
    ['Robin Roe, President, until 2024-12-31', 'Robin Roe, director, until 2024-12-31'],
  ],
  [
    'Robin Roe, President, has retired. His last day with the Company was March 1, 2024.',
    ['Robin Roe, President, until 2024-03-01'],
  ],
  ['Robin Roe will continue to serve as President until May 1, 2024.', ['Robin Roe, President, until 2024-05-01']],
  ['In February 2024, Robin Roe resigned as director of the Company.', ['Robin Roe, director, until 2024-02-29']],
  [
    'Each of Ann Poe, Pat Low and Kim Ray resigned from the Board effective upon the closing on March 4, 2024.',
    [
      'Ann Poe, Director, until 2024-03-04',
      'Kim Ray, Director, until 2024-03-04',
      'Pat Low, Director, until 2024-03-04',
    ],
  ],
  ['Robin Roe has resigned as Secretary.', ['Robin Roe, Secretary, until 2024-03-15']],
  [
    'Robin Roe, who has served as Treasurer since 2010, will retire on June 30, 2024.',
    ['Robin Roe, Treasurer, until 2024-06-30'],
  ],
  [
    'Mr. Robin Roe departed from his role as Chief Marketing Officer on March 1, 2024.',
    ['Robin Roe, Chief Marketing Officer, until 2024-03-01'],
  ],
  ['Robin Roe’s service as Treasurer ended on March 1, 2024.', ['Robin Roe, Treasurer, until 2024-03-01']],
];

/** Changes of several persons or offices in one sentence or in several. */
const CHANGES: readonly [string, string[]][] = [
  [
    'Jane Doe will step down as President and Robin Roe will become President, effective July 1, 2024.',
    ['Jane Doe, President, until 2024-07-01', 'Robin Roe, President, from 2024-07-01'],
  ],
  [
    'Jane Doe will retire from the role of Chief Executive Officer and become Executive Chairman of the Board of Directors, effective July 1, 2024.',
    [
      'Jane Doe, Chief Executive Officer, until 2024-07-01',
      'Jane Doe, Executive Chairman of the Board of Directors, from 2024-07-01',
    ],
  ],
  [
    'On March 1, 2024, Jane Doe resigned as Treasurer. On March 4, 2024, the Board appointed Robin Roe as her successor as Treasurer.',
    ['Jane Doe, Treasurer, until 2024-03-01', 'Robin Roe, Treasurer, from 2024-03-04'],
  ],
  [
    'In connection with the resignation of Jane Doe as President, the Board appointed Robin Roe as President effective March 4, 2024.',
    ['Jane Doe, President, until 2024-03-15', 'Robin Roe, President, from 2024-03-04'],
  ],
  [
    'On March 1, 2024, Jane Doe, Chief Financial Officer of the Company, gave notice of her resignation. Her resignation is effective March 29, 2024.',
    ['Jane Doe, Chief Financial Officer, until 2024-03-29'],
  ],
  [
    'On March 12, 2024, Jane Doe, Treasurer, gave notice that she will retire on June 30, 2024. On the same day the board appointed Robin Roe, age 45, as Treasurer with effect from the date of that retirement.',
    ['Jane Doe, Treasurer, until 2024-06-30', 'Robin Roe, Treasurer, from 2024-06-30'],
  ],
  [
    'Jane Doe was appointed President, effective April 1, 2024. Ms. Doe was also appointed to the Board of Directors, effective April 2, 2024.',
    ['Jane Doe, Director, from 2024-04-02', 'Jane Doe, President, from 2024-04-01'],
  ],
];

/** How English says that somebody is in office. */
const IN_OFFICE: readonly [string, string[]][] = [
  ['“We grow,” said Jane Doe, chair and CEO, Fictional Works.', ['Jane Doe, chair and CEO, held']],
  [
    'Robin Roe, the Company’s Senior Vice President and Treasurer, will speak.',
    ['Robin Roe, Senior Vice President and Treasurer, held'],
  ],
  ['Our General Counsel, Ann K. Poe, will speak.', ['Ann K. Poe, General Counsel, held']],
  [
    'The unit is headed by Vice President and General Manager Don Poe.',
    ['Don Poe, Vice President and General Manager, held'],
  ],
  ['Jane Doe has been our Treasurer since May 2020.', ['Jane Doe, Treasurer, from 2020-05-31']],
  ['Jane Doe is our President. She has served in this position since 2019.', ['Jane Doe, President, from 2019-12-31']],
  ['Jane Doe serves as Chief Executive Officer of Fictional Works.', ['Jane Doe, Chief Executive Officer, held']],
  ['Jane Doe will continue to serve as Chief Executive Officer.', ['Jane Doe, Chief Executive Officer, held']],
  [
    'Kim Low, Advisor to the CEO, will serve as Interim Treasurer until a successor is appointed.',
    ['Kim Low, Interim Treasurer, held'],
  ],
  [
    'Jane Doe is President, Chief Executive Officer and a director of the Company.',
    ['Jane Doe, President, Chief Executive Officer and a director, held'],
  ],
  [
    'Jane Doe has been a director of Fictional Works since 2019 and Treasurer since May 2020.',
    ['Jane Doe, Treasurer, from 2020-05-31', 'Jane Doe, director, from 2019-12-31'],
  ],
  ['Jane Doe will remain the Company’s Principal Financial Officer.', ['Jane Doe, Principal Financial Officer, held']],
  [
    'Under the Agreement, Jane Doe will serve as the Senior Executive Vice President, Chief Human Resources Officer of the Company.',
    ['Jane Doe, Senior Executive Vice President, Chief Human Resources Officer, held'],
  ],
  [
    'The Company amended its agreement with Robin Roe, Chief Legal Officer, to extend the term.',
    ['Robin Roe, Chief Legal Officer, held'],
  ],
  [
    'A letter from Paul Poe, Chairman and Chief Executive Officer of Fictional Works, is attached.',
    ['Paul Poe, Chairman and Chief Executive Officer, held'],
  ],
];

/** Near misses of changes and offices. */
const LOOK_ALIKES: readonly [string, string[]][] = [
  ['On March 1, 2024, Jane Doe notified the Company of her intention to retire as President.', []],
  ['If Jane Doe resigns as Treasurer for good reason on or before May 1, 2024, she will receive a bonus.', []],
  ['In the event that Ms. Jane Doe’s employment is terminated by the Company without cause, she receives a bonus.', []],
  ['Jane Doe previously served as Treasurer of Example Mills, Inc. until June 1, 2019.', []],
  ['There are no arrangements or understandings pursuant to which Jane Doe was appointed as Treasurer.', []],
  ['Pat Low, President of Example Mills, Inc., will speak.', []],
  ['Pat Low, our former President, will speak.', []],
  ['Pat Low was President of Example Mills from 1999 to 2004.', []],
  ['Pat Low has served on the board of directors of Example Mills, Inc. since 2019.', []],
  ['The Board appointed Fictional Auditors LLP as its auditor on March 1, 2024.', []],
  ['Pat Low is a director of Example Mills and has been an officer of several public companies.', []],
  ['Each director hereby appoints Jane Doe and Robin Roe as attorneys-in-fact to sign as a director.', []],
  ['Prior to amendment, the agreement had provided that Jane Doe would resign as Treasurer on May 1, 2024.', []],
  ['With Jane Doe’s retirement, the Board consists of seven independent directors on May 1, 2024.', []],
  ['The Board may remove an officer at any time.', []],
  ['On March 1, 2024, the Board appointed Jane Doe to the Audit Committee.', []],
  ['On March 1, 2024, Jane Doe resigned from the Compensation Committee.', []],
  ['The Company and Jane Doe terminated the Consulting Agreement on March 1, 2024.', []],
  ['Jane Doe left the meeting on March 1, 2024.', []],
  ['Certain Transactions, and Director Independence', []],
  ['Fictional Works joined the index on March 1, 2024.', []],
  ['Jane Doe has not resigned as Treasurer.', []],
  ['Jane Doe will be appointed President upon the closing of the merger.', []],
  ['Jane Doe, the President of Example Mills, Inc., was appointed as escrow agent on March 1, 2024.', []],
  ['Robin Roe will retire at the annual meeting.', []],
  ['Robin Roe had been elected President of Example Mills in 1998.', []],
  ['New York City and Salt Lake were elected as sites on March 1, 2024.', []],
  ['Prior to joining the Company, Jane Doe was Chief Financial Officer at Example Mills.', []],
  ['Jane Doe began her career at Example Mills, where she was appointed Controller in 2023.', []],
];

describe.each([
  ['appointments', APPOINTMENTS],
  ['departures', DEPARTURES],
  ['several changes', CHANGES],
  ['people in office', IN_OFFICE],
  ['look-alikes', LOOK_ALIKES],
])('%s', (_, cases) => {
  it.each(cases)('%s', (text, expected) => {
    expect(read(text)).toEqual(expected.toSorted());
  });
});

describe('pronouns in quotations', () => {
  const departure = 'On March 12, 2024, Jane Doe resigned as Treasurer of the Company.';
  const chair = 'Robin Roe, our Chairman, leads the search.';
  const gone = ['Jane Doe, Treasurer, until 2024-03-12'];
  it.each([
    [`${chair} “He has left the Company on March 8, 2024,” said Robin Roe, Chairman.`, []],
    [`${chair} "He has left the Company on March 8, 2024," said Mr. Roe.`, []],
    [`${chair} Mr. Roe said: “We wish her well. She has left the Company on March 8, 2024.”`, []],
    [`${chair} “He has left the Company on March 8, 2024,” Mr. Roe said.`, []],
    [`${departure} “She has left the Company,” said Robin Roe, Chairman.`, gone],
    [`${departure}\n\n${chair} “She leaves the Company on March 12, 2024,” said Mr. Roe.`, gone],
  ])('do not mean who speaks: %s', (text, expected) => {
    expect(read(text).filter(change => !change.startsWith('Robin Roe, Chairman, held'))).toEqual(expected);
  });

  it('mean who was named before; behind the quotation they mean who speaks', () => {
    expect(read(`${chair} “The search ends,” said Mr. Roe. He will retire as Chairman on May 1, 2024.`)).toEqual([
      'Robin Roe, Chairman, until 2024-05-01',
    ]);
  });
});

describe('large stakes', () => {
  const stakes = (text: string) =>
    readPersonSentences([text], CONTEXT)
      .filter(sentence => sentence.relation === 'major_shareholder')
      .map(sentence => `${sentence.name}, ${sentence.ownershipPct}, ${sentence.asOf}`);
  it.each([
    ['Mr. John Doe now beneficially owns 75.0% of the voting securities of the Company.', ['John Doe, 75, 2024-03-15']],
    [
      'As of December 31, 2023, Mr. John Doe beneficially owned approximately 33.5% of the combined voting power of our stock.',
      ['John Doe, 33.5, 2023-12-31'],
    ],
    ['The affiliates of Mr. John Doe own 33.5% of our outstanding common stock.', []],
    ['Mr. John Doe may be deemed to own 75.0% of the voting securities of the Company.', []],
    ['Mr. John Doe owns 50% of Example Mills, Inc.', []],
    ['Mr. John Doe holds 0.5% of our outstanding common stock.', []],
  ])('%s', (text, expected) => {
    expect(stakes(text)).toEqual(expected);
  });
});

it('takes the issuer’s name before an office for its owner, but no other name', () => {
  expect(read('“We grew,” said Jane Doe, Fictional Works chairman and chief executive officer.')).toEqual([
    'Jane Doe, chairman and chief executive officer, held',
  ]);
  expect(read('“We grew,” said Jane Doe, Oak Mills chairman and chief executive officer.')).toEqual([]);
});
