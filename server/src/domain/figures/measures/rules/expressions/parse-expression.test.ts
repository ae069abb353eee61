import { describe, expect, test } from 'vitest';
import { VOCABULARY } from '../measures.ts';
import { parseCondition, parseExpression } from './parse-expression.ts';

const condition = (text: string) => parseCondition(text, VOCABULARY);
const revenue = { kind: 'amount', code: 'revenue' };
const number = (value: number) => ({ kind: 'number', value });

describe('parseExpression', () => {
  test('binds products before sums, and both from the left', () => {
    expect(parseExpression('cash - 2 * cash - cash', VOCABULARY)).toEqual(
      parseExpression('(cash - (2 * cash)) - cash', VOCABULARY),
    );
    expect(parseExpression('cash / revenue / 2', VOCABULARY)).toEqual(
      parseExpression('(cash / revenue) / 2', VOCABULARY),
    );
  });

  test.each([
    ['5%', 0.05],
    ['7%', 0.07],
    ['400m', 400e6],
    ['1.5bn', 1.5e9],
    ['2K', 2e3],
    ['.5', 0.5],
    ['1e9', 1e9],
  ])('reads the number %s', (text, value) => {
    expect(parseExpression(text, VOCABULARY)).toEqual(number(value));
  });

  test('reads growth of line items and measures by name', () => {
    expect(parseExpression('REVENUE_growth_3y', VOCABULARY)).toEqual({ kind: 'growth', of: revenue, years: 3 });
    expect(parseExpression('inventory_growth', VOCABULARY)).toEqual({
      kind: 'growth',
      of: { kind: 'amount', code: 'inventory' },
      years: 1,
    });
    expect(parseExpression('free_cash_flow_per_share_growth_5y', VOCABULARY)).toMatchObject({
      kind: 'growth',
      years: 5,
    });
  });
});

describe('parseCondition', () => {
  test('binds "not" before "and" before "or"', () => {
    expect(condition('not cash > 1 and cash > 2 or cash > 3')).toEqual(
      condition('((not (cash > 1)) and (cash > 2)) or (cash > 3)'),
    );
  });

  test('distinguishes parentheses of a condition from those of a formula', () => {
    expect(condition('((cash + 1) > 2)')).toEqual(condition('cash + 1 > 2'));
    expect(condition('(points(cash > 1, cash > 2) + 1) > 2')).toMatchObject({ kind: 'comparison', operator: '>' });
  });

  test.each([
    ['revenu > 1', 'at 1: there is no code "revenu"; the nearest is "revenue"'],
    ['revenue > ', 'at 11: expected a number, a code or "(", found the end'],
    ['revenue', 'at 8: expected a comparison (>, >=, <, <=, =, !=), found the end'],
    ['1 < 2 < 3', 'at 7: expected "and" or "or", found "<"'],
    ['(cash > 1', 'at 10: expected ")", found the end'],
    ['cash > 1 $', 'at 10: "$" cannot be read; expected a number, a code or an operator'],
    ['cash > 1 😀', 'at 10: "😀" cannot be read; expected a number, a code or an operator'],
    ['median(cash, 3) > 1', /^at 1: there is no function "median"; the functions are abs, /],
    ['mean(cash) > 1', 'at 10: expected "," and a number of years, found ")"'],
    ['mean(cash, 11) > 1', 'at 12: expected a whole number of years, 2 to 10, found "11"'],
    ['prior(prior(cash, 6), 5) > 1', "at 1: reads more than 10 years before the row's"],
    ['rises(prior(cash)) > 1', 'at 18: expected a value of one year only, found ")"'],
    ['revenue + gross_margin > 1', 'at 9: an amount of money goes only with amounts of money and plain numbers'],
    ['revenue > gross_margin', 'at 9: an amount of money goes only with amounts of money and plain numbers'],
    ['and > 1', 'at 1: expected a number, a code or "(", found "and"'],
    ['cash > 1e309', 'at 8: "1e309" is too large'],
    ['1e302bn < cash', 'at 1: "1e302bn" is too large'],
    ['12abc > 1', /^at 1: "1" cannot be read/],
  ])('rejects %s, with the position', (text, message) => {
    expect(() => condition(text)).toThrow(message);
  });

  test('bounds depth and size', () => {
    expect(() => condition(`${'('.repeat(400)}cash${')'.repeat(400)} > 1`)).toThrow(/nested deeper than 24 levels/);
    expect(() => condition(`${'-'.repeat(400)}1 > 1`)).toThrow(/nested deeper than 24 levels/);
    expect(() => condition(`${'not '.repeat(200)}1 > 1`)).toThrow(/nested deeper than 24 levels/);
    expect(() => condition(`${'beneish_m_score + '.repeat(20)}1 > 1`)).toThrow(/more than 400 parts/);
    const growths = (count: number) => `${'growth('.repeat(count)}cash${')'.repeat(count)} > 1`;
    expect(condition(growths(6))).toBeDefined();
    expect(() => condition(growths(9))).toThrow(/computes more than 2000 values/);
    expect(() => condition(`mean(${'variability(cash, 5) + '.repeat(40)}1, 5) > 1`)).toThrow(/more than 2000 values/);
  });

  test('never fails in another way, whatever the text', () => {
    const pieces = [
      'revenue',
      'cash',
      '1',
      '10%',
      '(',
      ')',
      ',',
      '+',
      '-',
      '/',
      '>',
      '<=',
      'and',
      'not',
      'mean',
      'prior',
      ' ',
      '§',
      'rises',
    ];
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: 1 + next(20) }, () => pieces[next(pieces.length)]).join(next(2) ? ' ' : '');
      try {
        condition(text);
      } catch (error) {
        expect(String(error), text).toMatch(/^Error: at \d+: /);
      }
    }
  });
});
