import type { AnyOperation, DataSet } from '../operation.ts';

/** The operations with some data sets excluded from their responses. */
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
