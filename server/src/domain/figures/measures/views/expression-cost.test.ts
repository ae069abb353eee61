import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../test/processor-time.ts';
import { sql } from '../../../../db/database.ts';
import { type Condition, workOf } from '../rules/expressions/expression.ts';
import { MAX_WORK, parseCondition } from '../rules/expressions/parse-expression.ts';
import { ExpressionError } from '../rules/expressions/tokens.ts';
import { VOCABULARY } from '../rules/measures.ts';
import { conditionSql } from './expression-sql.ts';

/** Characters of SQL per unit of work; the longest piece is the frame of a statistic. */
const CHARACTERS_PER_UNIT = 60;
const MAX_TEXT = 1_000;
/** Processor time to parse some sixty texts of a shape. */
const MAX_PARSING_MS = 2_000;

/** The reads of amounts and the length of the statement that a condition becomes. */
function costOf(condition: Condition): { reads: number; length: number } {
  let reads = 0;
  const statement = conditionSql(condition, () => {
    reads++;
    return sql`c.a`;
  });
  return { reads, length: statement.text.length };
}

/** The condition, or null if the parser refuses it with a position. */
function parsed(text: string): Condition | null {
  try {
    return parseCondition(text, VOCABULARY);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

let seed = 29;
function below(most: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
}
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;

/** A random formula of the grammar; deeper ones are likely to be refused. */
function formula(depth: number): string {
  if (depth === 0)
    return oneOf(['cash', 'revenue', '2', '5%', 'piotroski_f_score', 'beneish_m_score', 'revenue_growth_9y']);
  const inner = () => formula(depth - 1 - below(2) * Math.min(1, depth - 1));
  return oneOf([
    () => `(${inner()} ${oneOf(['+', '-', '*', '/'])} ${inner()})`,
    () => `growth(${inner()}, ${1 + below(4)})`,
    () => `prior(${inner()}, ${1 + below(4)})`,
    () => `${oneOf(['mean', 'least', 'greatest', 'slope', 'variability'])}(${inner()}, ${2 + below(4)})`,
    () => `rises(${inner()})`,
    () => `abs(-${inner()})`,
    () => `points(${inner()} > ${inner()}, ${inner()} < 1)`,
  ])();
}

describe('a hostile expression', () => {
  const SHAPES: Record<string, (count: number) => string> = {
    'nested growth': count => `${'growth('.repeat(count)}cash${')'.repeat(count)} > 1`,
    'nested means': count => `${'mean('.repeat(count)}cash${', 2)'.repeat(count)} > 1`,
    'nested points': count => `${'points('.repeat(count)}cash > 1${') > 1'.repeat(count)}`,
    'nested signs': count => `${'-'.repeat(count)}cash > 1`,
    'nested parentheses': count => `${'('.repeat(count)}cash${')'.repeat(count)} > 1`,
    'a sum of scores': count => `${'beneish_m_score + '.repeat(count)}1 > 1`,
    'a sum of rises': count => `${'rises(piotroski_f_score) + '.repeat(count)}1 > 1`,
    'a sum of variabilities': count => `${'variability(cash, 10) + '.repeat(count)}1 > 1`,
    'a trend of scores': count => `slope(${'piotroski_f_score + '.repeat(count)}1, 8) > 1`,
    'alternatives of growth': count => `${'cash_growth_9y > 1 or '.repeat(count)}cash > 1`,
    negations: count => `${'not '.repeat(count)}cash > 1`,
  };

  test.each(Object.entries(SHAPES))('of %s is refused before it reads more than its bound', (_shape, textOf) => {
    const accepted = Array.from({ length: 60 }, (_, count) => textOf(count)).filter(text => text.length <= MAX_TEXT);
    let conditions: Condition[] = [];
    const spentMs = processorMs(() => {
      conditions = accepted.map(parsed).filter(condition => condition !== null);
    });
    expect(spentMs).toBeLessThan(MAX_PARSING_MS);
    expect(conditions.length).toBeGreaterThan(0);
    for (const condition of conditions) {
      const { reads, length } = costOf(condition);
      expect(workOf(condition)).toBeLessThanOrEqual(MAX_WORK);
      expect(reads).toBeLessThanOrEqual(workOf(condition));
      expect(length).toBeLessThanOrEqual(workOf(condition) * CHARACTERS_PER_UNIT);
    }
  });

  test('of random shape is refused with its position, or reads no more than its work states', () => {
    let accepted = 0;
    for (let round = 0; round < 4_000; round++) {
      const condition = parsed(`${formula(1 + below(5))} > ${formula(below(3))}`);
      if (condition === null) continue;
      accepted++;
      const { reads, length } = costOf(condition);
      expect(workOf(condition)).toBeLessThanOrEqual(MAX_WORK);
      expect(reads).toBeLessThanOrEqual(workOf(condition));
      expect(length).toBeLessThanOrEqual(workOf(condition) * CHARACTERS_PER_UNIT);
    }
    expect(accepted).toBeGreaterThan(500);
  });
});
