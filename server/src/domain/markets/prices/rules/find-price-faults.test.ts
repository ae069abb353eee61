import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../../../kernel/anomaly-log.ts';
import { parsePriceTable } from '../../../../sources/kit/rates/price-table.ts';
import { HISTORY_COLUMNS } from '../../../../sources/yahoo/documents.ts';
import type { PriceActions } from '../model/price-series.ts';
import { findPriceFaults } from './find-price-faults.ts';

const FILES = new URL('../../../../../../../shared/data/market/prices/yfinance_repair/', import.meta.url).pathname;
const FIRST = 19_723; // 2024-01-01

function faultsOf(closes: readonly number[], splits: PriceActions['splits'] = []) {
  const bars = { days: closes.map((_, at) => FIRST + at), closes: { split_adjusted: closes }, volumes: null };
  return findPriceFaults(bars, { splits, dividends: [] }).map(
    ({ kind, from, until, factor }) => `${kind} ${from.slice(5)}..${until.slice(5)} ${factor}`,
  );
}

test('a period in another unit is reported with its first and last close', () => {
  expect(faultsOf([10, 10.1, 1_005, 1_010, 10, 10.2])).toEqual(['unit_mixup 01-03..01-04 100']);
  expect(faultsOf([10, 10.1, 0.1, 10.3])).toEqual(['unit_mixup 01-03..01-03 0.01']);
  expect(faultsOf([1_000, 1_010, 10, 10.3])).toEqual(['unit_mixup 01-01..01-02 100']);
});

test('a fall by half is a fault only if an unapplied split of that size is stated', () => {
  expect(faultsOf([10, 10.1, 5, 5.1])).toEqual([]);
  const split = (ratio: number) => [{ day: FIRST + 3, ratio }];
  expect(faultsOf([10, 10.1, 5, 5.1], split(2))).toEqual(['missing_split 01-01..01-02 2']);
  expect(faultsOf([1, 1.1, 10, 10.2], split(0.1))).toEqual(['missing_split 01-01..01-02 0.1']);
  expect(faultsOf([5, 5.1, 5, 5.1], split(2))).toEqual([]);
  expect(faultsOf([5, 5.1, 5, 4.9], split(1.05))).toEqual([]);
});

test('closes as paid are not checked because they fall at every split', () => {
  const bars = { days: [FIRST, FIRST + 1], closes: { raw: [100, 1] }, volumes: null };
  expect(findPriceFaults(bars, null)).toEqual([]);
});

describe.skipIf(!existsSync(FILES))('published and corrected files (requires ../shared)', () => {
  const faultsOfFile = (name: string) => {
    const text = gunzipSync(readFileSync(`${FILES}${name}.csv.gz`)).toString();
    const table = parsePriceTable(text, HISTORY_COLUMNS, new AnomalyLog('yahoo', name));
    return table === null ? null : findPriceFaults(table.bars, table.actions);
  };

  test.each([
    ['AET-L-1d-100x-error', { kind: 'unit_mixup', from: '2022-05-09', until: '2022-05-19', factor: 100 }],
    ['4063-T-1d-bad-stock-split', { kind: 'missing_split', from: '2023-03-15', until: '2023-03-28', factor: 5 }],
    ['ALPHA-PA-1d-bad-stock-split', { kind: 'missing_split', from: '2023-05-08', until: '2023-05-08', factor: 0.0001 }],
  ])('%s has one fault, and none in the corrected file', (name, fault) => {
    expect(faultsOfFile(name)).toEqual([fault]);
    expect(faultsOfFile(`${name}-fixed`)).toEqual([]);
  });

  test.each(['1398-HK-1d-bad-div', 'KAP-IL-1d-bad-div'])(
    'reports no fault for wrong dividends, which are not checked: %s',
    name => {
      expect(faultsOfFile(name)).toEqual([]);
    },
  );
});
