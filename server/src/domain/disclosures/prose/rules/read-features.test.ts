import { expect, test } from 'vitest';
import { readStatedDates } from '../../../../formats/prose/stated-dates.ts';
import { judge } from './judge.ts';
import { type FilingContext, readFeatures } from './read-features.ts';

const filingContext: FilingContext = { periodEnd: '2024-12-31', ownNames: ['Fictional Mills Inc'] };

function featuresOf(sentence: string, trigger: RegExp) {
  const found = trigger.exec(sentence);
  if (found === null) throw new Error(`${trigger} is not in: ${sentence}`);
  return readFeatures(sentence, { start: found.index, end: found.index + found[0].length }, filingContext);
}

const ELSEWHERE = { isHome: false, isCautionary: false };
const AMONG_RISKS = { isHome: false, isCautionary: true };

test.each([
  ['On May 2, 2024, we received a subpoena from the SEC.', /subpoena/, ELSEWHERE, 'event'],
  ['We may be subject to subpoenas and inquiries of the SEC.', /subpoenas/, AMONG_RISKS, 'boilerplate'],
  [
    'Such matters may include, but not be limited to, claims or investigations related to $2 million of warranties.',
    /investigations/,
    { isHome: true, isCautionary: false },
    'unclear',
  ],
  ['If we breach a covenant, the lenders could demand payment of $40 million.', /breach/, ELSEWHERE, 'boilerplate'],
  ['At June 30, 2024 we were not in compliance with the leverage covenant.', /not in compliance/, ELSEWHERE, 'event'],
  ['A default under the indenture could force us into liquidation.', /default/, AMONG_RISKS, 'boilerplate'],
  ['There can be no assurance that we will not default on the notes.', /default/, AMONG_RISKS, 'boilerplate'],
  [
    'We were sued in two class actions, which could result in substantial costs of $3 million.',
    /sued/,
    AMONG_RISKS,
    'event',
  ],
  [
    'Beyond Yarn Corp., a supplier of ours, filed for bankruptcy on May 2, 2024.',
    /filed for bankruptcy/,
    ELSEWHERE,
    'unclear',
  ],
  ['Our insider trading policy prohibits directors from pledging shares.', /pledging/, ELSEWHERE, 'boilerplate'],
  ['Management concluded that there were no material weaknesses.', /material weaknesses/, ELSEWHERE, 'boilerplate'],
] as const)('judges "%s"', (sentence, trigger, context, judgement) => {
  expect(judge(featuresOf(sentence, trigger), context).judgement).toBe(judgement);
});

test('counts a prior-period matter less unless it continues', () => {
  const over = featuresOf('In 2019 we restated our figures.', /restated/);
  expect(over).toMatchObject({ isPriorPeriod: true, hasCurrentDate: false, isAsserted: true });
  expect(judge(over, ELSEWHERE).counted).toEqual(['asserted', 'priorPeriod']);
  const continuing = featuresOf('The complaint filed in 2019 remains pending.', /complaint/);
  expect(judge(continuing, ELSEWHERE).counted).not.toContain('priorPeriod');
});

test('marks a remediated matter as resolved, but not an expected remediation', () => {
  expect(featuresOf('The material weakness was remediated in 2024.', /material weakness/).isResolved).toBe(true);
  expect(featuresOf('The material weakness has not been remediated.', /material weakness/).isResolved).toBe(false);
  expect(featuresOf('We expect the weakness will be remediated.', /weakness/).isResolved).toBe(false);
});

test('reads written dates and skips numbers that only look like years', () => {
  expect(readStatedDates('On 3 May 2023, in June 2024 and the second quarter of 2024; fiscal 2022')).toEqual([
    { first: '2023-05-03', last: '2023-05-03', start: 3, end: 13 },
    { first: '2024-06-01', last: '2024-06-30', start: 18, end: 27 },
    { first: '2024-04-01', last: '2024-06-30', start: 36, end: 58 },
    { first: '2022-01-01', last: '2022-12-31', start: 67, end: 71 },
  ]);
  expect(
    readStatedDates('the Reform Act of 1995, Case No. 2019, $2024 and the 2014 Credit Facility, February 31, 2024'),
  ).toEqual([]);
});

test('reads long repetitive sentences without backtracking', () => {
  for (const piece of ['(', ', which ', 'may, ', 'The Company and ', 'A ', '2024, ']) {
    expect(readFeatures(piece.repeat(300), { start: 10, end: 12 }, filingContext).dates).toBeInstanceOf(Array);
  }
});
