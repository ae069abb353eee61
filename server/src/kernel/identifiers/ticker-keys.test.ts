import { describe, expect, it } from 'vitest';
import { namedTicker, tickerBesideExchange, tickerKeys } from './ticker-keys.ts';

describe('namedTicker', () => {
  it.each([
    ['600519.SH', { ticker: '600519', marketId: 'cn' }],
    ['600519.ss', { ticker: '600519', marketId: 'cn' }],
    ['0700.HK', { ticker: '0700', marketId: 'hk' }],
    ['7203.T', { ticker: '7203', marketId: 'jp' }],
    ['005930.KS', { ticker: '005930', marketId: 'kr' }],
    ['BT-A.L', { ticker: 'BT-A', marketId: 'uk' }],
    ['PETR4.SA', { ticker: 'PETR4', marketId: 'br' }],
    ['MC.PA', { ticker: 'MC', marketId: 'eu' }],
    ['AAPL.US', { ticker: 'AAPL', marketId: 'us' }],
    ['AAPL US', { ticker: 'AAPL', marketId: 'us' }],
    ['BRK/B US Equity', { ticker: 'BRK-B', marketId: 'us' }],
    ['NASDAQ:AAPL', { ticker: 'AAPL', marketId: 'us' }],
    ['TYO: 7203', { ticker: '7203', marketId: 'jp' }],
    ['KRX:005930', { ticker: '005930', marketId: 'kr' }],
    ['A005930', { ticker: '005930', marketId: 'kr' }],
    ['9984 JP', { ticker: '9984', marketId: 'jp' }],
    ['９９８４　ＪＰ', { ticker: '9984', marketId: 'jp' }],
    ['600519 CH', { ticker: '600519', marketId: 'cn' }],
    ['SH600519', { ticker: '600519', marketId: 'cn' }],
    ['SH.600519', { ticker: '600519', marketId: 'cn' }],
    ['SZ 000658', { ticker: '000658', marketId: 'cn' }],
    ['HK00700', { ticker: '00700', marketId: 'hk' }],
    ['ETE.AT', { ticker: 'ETE', marketId: 'eu' }],
    ['BHP AT', { ticker: 'BHP', marketId: 'au' }],
    ['AAPL:US', { ticker: 'AAPL', marketId: 'us' }],
    ['AAPL-US', { ticker: 'AAPL', marketId: 'us' }],
    ['(NASDAQ: AAPL)', { ticker: 'AAPL', marketId: 'us' }],
    ['AAPL (NASDAQ)', { ticker: 'AAPL', marketId: 'us' }],
    ['AAPL.NASDAQ', { ticker: 'AAPL', marketId: 'us' }],
    ['PINS@NYSE', { ticker: 'PINS', marketId: 'us' }],
    ['XTKS:7203', { ticker: '7203', marketId: 'jp' }],
    ['7203.TYO', { ticker: '7203', marketId: 'jp' }],
    ['600519.XSHG', { ticker: '600519', marketId: 'cn' }],
    ['KOSE:A005930', { ticker: '005930', marketId: 'kr' }],
    ['TW2330', { ticker: '2330', marketId: 'tw' }],
    ['XPAR:MC', { ticker: 'MC', marketId: 'eu' }],
    ['MC:FP', { ticker: 'MC', marketId: 'eu' }],
    ['MC-FR', { ticker: 'MC', marketId: 'eu' }],
    ['ASX.BHP', { ticker: 'BHP', marketId: 'au' }],
    ['NYSE TGS', null],
    ['SC095000', null],
    ['$AAPL', null],
    ['BRK B', null],
    ['NYSE:', null],
    ['BRK.B', null],
    ['T', null],
    ['.T', null],
    ['AAPL', null],
  ])('splits %s', (ticker, expected) => {
    expect(namedTicker(ticker)).toEqual(expected);
  });
});

describe('tickerKeys', () => {
  it.each([
    ['7203.T', 'jp', ['7203-T', '7203']],
    ['7203.T', 'us', ['7203-T']],
    ['SH600519', 'cn', ['SH600519', '600519']],
    ['600519.SS', 'cn', ['600519-SS', '600519']],
    ['700.HK', 'hk', ['700', '0700', '00700']],
    ['72030', 'jp', ['72030', '7203']],
    ['brk b', undefined, ['BRK-B']],
    ['$brk.b', undefined, ['BRK-B']],
    ['BRK class B', undefined, ['BRK-B']],
    ['#aapl', undefined, ['AAPL']],
    ['AAPL stock', undefined, ['AAPL']],
    ['【7203】', undefined, ['7203']],
    ['７２０３', undefined, ['7203']],
    ['NYSE:BRK.B', 'us', ['NYSE:BRK-B', 'BRK-B']],
  ])('returns the keys of %s in market %s', (ticker, marketId, keys) => {
    expect(tickerKeys(ticker, marketId)).toEqual(keys);
  });
});

describe('tickerBesideExchange', () => {
  it.each([
    ['NYSE TGS', { ticker: 'TGS', marketId: 'us' }],
    ['7203 TYO', { ticker: '7203', marketId: 'jp' }],
    ['Aurora Widgets', null],
    ['NYSE', null],
  ])('splits %s', (ticker, expected) => {
    expect(tickerBesideExchange(ticker)).toEqual(expected);
  });
});
