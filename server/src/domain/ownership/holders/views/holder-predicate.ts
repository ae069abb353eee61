import type { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import type { ScreenPredicate } from '../../../kit/screens/screen-predicate.ts';
import { dayOf } from '../../people/views/role-rows.ts';
import type { holderMatch } from './holder-match.ts';
import { HOLDER_COLUMNS, type HolderQuestion, type HolderRow, isWanted, toHolderMatch } from './holder-rows.ts';

/**
 * Companies with a current mandate of a relation and a minimum tenure. Matches are undated, so windows do not filter
 * them.
 */
export function holderPredicate(question: HolderQuestion): ScreenPredicate<z.input<typeof holderMatch>> {
  return {
    companies: ({ until }) => sql`
      select i.entity_id, null::timestamptz as matched_at from person_roles r join issuers i using (issuer_id)
      where ${isWanted(question, dayOf(new Date(until)))}`,
    async matches({ db, entityIds, span }) {
      const today = dayOf(new Date(span.until));
      const rows = await db.query<HolderRow & { entity_id: string }>(sql`
        select distinct on (i.entity_id) i.entity_id, ${HOLDER_COLUMNS}
        from issuers i join person_roles r using (issuer_id) join persons p on p.person_id = r.person_id
        where i.entity_id = any(${[...entityIds]}::bigint[]) and ${isWanted(question, today)}
        order by i.entity_id, r.since_date, r.role_id`);
      return new Map(rows.map(({ entity_id, ...row }) => [entity_id, toHolderMatch(row, today)]));
    },
    anything: sql`select issuer_id from person_roles where since_date is not null`,
    data: 'mandates with a start date',
  };
}
