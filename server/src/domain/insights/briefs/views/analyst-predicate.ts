import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { ScreenPredicate, ScreenSpan } from '../../../kit/screens/screen-predicate.ts';
import type { AnalystSource, Stance } from '../model.ts';
import { analystSource, stance, toVerdictResponse, VERDICT_COLUMNS, type VerdictRow } from './verdict.ts';

/** The latest verdict of the documented rules on a company. */
export const analystMatch = z
  .object({
    predicate: z.literal('analyst'),
    match_date: isoDate.nullable().describe('When its filing or call became known, UTC.'),
    stance,
    analyst_source: analystSource,
    stance_score: z.number(),
    filing_id: z.string().nullable(),
    transcript_id: z.string().nullable(),
    summary: z.string(),
  })
  .meta({ id: 'AnalystMatch' });

export interface AnalystCriteria {
  stances: readonly Stance[];
  /** Undefined: the call's verdict, else the filing's. */
  source: AnalystSource | undefined;
}

/** Matches companies whose latest verdict has one of the stances and is in the window. Earlier verdicts do not count. */
export function analystPredicate({ stances, source }: AnalystCriteria): ScreenPredicate<z.input<typeof analystMatch>> {
  const ofSource = source === undefined ? empty : sql`and v.analyst_source = ${source}`;
  const latest = (condition: Sql): Sql => sql`
    select distinct on (i.entity_id) i.entity_id, v.* from verdicts v join issuers i using (issuer_id)
    where v.method = 'rules' ${ofSource} ${condition}
    order by i.entity_id, v.analyst_source, v.known_at desc, v.issuer_id`;
  const wanted = ({ after, until }: ScreenSpan): Sql => sql`
    v.stance = any(${[...stances]}::text[]) and v.known_at > ${after} and v.known_at <= ${until}`;
  return {
    companies: span => sql`
      select v.entity_id, v.known_at as matched_at from (${latest(empty)}) v where ${wanted(span)}`,
    async matches({ db, entityIds, span }) {
      const rows = await db.query<VerdictRow & { entity_id: string }>(sql`
        select v.entity_id, ${VERDICT_COLUMNS}
        from (${latest(sql`and i.entity_id = any(${[...entityIds]}::bigint[])`)}) v where ${wanted(span)}`);
      return new Map(
        rows.map(row => {
          const { stance, analyst_source, stance_score, filing_id, transcript_id, summary } = toVerdictResponse(row);
          const head = { predicate: 'analyst' as const, match_date: row.known_at.slice(0, 10) };
          return [
            row.entity_id,
            { ...head, stance, analyst_source, stance_score, filing_id, transcript_id, summary },
          ] as const;
        }),
      );
    },
    anything: sql`select issuer_id from verdicts`,
    data: 'verdicts on annual reports and calls',
  };
}
