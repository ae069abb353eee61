import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import {
  FILING_REF_COLUMNS,
  type FilingRefRow,
  filingRef,
  toFilingRef,
} from '../../../filings/filings/views/filing.ts';
import { andReadBy } from '../../../filings/proposals/views/read-by.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { ScreenPredicate, ScreenSpan } from '../../../kit/screens/screen-predicate.ts';
import type { Severity } from '../model.ts';
import { FLAG_COUNTS, type FlagColumns, flagNotWithdrawn, redFlag, toRedFlags } from './red-flag.ts';

/** The newest filing of a company in the window that raises a matching flag. */
export const redFlagMatch = z
  .object({
    predicate: z.literal('red_flag'),
    match_date: isoDate.nullable().describe('Day on which the filing became known, UTC.'),
    filing: filingRef,
    red_flags: z
      .array(redFlag)
      .describe('The matching flags that are judged an event or not yet judged, severest first.'),
  })
  .meta({ id: 'RedFlagMatch' });

export interface RedFlagCriteria {
  ruleId?: string | undefined;
  severity?: Severity | undefined;
  /** `rules`, `model` or `model:<name>`. */
  readBy?: string | undefined;
  /**
   * Only what was known before this instant. Flags from figures are left out: they are computed from the newest values of a year, which
   * a later report may have restated.
   */
  knownBefore?: Instant | null;
}

type Row = FilingRefRow & { entity_id: string; flags: Omit<FlagColumns, 'registry' | 'native_id'>[] };

/** Matches companies with a filing in the window that raises a flag judged an event or not yet judged. */
export function redFlagPredicate({
  ruleId,
  severity,
  readBy,
  knownBefore = null,
}: RedFlagCriteria): ScreenPredicate<z.input<typeof redFlagMatch>> {
  const ofReader = andReadBy(sql`f.read_by`, readBy);
  const ofRule = ruleId === undefined ? empty : sql`and f.rule_id = ${ruleId}`;
  const ofSeverity = severity === undefined ? empty : sql`and f.severity = ${severity}`;
  const ofOrigin =
    knownBefore === null ? empty : sql`and f.read_from <> 'figures' and f.known_at < ${knownBefore}::timestamptz`;
  const inWindow = ({ after, until }: ScreenSpan) => sql`
    ${FLAG_COUNTS} ${ofRule} ${ofSeverity} ${ofReader} ${ofOrigin} and f.known_at > ${after} and f.known_at <= ${until} and ${flagNotWithdrawn(knownBefore)}`;
  return {
    companies: span => sql`
      select i.entity_id, f.known_at as matched_at from red_flags f join issuers i using (issuer_id) where ${inWindow(span)}`,
    async matches({ db, entityIds, span }) {
      const rows = await db.query<Row>(sql`
        with newest as (
          select distinct on (i.entity_id) i.entity_id, f.issuer_id, f.registry, f.native_id
          from issuers i join red_flags f using (issuer_id)
          where i.entity_id = any(${[...entityIds]}::bigint[]) and ${inWindow(span)}
          order by i.entity_id, f.known_at desc, f.native_id
        )
        select n.entity_id, ${FILING_REF_COLUMNS}, (
            select json_agg(json_build_object('rule_id', f.rule_id, 'read_from', f.read_from, 'severity', f.severity,
              'judgement', f.judgement, 'is_open', f.is_open, 'words', f.words,
              'read_by', f.read_by) order by f.rule_id, f.read_from)
            from red_flags f
            where f.issuer_id = n.issuer_id and f.registry = n.registry and f.native_id = n.native_id
              and ${FLAG_COUNTS} ${ofRule} ${ofSeverity} ${ofReader} ${ofOrigin}) as flags
        from newest n
        join filings g on g.issuer_id = n.issuer_id and g.registry = n.registry and g.native_id = n.native_id`);
      return new Map(
        rows.map(row => {
          const flags = row.flags.map(flag => ({ ...flag, registry: row.registry, native_id: row.native_id }));
          const head = { predicate: 'red_flag' as const, match_date: row.known_at.slice(0, 10) };
          return [row.entity_id, { ...head, filing: toFilingRef(row), red_flags: toRedFlags(flags, row.url) }];
        }),
      );
    },
    anything: knownBefore === null ? sql`select issuer_id from red_flag_readings` : readBefore(knownBefore),
    data: 'filings read for red flags',
  };
}

function readBefore(until: Instant): Sql {
  return sql`select r.issuer_id from red_flag_readings r join filings g using (issuer_id, registry, native_id)
    where g.known_at < ${until}::timestamptz`;
}
