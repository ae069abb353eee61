import { OperatorError } from '../../kernel/operator-error.ts';
import type { AnyOperation } from './operation.ts';

/**
 * The operations, those that an operator has priced at their prices: credits by name, the same for REST and tools. Throws
 * {@link OperatorError} for names of no operation.
 */
export function priced(
  operations: readonly AnyOperation[],
  prices: Readonly<Record<string, number>>,
): readonly AnyOperation[] {
  const names = new Set(operations.map(({ name }) => name));
  const unknown = Object.keys(prices).filter(name => !names.has(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      'wrong_setting',
      `ASFILED_PRICES names no operation: ${unknown.join(', ')}. There are ${[...names].join(', ')}.`,
    );
  }
  return operations.map(operation => {
    const credits = prices[operation.name];
    return credits === undefined ? operation : { ...operation, credits, toolCredits: credits };
  });
}
