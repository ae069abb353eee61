import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { entityRefFields } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownUntil } from '../../../kit/as-of.ts';
import { date, limit, listing, listingOf, MARKETS_DISAGREE, marketsAgree } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { LINE_IS_CURRENT, lineWasCurrent, pageOfInsiderLines } from '../views/insider-lines.ts';
import { transactionPage } from '../views/insider-shapes.ts';
import { whyNoTransactions } from '../views/why-no-transactions.ts';

const input = z
  .strictObject({
    ...listing,
    transaction_code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]$/, { error: 'must be a one-letter code' })
      .optional()
      .describe('One-letter transaction code of the form: P bought, S sold, A granted, M exercised …'),
    acquired_disposed: z.enum(['A', 'D']).optional().describe('A: acquired. D: disposed of. As filed.'),
    since_date: date
      .optional()
      .describe(
        'Only transactions on or after this day. Lines without a date are filtered by the day on which their filing became known.',
      ),
    limit: limit(100, 20),
    as_of: asOf.optional(),
  })
  .refine(marketsAgree, MARKETS_DISAGREE);

export const listInsiderTransactions = operation({
  name: 'listInsiderTransactions',
  route: 'GET /api/v1/tickers/{ticker}/insider-transactions',
  tool: 'list_insider_transactions',
  summary: "Insiders' transactions in a company's securities",
  description:
    'Trades and holdings that directors, officers and ten-percent owners report in the securities of a company (SEC Forms 3, 4 and 5), line by line, newest filing first. A line reported jointly appears once, with all owners. Lines replaced by an amendment are omitted. Prices are in US dollars per share, amounts in US dollars, shares in units. Free plans get a preview: five lines without shares, prices, amounts and footnotes.',
  tag: 'People and insiders',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'bad_request', 'not_found'],
  input,
  output: z
    .object({ ...entityRefFields, ...transactionPage, ...notCoveredField, ...asOfFields })
    .meta({ id: 'ProductListInsiderTransactionsOut' }),
  example: { ticker: 'DMFR', transaction_code: 'S', limit: 5 },
  async run({ db, account, now }, requested) {
    const issuer = await findIssuer(db, listingOf(requested), 'market');
    const ids = issuerIdsOf(issuer);
    const { canonical_key, company_name, ticker: shown, market_id } = issuer;
    const until = requested.as_of === undefined ? null : knownUntil(requested.as_of, now);
    const isListed = until === null ? LINE_IS_CURRENT : lineWasCurrent(until);
    const { newest, ...page } = await pageOfInsiderLines(db, {
      account,
      limit: requested.limit,
      lines: page => sql`
        select n.* from unnest(${ids}::bigint[]) requested (issuer_id) cross join lateral (
          select n.* from insider_lines n
          where n.issuer_id = requested.issuer_id and ${isListed} ${conditionsOf(requested)} ${page}) n`,
      entity: {
        columns: sql`${canonical_key}::text as canonical_key, ${company_name}::text as company_name,
          ${shown}::text as ticker, ${market_id}::text as market_id`,
        joins: empty,
      },
    });
    const known = newest ?? (await newestReport(db, ids, until));
    const response = {
      ...{ canonical_key, company_name, ticker: shown, market_id },
      ...page,
      ...asOfOf(requested.as_of, now, undefined, CURRENT_MEMBERS),
      data_as_of: known,
      empty_reason: null,
      ...(page.items.length > 0 ? {} : await whyEmpty(db, ids, requested, now)),
    };
    return toJsonText(response);
  },
});

/** Names and the merging of ids are those of now, and so is the comparison with closes. */
const CURRENT_MEMBERS = ['owners', 'price_quality'];

function conditionsOf(requested: z.output<typeof input>): Sql {
  const { transaction_code: code, acquired_disposed: direction, since_date: since } = requested;
  const ofCode = code === undefined ? empty : sql`and n.transaction_code = ${code}`;
  const ofDirection = direction === undefined ? empty : sql`and n.acquired_disposed = ${direction}`;
  const later = since === undefined ? empty : sql`and coalesce(n.transaction_date, n.known_at::date) >= ${since}::date`;
  return sql`${ofCode} ${ofDirection} ${later}`;
}

async function newestReport(db: Database, issuerIds: readonly string[], until: Instant | null): Promise<string | null> {
  const known = until === null ? empty : sql`and known_at < ${until}::timestamptz`;
  const row = await db.queryOne<{ newest: string | null }>(sql`
    select max(known_at) as newest from insider_reports where issuer_id = any(${[...issuerIds]}::bigint[]) ${known}`);
  return row?.newest ?? null;
}

function whyEmpty(db: Database, issuerIds: readonly string[], requested: z.output<typeof input>, now: Date) {
  const { since_date: since = null, as_of: day } = requested;
  if (since !== null && since > dayAsOf(day, now)) return { empty_reason: 'not_published_yet' as const };
  return whyNoTransactions(db, issuerIds, since, day === undefined ? null : knownUntil(day, now));
}
