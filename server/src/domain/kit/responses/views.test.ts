import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '../../../transports/operations.ts';
import { operation } from '../operation.ts';
import { withCompactView } from './views.ts';

describe('operations with figures', () => {
  it('have a compact view', () => {
    const names = OPERATIONS.filter(({ compact }) => compact !== undefined).map(({ name }) => name);
    const screens = OPERATIONS.filter(({ route }) => /screen$|\/api\/v1\/signals$/.test(route)).map(({ name }) => name);
    expect(screens).toHaveLength(9);
    expect(names.sort()).toEqual([...screens, 'getCompanyFinancials', 'getFilingKpis', 'listFilingFacts'].sort());
  });
});

describe('withCompactView', () => {
  const full = operation({
    name: 'test',
    route: 'GET /test',
    tool: 'test',
    summary: 'test',
    description: 'test',
    tag: 'Test',
    plan: 'free',
    credits: 1,
    errors: [],
    input: z.strictObject({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to),
    output: z.object({ value: z.int(), source: z.string() }),
    example: { from: 1, to: 2 },
    run: async (_context, input) => ({ value: input.to - input.from, source: JSON.stringify(input) }),
  });
  const both = withCompactView(full, z.object({ value: z.int() }), ({ value }) => ({ value }));
  const context = { db: Object.create(null), account: null, now: new Date() };

  it('returns the full response unless the compact one is requested', async () => {
    const input = { from: 1, to: 3 };
    expect(await both.run(context, both.input.parse(input))).toEqual({ value: 2, source: '{"from":1,"to":3}' });
    const compact = await both.run(context, both.input.parse({ ...input, view: 'compact' }));
    expect(compact).toMatchObject({ text: '{"value":2}' });
  });

  it('keeps the checks of the input', () => {
    expect(both.input.safeParse({ from: 3, to: 1 }).success).toBe(false);
    expect(both.input.safeParse({ from: 1, to: 3, other: 1 }).success).toBe(false);
  });
});
