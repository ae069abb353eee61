import { expect, it } from 'vitest';
import { period, taxonomy } from '../figures-fixture.ts';
import { toCsv, toTsv } from './export.ts';
import { toStatement } from './statement.ts';

const columns = [period(2018), period(2017)];
const statement = toStatement(taxonomy, columns, columns, {
  statement: 'cashflow',
  vintage: 'first',
  scale: null,
  withSubLines: true,
  changes: [],
});

it('copies raw numbers with the end of each period', () => {
  expect(toTsv(statement, 'first').split('\n').slice(0, 3)).toEqual([
    'Line\tFY 2018\tFY 2017',
    'Period end\t2018-09-29\t2017-09-29',
    'operating_cash_flow\t77434000000\t63598000000',
  ]);
});

it('writes one row per figure with its source, and escapes formulas', () => {
  const rows = toCsv('=Sum "Holdings", Inc.', statement, 'first').split('\r\n');
  expect(rows).toHaveLength(1 + 3 * 2);
  expect(rows[2]).toBe(
    `"'=Sum ""Holdings"", Inc.",operating_cash_flow,operating_cash_flow,cashflow,2017,fy,2016-10-01,2017-09-29,63598000000,USD,reported,,,sec-edgar:0000320193-17-000070,2017-11-03T12:01:37Z,,,,`,
  );
});
