import { z } from 'zod';
import type { Account } from '../../../accounts/account.ts';
import { planReaches } from '../../../accounts/plans.ts';

/** How a list is shortened for callers whose plan does not include all of it. */
export interface PreviewRule<Key extends string = string> {
  /** The lowest plan that includes all of it. */
  planRequired: 'pro' | 'business';
  /** Maximum number of rows for lower plans. */
  rows: number;
  /** Keys omitted from rows for lower plans. */
  withheld: readonly Key[];
}

/** Member `preview` of a response that may be shortened. */
export const preview = z
  .object({
    plan_required: z.enum(['pro', 'business']).describe('The lowest plan that includes all of it.'),
    shown: z.int().describe('Rows in this response.'),
    total: z.int().describe('Rows that this plan would show.'),
    withheld: z.array(z.string()).describe('Keys omitted from the rows.'),
  })
  .meta({ id: 'Preview', description: "What was omitted because of the caller's plan." });

/** The rule if it applies to the caller; null if the caller's plan includes everything. */
export function ruleFor<Rule extends PreviewRule>(account: Account | null, rule: Rule): Rule | null {
  return planReaches(account?.plan ?? 'free', rule.planRequired) ? null : rule;
}

/** The number of rows to return, of `limit`. */
export function rowsShown(rule: PreviewRule | null, limit: number): number {
  return rule === null ? limit : Math.min(limit, rule.rows);
}

/** Copies of rows without the keys that the rule withholds; whole rows if the rule is null. */
export function withhold<Key extends string, Row extends { [key in Key]?: unknown }>(
  rows: readonly Row[],
  rule: PreviewRule<Key> | null,
): Row[] {
  return rows.map(row => {
    const shown = { ...row };
    for (const key of rule?.withheld ?? []) delete shown[key];
    return shown;
  });
}

/** The `preview` member of a response; null if it is not shortened. `total` is computed only if it is. */
export async function describePreview(
  rule: PreviewRule | null,
  shown: number,
  total: () => Promise<number>,
): Promise<z.input<typeof preview> | null> {
  if (rule === null) return null;
  return { plan_required: rule.planRequired, shown, total: await total(), withheld: [...rule.withheld] };
}
