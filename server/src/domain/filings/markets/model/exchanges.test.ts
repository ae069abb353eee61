import { expect, test } from 'vitest';
import { isCountry, isCurrency } from '../../../../kernel/iso-codes.ts';
import { findExchange } from './exchanges.ts';

test("findExchange returns an exchange's common name, country and operating MIC", () => {
  expect(findExchange('XTKS')).toEqual({
    mic: 'XTKS',
    operatingMic: 'XJPX',
    countryCode: 'JP',
    name: 'Tokyo Stock Exchange',
  });
  expect(findExchange('XKON')).toMatchObject({ operatingMic: 'XKRX', name: 'KOREA NEW EXCHANGE' });
  expect(findExchange('QQQQ')).toBeNull();
  expect(findExchange('XBOM')?.countryCode).toBe('IN');
});

test('isCountry and isCurrency accept assigned codes and reject look-alikes', () => {
  expect(['JP', 'GB', 'TW', 'XK'].map(isCountry)).toEqual([true, true, true, true]);
  expect(['UK', 'jp', 'EU', ''].map(isCountry)).toEqual([false, false, false, false]);
  expect(['USD', 'KRW', 'DEM'].map(isCurrency)).toEqual([true, true, true]);
  expect(['GBX', 'RMB', ''].map(isCurrency)).toEqual([false, false, false]);
});
