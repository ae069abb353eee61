import { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import { planReaches } from '../../accounts/plans.ts';

/** How a list is shortened for callers whose plan does not show all of it. */
export interface PreviewRule<Key extends string = string> {
  /** The least plan that is shown all of it. */
  planRequired: 'pro' | 'business';
  /** Rows that the others are shown, at most. */
  rows: number;
  /** Keys that their rows lack. */
  withheld: readonly Key[];
}

/** Member `preview` of an answer that may be shortened. */
export const preview = z
  .object({
    plan_required: z.enum(['pro', 'business']).describe('The least plan that is shown all of it.'),
    shown: z.int().describe('Rows in this answer.'),
    total: z.int().describe('Rows that the plan would show.'),
    withheld: z.array(z.string()).describe('Keys that the rows lack.'),
  })
  .meta({ id: 'Preview', description: "What was left out for the caller's plan." });

/** A rule where it holds for the caller; null where the caller's plan is shown all. */
export function ruleFor<Rule extends PreviewRule>(account: Account | null, rule: Rule): Rule | null {
  return planReaches(account?.plan ?? 'free', rule.planRequired) ? null : rule;
}

/** How many rows a caller is shown of `limit`. */
export function rowsShown(rule: PreviewRule | null, limit: number): number {
  return rule === null ? limit : Math.min(limit, rule.rows);
}

/** Rows without the keys that a rule withholds; whole rows where none holds. */
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

/** What an answer says of its being shortened; null where it is not. `total` is only asked for where it is. */
export async function tellPreview(
  rule: PreviewRule | null,
  shown: number,
  total: () => Promise<number>,
): Promise<z.input<typeof preview> | null> {
  if (rule === null) return null;
  return { plan_required: rule.planRequired, shown, total: await total(), withheld: [...rule.withheld] };
}
