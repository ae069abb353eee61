import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Plan } from '../../../accounts/account.ts';
import { describePreview, type PreviewRule, preview, rowsShown, ruleFor, withhold } from './previews.ts';

const row = z.object({ id: z.string(), shares: z.number().optional(), price: z.number().optional() });
const rule: PreviewRule<'shares' | 'price'> = { planRequired: 'pro', rows: 2, withheld: ['shares', 'price'] };
const rows: z.input<typeof row>[] = [
  { id: 'a', shares: 10, price: 2 },
  { id: 'b', shares: 20 },
];

function account(plan: Plan) {
  return { accountId: 'b5d1f2a0-0000-4000-8000-000000000001', email: 'somebody@example.org', plan };
}

describe('preview rules', () => {
  it('apply to lower plans and to callers without an account', () => {
    expect(ruleFor(null, rule)).toBe(rule);
    expect(ruleFor(account('free'), rule)).toBe(rule);
    expect(ruleFor(account('pro'), rule)).toBeNull();
    expect(ruleFor(account('business'), rule)).toBeNull();
    expect(ruleFor(account('pro'), { ...rule, planRequired: 'business' })).not.toBeNull();
  });

  it('never show more rows than the limit', () => {
    expect([rowsShown(rule, 20), rowsShown(rule, 1), rowsShown(null, 20)]).toEqual([2, 1, 20]);
  });

  it('omit withheld keys from copies and leave the original rows unchanged', () => {
    expect(withhold(rows, rule)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(withhold(rows, null)).toEqual(rows);
    expect(rows[0]).toHaveProperty('shares', 10);
  });

  it('report what was omitted and compute the total only if something was', async () => {
    const reported = await describePreview(rule, 2, () => Promise.resolve(9));
    expect(reported).toEqual({ plan_required: 'pro', shown: 2, total: 9, withheld: ['shares', 'price'] });
    expect(preview.parse(reported)).toEqual(reported);
    expect(await describePreview(null, 2, () => Promise.reject(new Error('not called')))).toBeNull();
  });
});
