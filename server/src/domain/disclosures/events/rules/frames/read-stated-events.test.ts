import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../../../../test/processor-time.ts';
import type { FilingContents, FilingSection } from '../../../../filings/filings/model/filing-contents.ts';
import { readStatedEvents } from './read-stated-events.ts';

/** A fictional report of Fern Pumps, Inc. for 2024 with one section. */
function report(text: string, formType = '10-K', filingDate = '2025-02-20'): FilingContents {
  const filing = { formType, filingDate, periodEnd: '2024-12-31', itemCodes: [] };
  const section = { sectionKey: 'item_8', status: 'found', text } as unknown as FilingSection;
  return {
    nativeId: 'x',
    filing: filing as unknown as FilingContents['filing'],
    filers: [{ canonicalKey: 'cik:910001', companyName: 'FERN PUMPS INC', role: 'filer' }],
    files: [],
    text: { status: 'found', reason: null, sections: [section] },
    report: null,
    earningsRelease: null,
  };
}

const shown = (text: string, formType?: string, filingDate?: string) =>
  readStatedEvents(report(text, formType, filingDate)).map(
    ({ kind, variant, eventDate, subject }) => `${kind} ${variant} ${eventDate} ${subject}`,
  );

/** Fictional sentences of a current report, each with the events that it states: `kind variant day @ party`. */
const SENTENCES = readFileSync(new URL('./stated-sentences.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t') as [string, string]);

function statedIn(sentence: string): string {
  const contents = report(sentence, '8-K', '2024-06-10');
  const shownEvents = readStatedEvents(contents).map(({ kind, variant, eventDate, subject }) =>
    [kind, variant ?? '', eventDate ?? 'undated', ...(subject ? ['@', subject] : [])].filter(part => part).join(' '),
  );
  return shownEvents.join(' + ') || 'none';
}

describe('readStatedEvents', () => {
  it.each(SENTENCES)('reads %s: %s', (events, sentence) => {
    expect(statedIn(sentence)).toBe(events);
  });

  it.each([
    [
      'In May 2024, Moss Valves, Inc. filed a patent infringement lawsuit against the Company in Delaware.',
      'litigation filed 2024-05-01 Moss Valves, Inc.',
    ],
    [
      'On June 3, 2024, a putative class action against the Company, Doe v. Fern Pumps, Inc., was filed in Ohio.',
      'litigation filed 2024-06-03 Doe',
    ],
    [
      'In May 2024, a putative class action captioned Doe v. Fern Pumps, Inc., et al. was filed in Ohio.',
      'litigation filed 2024-05-01 Doe',
    ],
    [
      'There are approximately 65 other patent infringement cases pending against the Company.',
      'litigation filed null ',
    ],
    [
      'In May 2024, 12 putative class action lawsuits were filed in the United States District Court for Ohio.',
      'litigation filed 2024-05-01 ',
    ],
    [
      'In May 2024, the court granted the motion for summary judgment on the remaining claims.',
      'litigation judgment 2024-05-01 ',
    ],
    [
      'The Company is cooperating with an investigation by the SEC into its revenue recognition practices.',
      'regulatory_action announced null SEC',
    ],
    [
      'In July 2024, the Company received a subpoena from the Federal Trade Commission.',
      'regulatory_action announced 2024-07-01 Federal Trade Commission',
    ],
    [
      'On April 27, 2024, we completed the acquisition of Moss Valves, Inc. for $20 million.',
      'acquisition_or_disposal completed 2024-04-27 Moss Valves, Inc.',
    ],
    [
      'In September 2024, we entered into an agreement with Moss Valves, Inc. to sell our valve business.',
      'acquisition_or_disposal announced 2024-09-01 Moss Valves, Inc.',
    ],
    [
      'In January 2025, our Board of Directors authorized an additional $50 million of share repurchases.',
      'buyback increased 2025-01-01 ',
    ],
    [
      'In March 2024, we announced a restructuring plan that affects about 300 employees.',
      'restructuring layoffs 2024-03-01 ',
    ],
    [
      'On March 10, 2024, we entered into an Agreement and Plan of Merger with Moss Valves Ltd.',
      'acquisition_or_disposal announced 2024-03-10 Moss Valves Ltd.',
    ],
    [
      'In May 2024, the Company received a letter from the Environmental Protection Agency.',
      'regulatory_action announced 2024-05-01 Environmental Protection Agency',
    ],
    [
      'In June 2024, the Federal Trade Commission closed its investigation of the Company.',
      'regulatory_action closed 2024-06-01 Federal Trade Commission',
    ],
    [
      'The Company recorded an impairment charge of $12.5 million in the fourth quarter of 2024.',
      'restructuring impairment 2024-10-01 ',
    ],
  ])('reads an event in any section of an annual report: %s', (text, expected) => {
    expect(shown(text)).toEqual([expected]);
  });

  it.each([
    ['In May 2019, Moss Valves, Inc. filed a lawsuit against the Company. The lawsuit was dismissed in 2021.', 'over'],
    ['In May 2019, we acquired Moss Valves, Inc.', 'of an earlier period'],
    ['In May 2024, Moss Valves, Inc. filed a lawsuit against Oak Fittings Corp.', 'a case of others'],
    ['In March 2024 the Commission opened antitrust proceedings against Moss Valves, Inc.', 'of somebody else'],
    ['If Moss Valves, Inc. files a lawsuit against us in 2025, our results could suffer.', 'a condition'],
    ['The Company has not acquired Moss Valves, Inc. in 2024.', 'negated'],
    ['In 2024, the Company withheld 20,000 shares of its stock for $3 million to pay taxes on vesting.', 'pay'],
    ['In 2024, Moss Capital repurchased 20,000 of its own shares for $3 million.', 'shares of somebody else'],
    ['In June 2024, plaintiffs filed a second amended complaint against the Company.', 'a step of a pending case'],
    ['In June 2024, the U.S. Tax Court issued a ruling in Oak v. Commissioner.', 'a case of others'],
    ['As of December 31, 2024, we were authorized to repurchase shares for up to $5 million.', 'a state'],
    ['In 2024, the Company recorded an impairment of investments of $5 million.', 'a change of value'],
    ['In 2024, we finalized the purchase accounting for Moss Valves, Inc.', 'bookkeeping'],
    ['In 2024, the compensation committee granted awards to officers.', 'no ruling'],
    [
      'For the year ended December 31, 2023, the Company recorded an impairment of goodwill of $5 million.',
      'the year before',
    ],
  ])('publishes nothing for %s (%s)', text => {
    expect(shown(text)).toEqual([]);
  });

  it.each([
    'In 2024, the Company purchased treasury shares for $3 million.',
    'During the year ended December 31, 2024, we repurchased 205,509 shares of our common stock at an average price of $8.46.',
    'We returned $80 million to shareholders in 2024, including $35 million of share repurchases.',
  ])('publishes purchases of own shares as a buyback without variant: %s', text => {
    expect(readStatedEvents(report(text))).toMatchObject([{ kind: 'buyback', variant: null }]);
  });

  it.each([
    ['Repurchases of common stock | (60,009) | (82,700)', 1],
    ['Purchase of treasury stock | (235,265) |  | (2,476,723)', 1],
    ['Share repurchases | $ | (760) | (751)', 1],
    ['Repurchases of common stock | — | (82,700)', 0],
    ['Repurchases of common stock for employee taxes | (60,009) | (82,700)', 0],
    ['Purchases of property | (60,009) | (82,700)', 0],
  ])('reads the purchases of a cash flow statement: %s', (row, count) => {
    expect(readStatedEvents(report(`Cash flows\n\n${row}`))).toHaveLength(count);
  });

  it('states the purchases of a filing once', () => {
    const text =
      'In 2024, we repurchased 5.0 million shares for $383 million. In December 2024, we repurchased 1.5 million shares for $127 million.';
    expect(readStatedEvents(report(text))).toHaveLength(1);
  });

  it('publishes a case under the bankruptcy code a year after it began', () => {
    const text = 'On July 18, 2023, our subsidiary Moss Valves, Inc. filed for protection under Chapter 7.';
    expect(shown(text)).toEqual(['bankruptcy ch7 2023-07-18 ']);
    expect(shown(text.replace('2023', '2019'))).toEqual([]);
  });

  it.each([
    ['During the quarter, the Company sold its mill for $5 million.', ['acquisition_or_disposal completed null ']],
    [
      'Subsequent to year end, the Company acquired Moss Valves, Inc.',
      ['acquisition_or_disposal completed null Moss Valves, Inc.'],
    ],
    ['During the same quarter last year, the Company sold its mill for $5 million.', []],
    ['During the year, the Company sold pumps for $5 million.', []],
  ])('takes the period of a report that the words name without a year: %s', (text, events) => {
    expect(shown(text)).toEqual(events);
  });

  it('counts the quarter of results that a current report states', () => {
    const text = 'The Company recorded a restructuring charge of $4.2 million in the first quarter of 2024.';
    expect(shown(text, '8-K', '2024-05-02')).toEqual(['restructuring exit_plan 2024-01-01 ']);
    expect(shown(text, '8-K', '2024-08-02')).toEqual([]);
  });

  it('reads what a company does that the document calls a subsidiary', () => {
    const text =
      'Moss Valves, Inc. ("Moss"), a wholly owned subsidiary of the Company, makes valves. On May 2, 2024, Jane Doe sued Moss.';
    expect(shown(text)).toEqual(['litigation filed 2024-05-02 Jane Doe']);
  });

  it('publishes a suit of an earlier period among the cases of a report until a sentence behind it says how it ended', () => {
    const suit = 'In May 2019, Moss Valves, Inc. filed a lawsuit against the Company.';
    expect(shown(`${suit} Trial is set for 2026.`)).toEqual(['litigation filed 2019-05-01 Moss Valves, Inc.']);
    expect(shown(`${suit} In May 2024, the Company settled the lawsuit.`)).toEqual([
      'litigation settled 2024-05-01 Moss Valves, Inc.',
    ]);
  });

  it('takes party and side of a ruling from the case that the sentences before describe', () => {
    const text =
      'In March 2021, Moss Valves, Inc. sued the Company in Delaware. In May 2024, the court granted summary judgment.';
    expect(readStatedEvents(report(text))).toMatchObject([
      { variant: 'filed', eventDate: '2021-03-01' },
      { variant: 'judgment', subject: 'Moss Valves, Inc.', fields: { side: 'defendant' }, datePrecision: 'month' },
    ]);
  });

  it('takes the party of a deal from the sentences before', () => {
    const text =
      'On January 8, 2024, we agreed to sell our valve business to Moss Valves, Inc. for $20 million.\n\nThe transaction closed on April 27, 2024.';
    expect(shown(text)).toEqual(['acquisition_or_disposal completed 2024-04-27 Moss Valves, Inc.']);
    expect(shown('The transaction closed on April 27, 2024.')).toEqual([]);
  });

  it('states the settlement of a suit that a regulator brought as the end of a regulatory action', () => {
    const text =
      'In May 2022, the Company was named as a defendant in a civil action brought by the Securities and Exchange Commission. In December 2024, the Company settled the civil action.';
    expect(shown(text)).toEqual(['regulatory_action settled 2024-12-01 Securities and Exchange Commission']);
  });

  it('states a deal that several sections describe once, with the exact day and all evidence', () => {
    const text =
      'In April 2024, we completed the acquisition of Moss Valves, Inc.\n\nOn April 27, 2024, we acquired all outstanding shares of Moss Valves, Inc.';
    const [event, ...others] = readStatedEvents(report(text));
    expect(others).toEqual([]);
    expect(event).toMatchObject({ eventDate: '2024-04-27', fields: { dealSide: 'bought' } });
    expect(event?.evidence).toHaveLength(2);
  });

  it('takes the owner of what was acquired as the other party', () => {
    expect(shown('During 2024, the Company acquired the business of Elm’s Vaccine Program.')).toEqual([
      'acquisition_or_disposal completed 2024-01-01 Elm',
    ]);
  });

  it('takes an item of a release without a subject for the filer', () => {
    const exhibit = {
      nativeType: 'EX-99.1',
      fileName: 'x.htm',
      text: 'Completed the sale of the unit to Moss Valves, Inc.',
    };
    const contents = { ...report('See exhibit 99.1.', '8-K'), exhibits: [exhibit] };
    expect(readStatedEvents(contents)).toMatchObject([
      { subject: 'Moss Valves, Inc.', fields: { dealSide: 'sold' }, evidence: [{ sectionKey: null }] },
    ]);
  });

  it.each([
    ['Fern Pumps Completes Acquisition of Moss Valves, Inc.', 'acquisition_or_disposal completed Moss Valves, Inc.'],
    ['Fern Pumps to Acquire Moss Valves for $1.2 Billion', 'acquisition_or_disposal announced Moss Valves'],
    ['Fern Pumps to Close Dayton Plant', 'restructuring exit_plan '],
    ['Fern Pumps Announces Workforce Reduction', 'restructuring layoffs '],
    ['Fern Pumps Files for Chapter 11 Protection', 'bankruptcy ch11 '],
    ['Fern Pumps Announces $100 Million Share Repurchase Program', 'buyback authorised '],
    ['Fern Pumps Prices $40 Million Public Offering of Common Stock', 'equity_offering public '],
    ['FERN PUMPS COMPLETES SALE OF BUSINESS TO MOSS VALVES', 'acquisition_or_disposal completed Moss Valves'],
    [
      'Fern Pumps Announces Definitive Agreement to Acquire Moss Valves, Inc.',
      'acquisition_or_disposal announced Moss Valves, Inc.',
    ],
  ])('reads the headline of a release and quotes it as written: %s', (headline, expected) => {
    const exhibit = { nativeType: 'EX-99.1', fileName: 'x.htm', text: `${headline}\n\nFern Pumps makes pumps.` };
    const [event] = readStatedEvents({ ...report('See exhibit 99.1.', '8-K'), exhibits: [exhibit] });
    expect(`${event?.kind} ${event?.variant} ${event?.subject}`).toBe(expected);
    expect(event?.evidence?.[0]?.quote).toBe(headline);
  });

  it('reads the text after the place and day of a release, and dates "today" by that day', () => {
    const text = 'OSLO, June 3, 2024 /Wire/ -- Fern Pumps, Inc. announced today that it has acquired Moss Valves, Inc.';
    const exhibit = { nativeType: 'EX-99.1', fileName: 'x.htm', text };
    const contents = { ...report('See exhibit 99.1.', '8-K', '2024-06-10'), exhibits: [exhibit] };
    expect(readStatedEvents(contents)).toMatchObject([{ eventDate: '2024-06-03', subject: 'Moss Valves, Inc.' }]);
  });

  it('leaves out recitals of a current report: events of an earlier month', () => {
    expect(shown('On May 3, 2024, we completed the acquisition of Moss Valves, Inc.', '8-K')).toEqual([]);
  });

  it('reads a text without sentence ends in time linear in the length', () => {
    for (const piece of ['the court granted the motion and ', 'A v. B, ', '(“A” ']) {
      expectLinearTime(50_000, count => report(`${piece.repeat(count)} filed`), readStatedEvents);
    }
  });

  it('counts quarters of fiscal years that end with the reported period', () => {
    const text =
      'The fiscal 2024 year was good. In the fourth quarter of fiscal year 2023, we recorded a $6 million impairment of goodwill. In the first quarter of fiscal 2024, we recorded a $9 million impairment of goodwill.';
    const contents = report(text, '10-K', '2024-08-20');
    const filing = { ...contents.filing, periodEnd: '2024-06-30' } as FilingContents['filing'];
    expect(readStatedEvents({ ...contents, filing }).map(({ fields }) => fields)).toEqual([
      { amount: 9_000_000, currency: 'USD' },
    ]);
  });

  it('starts a year of weeks on the day after the end of the year before', () => {
    const text =
      'On February 3, 2023, we sold our valve business to Example Corp. On February 6, 2023, we sold our pump business to Moss Valves, Inc. The balances are of February 2, 2024 and February 3, 2023.';
    const contents = report(text, '10-K', '2024-03-25');
    const filing = { ...contents.filing, periodEnd: '2024-02-02' } as FilingContents['filing'];
    expect(readStatedEvents({ ...contents, filing }).map(({ eventDate }) => eventDate)).toEqual(['2023-02-06']);
  });
});
