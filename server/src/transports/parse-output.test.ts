import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseOutput } from './parse-output.ts';

const schema = z.object({
  total: z.int(),
  items: z.array(z.object({ id: z.int(), name: z.string().nullable() })).min(1),
  note: z.string().optional(),
});
const items = Array.from({ length: 130 }, (_, id) => ({ id, name: id % 2 ? null : 'x', internal: 1 }));

describe('parseOutput', () => {
  it.each([
    ['a long list', { items, total: 130 }],
    ['a short list', { total: 2, items: items.slice(0, 2), other: 1 }],
  ])('returns what the schema returns for %s', async (_what, result) => {
    const parsed = await parseOutput(schema, result);
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(schema.parse(result)));
  });

  it('rejects a wrong item, wherever it is', async () => {
    const wrong = items.with(129, { id: 0.5, name: null, internal: 1 });
    await expect(parseOutput(schema, { total: 1, items: wrong })).rejects.toThrow('int');
  });

  it('validates results that are not objects', async () => {
    expect(await parseOutput(z.string(), 'x')).toBe('x');
    await expect(parseOutput(schema, null)).rejects.toThrow('object');
  });
});
