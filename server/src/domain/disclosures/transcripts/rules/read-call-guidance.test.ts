import { expect, test } from 'vitest';
import type { Speaker, SpokenTurn } from '../model.ts';
import { readCallGuidance } from './read-call-guidance.ts';

const SENTENCE = 'We lowered our full-year 2024 revenue outlook to $1.2 billion to $1.25 billion.';
const speaker = (name: string, role: Speaker['role']): Speaker => ({ speaker: name, role, jobTitle: null, firm: null });
const SPEAKERS = [speaker('Operator', 'operator'), speaker('A. Novel', 'executive'), speaker('D. Fable', 'analyst')];
const said = (name: string | null, text: string): SpokenTurn => ({ speaker: name, session: null, text });
const UNDATED = { fiscalYear: null, fiscalPeriod: null };
const read = (speakers: Speaker[], turns: SpokenTurn[]) => readCallGuidance({ ...UNDATED, speakers, turns });

test('reads guidance from executives but not from analysts or the operator', () => {
  const turns = [
    said('Operator', SENTENCE),
    said('A. Novel', `Thank you. ${SENTENCE}`),
    said('D. Fable', `So you said: ${SENTENCE}`),
  ];
  const stated = read(SPEAKERS, turns);
  expect(stated).toMatchObject([{ turn: 1, metric: 'revenue', direction: 'lowered', newLow: 1_200_000_000 }]);
  const [first] = stated;
  expect(turns[1]?.text.slice(first?.charStart, first?.charEnd)).toBe(SENTENCE);
});

test('reads guidance from turns without a speaker and from speakers of unknown role', () => {
  expect(read([], [said(null, SENTENCE)])).toMatchObject([{ turn: 0 }]);
  expect(read([speaker('spk03', 'other')], [said('spk03', SENTENCE)])).toMatchObject([{ turn: 0 }]);
});

test('keeps at most forty statements', () => {
  const turns = Array.from({ length: 60 }, () => said('A. Novel', SENTENCE));
  expect(read(SPEAKERS, turns)).toHaveLength(40);
});

test('reads quarters and years without a number by the period of the call', () => {
  const turns = [
    said(
      'A. Novel',
      'For the full year, we expect revenue of $1.2 billion. We expect a tax rate of 24% in the fourth quarter.',
    ),
  ];
  const call = { speakers: SPEAKERS, turns, fiscalYear: 2025, fiscalPeriod: 'q3' as const };
  expect(readCallGuidance(call)).toMatchObject([
    { metric: 'revenue', fiscalYear: 2025, fiscalPeriod: 'fy' },
    { metric: 'effective_tax_rate', fiscalYear: 2025, fiscalPeriod: 'q4' },
  ]);
});
