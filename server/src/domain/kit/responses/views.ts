import { z } from 'zod';
import { type AnyOperation, JsonText, type Operation } from '../operation.ts';

/** How much of each value a response has. */
export const VIEWS = ['full', 'compact'] as const;

export const view = z
  .enum(VIEWS)
  .default('full')
  .describe(
    'full: every value with its provenance; compact: values, one filing id and flags. Tools return compact by default.',
  );

/** A compact response. Tests verify that it has the shape of its schema. */
export function compactText<Schema extends z.ZodType>(_schema: Schema, response: z.input<Schema>): JsonText {
  return new JsonText(JSON.stringify(response));
}

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
      const parsed = full instanceof JsonText ? JSON.parse(full.text) : definition.output.parse(full);
      return compactText(compact, project(parsed as z.output<Output>));
    },
  };
}
