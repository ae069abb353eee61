import { z } from 'zod';
import { type AnyOperation, JsonText, type Operation, toJsonText } from '../operation.ts';

/** How much of each value a response has. */
export const VIEWS = ['full', 'compact'] as const;

export const view = z
  .enum(VIEWS)
  .default('full')
  .describe(
    'full: every value with its provenance; compact: values, one filing id and flags. Tools return compact by default.',
  );

/** Adds a compact view to an operation: a projection of its full response. */
export function withCompactView<Input extends z.ZodObject, Output extends z.ZodType, Compact extends z.ZodType>(
  definition: Operation<Input, Output>,
  compact: Compact,
  project: (full: z.output<Output>) => z.input<Compact>,
): Omit<AnyOperation, 'output'> & { output: Output } {
  return {
    ...definition,
    input: definition.input.safeExtend({ view }),
    compact,
    async run(context, { view: wanted, ...input }) {
      const full = await definition.run(context, input as z.output<Input>);
      if (wanted !== 'compact') return full;
      const values = full instanceof JsonText ? (full.value ?? JSON.parse(full.text)) : definition.output.parse(full);
      // Tests verify that it has the shape of its schema.
      return toJsonText(project(values as z.output<Output>) as object);
    },
  };
}
