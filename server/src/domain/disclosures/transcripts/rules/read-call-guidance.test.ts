import { expect, test } from 'vitest';
import type { Speaker, SpokenTurn } from '../model/transcript.ts';
import { readCallGuidance } from './read-call-guidance.ts';

const SENTENCE = 'We lowered our full-year 2024 revenue outlook to $1.2 billion to $1.25 billion.';
const speaker = (name: string, role: Speaker['role']): Speaker => ({ speaker: name, role, jobTitle: null, firm: null });
const SPEAKERS = [speaker('Operator', 'operator'), speaker('A. Novel', 'executive'), speaker('D. Fable', 'analyst')];
const said = (name: string | null, text: string): SpokenTurn => ({ speaker: name, session: null, text });

test('executives state guidance, those who ask and those who lead through the call do not', () => {
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

test('words without speakers count, and those of a voice whose role nobody knows', () => {
  expect(readCallGuidance([], [said(null, SENTENCE)])).toMatchObject([{ turn: 0 }]);
  expect(readCallGuidance([speaker('spk03', 'other')], [said('spk03', SENTENCE)])).toMatchObject([{ turn: 0 }]);
});

test('no more than forty statements are kept', () => {
  const turns = Array.from({ length: 60 }, () => said('A. Novel', SENTENCE));
  expect(readCallGuidance(SPEAKERS, turns)).toHaveLength(40);
});
