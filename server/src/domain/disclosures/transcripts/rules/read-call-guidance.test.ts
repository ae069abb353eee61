import { expect, test } from 'vitest';
import type { Speaker, SpokenTurn } from '../model.ts';
import { readCallGuidance } from './read-call-guidance.ts';

const SENTENCE = 'We lowered our full-year 2024 revenue outlook to $1.2 billion to $1.25 billion.';
const speaker = (name: string, role: Speaker['role']): Speaker => ({ speaker: name, role, jobTitle: null, firm: null });
const SPEAKERS = [speaker('Operator', 'operator'), speaker('A. Novel', 'executive'), speaker('D. Fable', 'analyst')];
const said = (name: string | null, text: string): SpokenTurn => ({ speaker: name, session: null, text });

test('reads guidance from executives but not from analysts or the operator', () => {
  const turns = [
    said('Operator', SENTENCE),
    said('A. Novel', `Thank you. ${SENTENCE}`),
    said('D. Fable', `So you said: ${SENTENCE}`),
  ];
  const stated = readCallGuidance(SPEAKERS, turns);
  expect(stated).toMatchObject([{ turn: 1, metric: 'revenue', direction: 'lowered', newLow: 1_200_000_000 }]);
  const [first] = stated;
  expect(turns[1]?.text.slice(first?.charStart, first?.charEnd)).toBe(SENTENCE);
});

test('reads guidance from turns without a speaker and from speakers of unknown role', () => {
  expect(readCallGuidance([], [said(null, SENTENCE)])).toMatchObject([{ turn: 0 }]);
  expect(readCallGuidance([speaker('spk03', 'other')], [said('spk03', SENTENCE)])).toMatchObject([{ turn: 0 }]);
});

test('keeps at most forty statements', () => {
  const turns = Array.from({ length: 60 }, () => said('A. Novel', SENTENCE));
  expect(readCallGuidance(SPEAKERS, turns)).toHaveLength(40);
});
