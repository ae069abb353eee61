import type { DataSet } from './data-set.ts';
import type { AnyOperation } from './operation.ts';

/** The operations as they answer where some data sets are switched off. */
export function withoutDataSets(
  operations: readonly AnyOperation[],
  switchedOff: readonly DataSet[],
): readonly AnyOperation[] {
  if (switchedOff.length === 0) return operations;
  return operations.map(operation => ({
    ...operation,
    run: (context, input) => operation.run({ ...context, switchedOff }, input),
  }));
}
