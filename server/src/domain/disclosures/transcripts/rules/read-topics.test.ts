import { describe, expect, test } from 'vitest';
import type { SpokenTurn } from '../model.ts';
import { readTopics } from './read-topics.ts';

const said = (text: string): SpokenTurn => ({ speaker: 'A. Fiction', session: 'prepared', text });

describe('readTopics', () => {
  test('returns topics with at least three mentions, with their sentences', () => {
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

  test('returns no topics for unrelated text', () => {
    expect(readTopics([said('Good day. Thank you. Goodbye.')])).toEqual([]);
  });

  test('reads hostile text in linear time', () => {
    expect(readTopics([said('1.'.repeat(100_000)), said('demand '.repeat(30_000))])).toEqual([]);
  });
});
