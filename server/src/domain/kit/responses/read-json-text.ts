import { loopTurns } from '../../../kernel/loop-turns.ts';
import type { JsonText } from '../operation.ts';

/**
 * The value of a response text. Parses a large list item by item and lets other work run between them. Adds the lengths of
 * the objects that it knows to `lengths`.
 */
export async function readJsonText({ text, value, list }: JsonText, lengths: WeakMap<object, number>): Promise<object> {
  if (value !== null) return value;
  await loopTurns.take();
  if (list === null) return keep(JSON.parse(text), text.length, lengths);
  const first = list.start + 1;
  const inner = list.lengths.reduce((sum, length) => sum + length, Math.max(0, list.lengths.length - 1));
  const response = JSON.parse(text.slice(0, first) + text.slice(first + inner)) as Record<string, unknown>;
  const items: object[] = [];
  let at = first;
  for (const length of list.lengths) {
    await loopTurns.take();
    items.push(keep(JSON.parse(text.slice(at, at + length)), length, lengths));
    at += length + 1;
  }
  response[list.member] = keep(items, inner + 2, lengths);
  return keep(response, text.length, lengths);
}

function keep(value: object, length: number, lengths: WeakMap<object, number>): object {
  lengths.set(value, length);
  return value;
}
