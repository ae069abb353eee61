import { z } from 'zod';
import { appendAll } from '../kernel/lists.ts';
import { loopTurns } from '../kernel/loop-turns.ts';

/** Items of a list that are validated in one turn. */
const PIECE_ITEMS = 50;

/** Validates a result against its schema. Lets other work run between the pieces of long lists. */
export async function parseOutput(schema: z.ZodType, result: unknown): Promise<unknown> {
  if (!(schema instanceof z.ZodObject) || typeof result !== 'object' || result === null) return schema.parse(result);
  const parsed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(result)) {
    const list: unknown = schema.shape[name];
    if (!Array.isArray(member) || member.length <= PIECE_ITEMS || !(list instanceof z.ZodArray)) continue;
    const items: unknown[] = [];
    for (let from = 0; from < member.length; from += PIECE_ITEMS) {
      await loopTurns.take();
      appendAll(items, list.parse(member.slice(from, from + PIECE_ITEMS)) as unknown[]);
    }
    parsed[name] = items;
  }
  const rest = Object.entries(result).map(([name, member]) => [name, name in parsed ? member.slice(0, 1) : member]);
  return Object.assign(schema.parse(Object.fromEntries(rest)) as object, parsed);
}
