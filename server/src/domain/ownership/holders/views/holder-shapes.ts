import { z } from 'zod';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { instant, isoDate } from '../../../kit/fields.ts';
import { POSITION_CHANGES } from '../rules/holders.ts';
import { EVIDENCE_BASES } from './security-evidence.ts';

const positionFields = {
  shares: z
    .number()
    .nullable()
    .describe(
      'Shares at the end of the quarter; null if the manager has not reported it, or the position is not in shares.',
    ),
  market_value: z.number().describe('US dollars at the end of the quarter, converted from the unit of the report.'),
  weight_pct: z.number().describe('Percent of the manager’s book.'),
  previous_shares: z
    .number()
    .nullable()
    .describe('Shares at the end of the previous quarter, adjusted for splits since; null if not reported.'),
  shares_change: z.number().nullable(),
  shares_change_pct: z.number().nullable().describe('Change in percent of previous_shares.'),
  position_change: z
    .enum(POSITION_CHANGES)
    .describe('not_filed: the manager did not file for one of the two quarters, so the change is unknown.'),
  voting_sole: z.number().nullable(),
  voting_shared: z.number().nullable(),
  voting_none: z.number().nullable(),
  investment_discretion: z
    .string()
    .nullable()
    .describe('As filed: SOLE, DFND, OTR; null if lines of the report differ.'),
};

export const holder = z
  .object({
    manager_cik: z.string().describe('Newest central index key of the manager group, without leading zeros.'),
    manager_name: z.string(),
    house_ciks: z.array(z.string()).describe('All keys under which the manager group filed, newest last.'),
    filing_id: z.string().describe('Newest report with the position.'),
    filed_at: instant,
    held_pct: z.number().nullable().describe('Percent of shares_outstanding.'),
    ...positionFields,
    put_market_value: z
      .number()
      .nullable()
      .describe('Notional value in US dollars; not included in shares and market_value.'),
    call_market_value: z
      .number()
      .nullable()
      .describe('Notional value in US dollars; not included in shares and market_value.'),
  })
  .meta({ id: 'Holder' });

export const heldSecurity = z
  .object({
    cusip: z.string().describe('As filed.'),
    class_title: z.string().describe('The class title that managers use most often.'),
    shares: z.number(),
    market_value: z.number().describe('US dollars.'),
    resolved_by: z
      .array(z.enum(EVIDENCE_BASES))
      .describe('Evidence that the CUSIP belongs to the company: a schedule alone, or two agreeing sources.'),
    first_date: isoDate.nullable().describe('First date of the dated evidence.'),
    last_date: isoDate.nullable(),
  })
  .meta({ id: 'HeldSecurity' });

export const bookLine = z
  .object({
    entity: entityRef.nullable().describe('Null if the CUSIP is not resolved to a stored company.'),
    name_as_filed: z.string(),
    class_title: z.string(),
    cusip: z.string(),
    put_call: z
      .enum(['put', 'call'])
      .nullable()
      .describe('Kind of option on the security; market_value is then notional.'),
    principal_amount: z.number().nullable().describe('Principal of debt, instead of shares.'),
    ...positionFields,
  })
  .meta({ id: 'BookLine' });

/** The change of a position whose previous shares are adjusted for splits. */
export function changeFields(shares: number | null, previousShares: number | null) {
  const change = shares === null || previousShares === null ? null : shares - previousShares;
  return {
    shares,
    previous_shares: previousShares,
    shares_change: change,
    shares_change_pct: change === null || !previousShares ? null : percentOf(change, previousShares),
  };
}

/** A percentage with six decimals. */
export function percentOf(part: number, whole: number): number {
  return Number(((part / whole) * 100).toFixed(6));
}
