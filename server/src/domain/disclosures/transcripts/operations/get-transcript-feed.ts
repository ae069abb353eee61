import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';
import { MAX_SKIPPED } from '../../../filings/filings/views/filing-feed.ts';
import { companyIsIn, entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { limit, marketId, text, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import {
  LATEST_CALL_FIRST,
  newestCall,
  TRANSCRIPT_COLUMNS,
  type TranscriptOfEntityRow,
  toTranscript,
  transcribedBefore,
  transcript,
  whyNoCalls,
} from '../views/transcript.ts';

export const getTranscriptFeed = operation({
  name: 'getTranscriptFeed',
  route: 'GET /api/v1/feeds/transcripts',
  tool: { none: 'agents request the calls of one company; this feed serves programs that follow all companies' },
  summary: 'Calls of all companies',
  description:
    'All calls with a transcript and a known company, latest first, undated calls last: titles and excerpts. Filter by ticker or source. getTranscript returns the text.',
  tag: 'Feeds',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    ticker: ticker.optional().describe('Only calls of the company with this ticker; market_id selects the listing.'),
    market_id: marketId
      .optional()
      .describe('The market of ticker; without ticker, only companies that file in this market.'),
    source: text(32)
      .trim()
      .toLowerCase()
      .optional()
      .describe('Only transcripts of this source: streetevents, motley-fool, plain, alphavantage or earningscall.'),
    limit: limit(100, 50),
    offset: z.int().min(0).max(MAX_SKIPPED).default(0).describe('Rows to skip, 0 to 10,000.'),
    as_of: asOf.optional(),
  }),
  output: z
    .object({
      items: z.array(transcript),
      total: z.int().describe('Number of matching calls.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'TranscriptFeedOut' }),
  example: { limit: 10 },
  async run({ db, now }, { ticker: symbol, market_id, source, limit: size, offset, as_of: day }) {
    const ids = symbol === undefined ? null : issuerIdsOf(await findIssuer(db, { ticker: symbol, market_id }));
    const aside =
      ids === null
        ? await fictionalIssuersToHide(
            db,
            market_id,
            fictional => sql`select from transcripts where issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
          )
        : [];
    const matching = sql`
      from transcripts t
      where t.issuer_id is not null ${andNot(sql`t.issuer_id`, aside)}
      ${ids === null ? empty : sql`and t.issuer_id = any(${ids}::bigint[])`}
      ${source === undefined ? empty : sql`and t.source = ${source}`}
      ${ids !== null || market_id === undefined ? empty : isInMarket(market_id)} ${transcribedBefore(knownBefore(day, now))}`;
    // Looks up companies for the rows of the page only.
    const rows = await db.query<TranscriptOfEntityRow>(sql`
      with page as materialized (
        select t.transcript_id ${matching} ${LATEST_CALL_FIRST} limit ${size}::integer offset ${offset}::integer)
      select ${TRANSCRIPT_COLUMNS}
      from page join transcripts t using (transcript_id)
      join issuers i on i.issuer_id = t.issuer_id ${entityOfRegistrant(market_id)}
      ${LATEST_CALL_FIRST}`);
    const counted = await db.queryOne<{ total: number }>(sql`select count(*)::integer as total ${matching}`);
    const total = counted?.total ?? 0;
    return {
      items: rows.map(toTranscript),
      total,
      ...asOfOf(day, now, undefined, ['fiscal_year', 'fiscal_period']),
      data_as_of: newestCall(rows),
      empty_reason: whyNoCalls(total),
    };
  },
});

function isInMarket(marketId: string): Sql {
  return sql`and exists (select from issuers i where i.issuer_id = t.issuer_id and ${companyIsIn(marketId)})`;
}
