import { describe, expect, it } from 'vitest';
import { namesWithTicker } from './name-with-ticker.ts';

describe('namesWithTicker', () => {
  it.each([
    ['Aurora Widgets (AURW)', 'Aurora Widgets', 'AURW', true],
    ['Aurora Widgets, Inc. (NASDAQ: AURW)', 'Aurora Widgets, Inc.', 'NASDAQ: AURW', true],
    ['(7999) オーロラ工業', 'オーロラ工業', '7999', true],
    ['オーロラ工業 (東証:7999)', 'オーロラ工業', '東証:7999', true],
    ['Aurora Widgets AURW', 'Aurora Widgets', 'AURW', false],
    ['AURW - Aurora Widgets', 'Aurora Widgets', 'AURW', false],
    ['7999 オーロラ工業', 'オーロラ工業', '7999', false],
    ['极光茅台600519', '极光茅台', '600519', false],
    ['600519极光茅台', '极光茅台', '600519', false],
    ['극광전자, 005930', '극광전자', '005930', false],
  ])('splits %s', (query, name, ticker, isMarked) => {
    expect(namesWithTicker(query)).toContainEqual({ name, ticker, isMarked });
  });

  it('takes the rest for the name if brackets contain no ticker', () => {
    expect(namesWithTicker('Aurora Widgets (the second)')).toEqual([
      { name: 'Aurora Widgets', ticker: null, isMarked: true },
    ]);
  });

  it.each(['Aurora Widgets', 'BRK B', 'NTT DATA', 'AURW', '600519', 'Aurora A/S'])('finds no ticker in %s', query => {
    expect(namesWithTicker(query)).toEqual([]);
  });
});
