import { describe, expect, test } from 'vitest';
import type { SpokenTurn } from '../model/transcript.ts';
import { readTopics } from './read-topics.ts';

const said = (text: string): SpokenTurn => ({ speaker: 'A. Fiction', session: 'prepared', text });

describe('topics of a call', () => {
  test('are those of the table that are spoken of three times, with the sentences that do', () => {
    const turns = [
      said('Demand was strong. Our backlog grew to 1.2 million units. We paid a dividend.'),
      said('We see demand in every market.\nThank you.'),
    ];
    const topics = readTopics(turns);
    expect(topics).toMatchObject([{ label: 'demand', mentions: 3 }]);
    const [{ evidence } = { evidence: [] }] = topics;
    expect(evidence.map(({ turn, quote }) => [turn, quote])).toEqual([
      [0, 'Demand was strong.'],
      [0, 'Our backlog grew to 1.2 million units.'],
    ]);
    for (const { turn, quote, charStart, charEnd } of evidence) {
      expect(turns[turn]?.text.slice(charStart, charEnd)).toBe(quote);
    }
  });

  test('of words that say nothing of them there are none', () => {
    expect(readTopics([said('Good day. Thank you. Goodbye.')])).toEqual([]);
  });

  test('hostile text stays cheap', () => {
    expect(readTopics([said('1.'.repeat(100_000)), said('demand '.repeat(30_000))])).toEqual([]);
  });
});
