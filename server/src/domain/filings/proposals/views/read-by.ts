import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';

/** Output field of every record that a model may read. */
export const readBy = z
  .array(z.string())
  .describe(
    'Who read it: rules (the documented rules), model:<name> (a model that the operator has configured), or both.',
  );

/** Input field of the operations that return such records. */
export const readByFilter = z
  .string()
  .max(128)
  .regex(/^(?:rules|model|model:[\x21-\x7e]{1,100})$/, { error: 'must be rules, model or model:<name>' })
  .optional()
  .describe('Only records that were read by: rules, model (any model), or model:<name>.');

/** The filter as a condition on a column `read_by`, with `and` before it; empty without a filter. */
export function andReadBy(column: Sql, filter: string | undefined): Sql {
  if (filter === undefined) return empty;
  if (filter === 'model') return sql`and exists (select from unnest(${column}) reader where reader like 'model:%')`;
  return sql`and ${filter} = any(${column})`;
}

/** Condition on a column `read_by`: the rules read the record. What is derived from records counts only those. */
export function isReadByRules(column: Sql): Sql {
  return sql`'rules' = any(${column})`;
}
