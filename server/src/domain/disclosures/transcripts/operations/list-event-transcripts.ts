import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { limit, marketId, ticker } from '../../../kit/input-fields.ts';
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

export const listEventTranscripts = operation({
  name: 'listEventTranscripts',
  route: 'GET /api/v1/companies/{market}/{ticker}/event-transcripts',
  tool: 'list_event_transcripts',
  summary: 'The calls of a company',
  description:
    'Calls of a company with a transcript, latest first, undated calls last: title, date, fiscal period and excerpt. A call with several sources has one row per source. Fiscal periods are the company’s own; a stated period that contradicts its calendar is null. getTranscript returns the text.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker,
    limit: limit(100, 20),
    offset: z.int().min(0).max(10_000).default(0).describe('Rows to skip, 0 to 10,000.'),
    as_of: asOf.optional(),
  }),
  output: z
    .object({
      items: z.array(transcript),
      total: z.int().describe('Number of calls of the company.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'CompanyEventTranscriptsOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now }, { market, ticker: symbol, limit: size, offset, as_of: day }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const ids = issuerIdsOf(issuer);
    const until = knownBefore(day, now);
    const rows = await db.query<TranscriptOfEntityRow>(sql`
      select ${TRANSCRIPT_COLUMNS}
      from transcripts t join issuers i on i.issuer_id = t.issuer_id ${entityOfRegistrant(market)}
      where t.issuer_id = any(${ids}::bigint[]) ${transcribedBefore(until)}
      ${LATEST_CALL_FIRST} limit ${size}::integer offset ${offset}::integer`);
    const total =
      rows.length < size && (rows.length > 0 || offset === 0) ? offset + rows.length : await count(db, ids, until);
    const { ticker: shown, market_id } = issuer;
    return {
      items: rows.map(row => toTranscript({ ...row, ticker: shown, market_id })),
      total,
      ...asOfOf(day, now, undefined, CURRENT_MEMBERS),
      data_as_of: newestCall(rows),
      empty_reason: whyNoCalls(total),
    };
  },
});

/** A stated period is compared with the company's calendar of now. */
const CURRENT_MEMBERS = ['fiscal_year', 'fiscal_period'];

async function count(db: Database, issuerIds: readonly string[], until: Instant | null): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from transcripts t
    where t.issuer_id = any(${[...issuerIds]}::bigint[]) ${transcribedBefore(until)}`);
  return row?.count ?? 0;
}
