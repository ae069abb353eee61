import { expect, test } from 'vitest';
import { isCountry } from './countries.ts';
import { isCurrency } from './currencies.ts';
import { exchangeOf } from './exchanges.ts';

test('an exchange has its common name, its country and the exchange that it is a segment of', () => {
  expect(exchangeOf('XTKS')).toEqual({
    mic: 'XTKS',
    operatingMic: 'XJPX',
    countryCode: 'JP',
    name: 'Tokyo Stock Exchange',
  });
  expect(exchangeOf('XKON')).toMatchObject({ operatingMic: 'XKRX', name: 'KOREA NEW EXCHANGE' });
  expect(exchangeOf('QQQQ')).toBeNull();
  expect(exchangeOf('XBOM')?.countryCode).toBe('IN');
});

test('countries and currencies are told from what only looks like one', () => {
  expect(['JP', 'GB', 'TW', 'XK'].map(isCountry)).toEqual([true, true, true, true]);
  expect(['UK', 'jp', 'EU', ''].map(isCountry)).toEqual([false, false, false, false]);
  expect(['USD', 'KRW', 'DEM'].map(isCurrency)).toEqual([true, true, true]);
  expect(['GBX', 'RMB', ''].map(isCurrency)).toEqual([false, false, false]);
});
