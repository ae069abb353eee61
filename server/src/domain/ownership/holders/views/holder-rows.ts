import type { z } from 'zod';
import { type Sql, sql } from '../../../../db/database.ts';
import type { ScreenPredicate } from '../../../kit/screens/screen-predicate.ts';
import { toPersonRef } from '../../insiders/model/insider-transaction.ts';
import type { PersonKind } from '../../people/model/person.ts';
import type { HOLDER_RELATIONS, Relation, SinceMeaning } from '../../people/model/role.ts';
import { dayOf, isCurrent, yearsBefore, yearsBetween } from '../../people/views/role-rows.ts';
import type { holderMatch } from './holder-match.ts';

/** The query of a holder screen. */
export interface HolderQuestion {
  relation: (typeof HOLDER_RELATIONS)[number];
  /** Null = any. */
  minTenureYears: number | null;
}

/** Response relations for a requested relation; persons with significant control count as shareholders. */
export function relationsOf(requested: HolderQuestion['relation']): readonly Relation[] {
  return requested === 'shareholder' ? ['major_shareholder', 'significant_control'] : [requested];
}

/** Whether a mandate has the requested relation. A single relation is compared by equality, so that its index keeps the order. */
export function ofRelation({ relation }: HolderQuestion, column: Sql): Sql {
  const [only, ...others] = relationsOf(relation);
  return others.length === 0 ? sql`${column} = ${only}` : sql`${column} = any(${[only, ...others]}::text[])`;
}

/** Mandates `r` that match a screen: current, dated and old enough. */
export function isWanted(question: HolderQuestion, today: string): Sql {
  const since = yearsBefore(today, question.minTenureYears ?? 0);
  return sql`${ofRelation(question, sql`r.relation`)} and r.since_date is not null and r.since_date <= ${since} and ${isCurrent(today)}`;
}

/** A mandate in screen results. */
export interface HolderRow {
  person_id: string;
  name: string;
  kind: PersonKind;
  relation: Relation;
  role_title: string | null;
  since_date: string;
  since_meaning: SinceMeaning;
}

export const HOLDER_COLUMNS = sql`r.person_id, p.name, p.kind, r.relation, r.role_title, r.since_date, r.since_meaning`;

export function toHolderMatch(row: HolderRow, today: string): z.input<typeof holderMatch> {
  return {
    predicate: 'holders',
    match_date: null,
    person: toPersonRef(row),
    relation: row.relation,
    role_title: row.role_title,
    since_date: row.since_date,
    since_meaning: row.since_meaning,
    tenure_years: yearsBetween(row.since_date, today),
  };
}

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
