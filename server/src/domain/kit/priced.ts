import { OperatorError } from '../../kernel/operator-error.ts';
import type { AnyOperation } from './operation.ts';

/**
 * The operations with an operator's prices applied: credits by operation name, the same for REST and tools. Throws
 * {@link OperatorError} for unknown names.
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
      `ASFILED_PRICES names unknown operations: ${unknown.join(', ')}. Use ${[...names].join(', ')}.`,
    );
  }
  return operations.map(operation => {
    const credits = prices[operation.name];
    return credits === undefined ? operation : { ...operation, credits, toolCredits: credits };
  });
}
