import { describe, expect, it } from 'vitest';
import { splitSuffix, tickerKeys } from './ticker-keys.ts';

describe('splitSuffix', () => {
  it.each([
    ['600519.SH', { ticker: '600519', marketId: 'cn' }],
    ['600519.ss', { ticker: '600519', marketId: 'cn' }],
    ['0700.HK', { ticker: '0700', marketId: 'hk' }],
    ['7203.T', { ticker: '7203', marketId: 'jp' }],
    ['005930.KS', { ticker: '005930', marketId: 'kr' }],
    ['BT-A.L', { ticker: 'BT-A', marketId: 'uk' }],
    ['PETR4.SA', { ticker: 'PETR4', marketId: 'br' }],
    ['MC.PA', { ticker: 'MC', marketId: 'eu' }],
    ['BRK.B', null],
    ['T', null],
    ['.T', null],
    ['AAPL', null],
  ])('splits %s', (ticker, expected) => {
    expect(splitSuffix(ticker)).toEqual(expected);
  });
});

describe('tickerKeys', () => {
  it.each([
    ['7203.T', 'jp', ['7203-T', '7203']],
    ['7203.T', 'us', ['7203-T']],
    ['SH600519', 'cn', ['SH600519', '600519']],
    ['600519.SS', 'cn', ['600519-SS', '600519']],
    ['700.HK', 'hk', ['700', '0700', '00700']],
    ['brk b', undefined, ['BRK-B']],
  ])('returns the keys of %s in market %s', (ticker, marketId, keys) => {
    expect(tickerKeys(ticker, marketId)).toEqual(keys);
  });
});
