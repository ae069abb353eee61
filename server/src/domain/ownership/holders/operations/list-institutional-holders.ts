import { z } from 'zod';
import { type Database, empty, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { type NotCovered, notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { entityRefFields, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { limit, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { type GroupHolding, joinHolders } from '../rules/holders.ts';
import { ciksOfGroup } from '../rules/manager-groups.ts';
import {
  loadBooks,
  loadHeldSecurities,
  loadIncluded,
  loadPositions,
  loadSharesOutstanding,
  newestQuarter,
  previousQuarter,
} from '../views/held-securities-rows.ts';
import { changeFields, heldSecurity, holder, percentOf } from '../views/holder-shapes.ts';
import { type ResolvedSecurity, securitiesOfEntity } from '../views/security-evidence.ts';

export const listInstitutionalHolders = operation({
  name: 'listInstitutionalHolders',
  route: 'GET /api/v1/companies/{market}/{ticker}/institutional-holders',
  tool: 'list_institutional_holders',
  summary: 'Institutional holders of a company',
  description:
    'Institutional managers that hold shares of a company, from their reports on Form 13F (long positions in listed US securities; due 45 days after the quarter): one row per manager group, largest position first, groups that sold out or have not reported last. The quarter is the newest whose reports are due. Amounts are in US dollars, converted from the unit of each report; restatements and additions are applied; options are separate; a position in the reports of both a parent and its subsidiary is counted once. Changes are from the previous quarter, adjusted for splits. All share classes are summed; `securities` lists their CUSIPs with the evidence for each. empty_reason is not_covered if no CUSIP of the company is known, not_reported if reports of a quarter were read and no manager reports one.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker,
    limit: limit(500, 25),
    offset: z.int().min(0).max(100_000).default(0).describe('Number of rows to skip, 0 to 100,000.'),
    as_of: asOf.optional().describe(`${asOf.description} The quarter is the newest whose reports were due then.`),
  }),
  output: z
    .object({
      ...entityRefFields,
      items: z.array(holder),
      total: z.int().describe('Manager groups that hold its shares or did in the previous quarter.'),
      holders_count: z.int().describe('Manager groups that hold its shares.'),
      quarter_end: isoDate.nullable(),
      previous_quarter_end: isoDate.nullable(),
      currency: z.literal('USD'),
      shares_outstanding: z.number().nullable().describe('As last reported by the company by quarter_end.'),
      shares_outstanding_date: isoDate.nullable(),
      held_shares: z.number().describe('Total over all manager groups.'),
      held_market_value: z.number().describe('US dollars.'),
      held_pct: z
        .number()
        .nullable()
        .describe(
          'Percent of shares_outstanding; can exceed 100 because shares that are lent and sold short are reported twice.',
        ),
      split_factor: z.number().describe('Current shares per share of the previous quarter; 1 = no split.'),
      securities: z.array(heldSecurity).describe('The company’s CUSIPs, most shares first.'),
      ...notCoveredField,
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'InstitutionalHoldersOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now }, { market, ticker: symbol, limit: most, offset, as_of: day }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const until = knownBefore(day, now);
    const securities = await securitiesOfEntity(db, issuer.entity_id, until);
    const cusips = securities.map(security => security.cusip);
    const quarterEnd = await newestQuarter(db, cusips, dayAsOf(day, now), until);
    const entity = toEntityRef(issuer);
    if (quarterEnd === null) {
      return {
        ...entity,
        ...NOTHING,
        ...asOfOf(day, now, undefined, CURRENT_MEMBERS),
        ...(await whyEmpty(db, cusips, until)),
      };
    }
    const previousQuarterEnd = previousQuarter(quarterEnd);
    const [current, previous, held, outstanding] = await Promise.all([
      loadPositions(db, cusips, quarterEnd, until),
      loadPositions(db, cusips, previousQuarterEnd, until),
      loadHeldSecurities(db, cusips, quarterEnd, until),
      loadSharesOutstanding(db, issuer, quarterEnd, day),
    ]);
    const ciks = [...new Set([...current, ...previous].flatMap(position => ciksOfGroup(position.cik)))];
    const [currentBooks, previousBooks, includedIn] = await Promise.all([
      loadBooks(db, ciks, quarterEnd, until),
      loadBooks(db, ciks, previousQuarterEnd, until),
      loadIncluded(db, ciks, [quarterEnd, previousQuarterEnd], until),
    ]);
    const { holders, splitFactor } = joinHolders({
      ...{ quarterEnd, previousQuarterEnd, current, previous, currentBooks, previousBooks, includedIn },
    });
    const shares = outstanding?.shares ?? null;
    const heldShares = holders.reduce((sum, holder) => sum + (holder.shares ?? 0), 0);
    return {
      ...entity,
      items: holders.slice(offset, offset + most).map(holder => toHolder(holder, shares)),
      total: holders.length,
      holders_count: holders.filter(holder => (holder.shares ?? 0) > 0).length,
      quarter_end: quarterEnd,
      previous_quarter_end: previousQuarterEnd,
      currency: 'USD' as const,
      shares_outstanding: shares,
      shares_outstanding_date: outstanding?.date ?? null,
      held_shares: heldShares,
      held_market_value: holders.reduce((sum, holder) => sum + holder.marketValue, 0),
      held_pct: shares === null ? null : percentOf(heldShares, shares),
      split_factor: splitFactor,
      securities: toSecurities(securities, held),
      ...asOfOf(day, now, undefined, CURRENT_MEMBERS),
      data_as_of:
        holders
          .map(holder => holder.book.filedAt)
          .sort()
          .at(-1) ?? null,
      empty_reason: null,
    };
  },
});

/** Names of managers, and the evidence of CUSIPs that is not a schedule, have no history. */
const CURRENT_MEMBERS = ['manager_name', 'resolved_by', 'first_date', 'last_date'];

/** `not_reported` only if the CUSIPs are known and reports of managers were read. */
async function whyEmpty(
  db: Database,
  cusips: readonly string[],
  until: Instant | null,
): Promise<{ empty_reason: MissingReason; not_covered?: NotCovered[] }> {
  const known = until === null ? empty : sql`where known_at < ${until}::timestamptz`;
  const read = cusips.length === 0 ? null : await db.queryOne(sql`select from holdings_reports ${known} limit 1`);
  if (read !== null) return { empty_reason: 'not_reported' };
  const reports = { registry: 'sec-edgar', category: 'institutional_holdings', form_type: '13F-HR' };
  return { empty_reason: 'not_covered', not_covered: [{ ...reports, period_end: null, filing_id: null }] };
}

const NOTHING = {
  items: [],
  total: 0,
  holders_count: 0,
  quarter_end: null,
  previous_quarter_end: null,
  currency: 'USD' as const,
  shares_outstanding: null,
  shares_outstanding_date: null,
  held_shares: 0,
  held_market_value: 0,
  held_pct: null,
  split_factor: 1,
  securities: [],
  data_as_of: null,
};

function toHolder(holding: GroupHolding, sharesOutstanding: number | null): z.input<typeof holder> {
  const { book, shares } = holding;
  return {
    manager_cik: book.cik,
    manager_name: book.name,
    house_ciks: holding.ciks,
    filing_id: book.filingId,
    filed_at: book.filedAt,
    held_pct: sharesOutstanding === null || shares === null ? null : percentOf(shares, sharesOutstanding),
    ...changeFields(shares, holding.previousShares),
    market_value: holding.marketValue,
    weight_pct: holding.bookMarketValue === 0 ? 0 : percentOf(holding.marketValue, holding.bookMarketValue),
    position_change: holding.change,
    voting_sole: holding.votingSole,
    voting_shared: holding.votingShared,
    voting_none: holding.votingNone,
    investment_discretion: holding.discretion,
    put_market_value: holding.putMarketValue,
    call_market_value: holding.callMarketValue,
  };
}

function toSecurities(
  securities: readonly ResolvedSecurity[],
  held: Awaited<ReturnType<typeof loadHeldSecurities>>,
): z.input<typeof heldSecurity>[] {
  return securities
    .flatMap(({ cusip, bases, firstDate, lastDate }) => {
      const of = held.get(cusip);
      if (of === undefined) return [];
      const dates: { first_date: IsoDate | null; last_date: IsoDate | null } = {
        first_date: firstDate,
        last_date: lastDate,
      };
      const { classTitle, shares, marketValue } = of;
      return [{ cusip, class_title: classTitle, shares, market_value: marketValue, resolved_by: bases, ...dates }];
    })
    .sort((a, b) => b.shares - a.shares || (a.cusip < b.cusip ? -1 : 1));
}
