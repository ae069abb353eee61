import { z } from 'zod';
import { empty, sql } from '../../../../db/database.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore, knownUntil } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { limit, personSlug } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { toPersonRef } from '../../insiders/model/insider-transaction.ts';
import { PEOPLE_RULES_VERSION } from '../rules/rules-version.ts';
import { personRef, relation, role } from '../views/people-shapes.ts';
import {
  findPerson,
  IS_ONLY_OR_BEST,
  newestOf,
  ROLE_COLUMNS,
  ROLE_JOINS,
  type RoleRow,
  rolesInOrder,
  toRole,
} from '../views/role-rows.ts';
import { CURRENT_MEMBERS, profileKnown, STORED_ROLES } from '../views/roles-known.ts';
import { whyNoMandate } from '../views/why-no-mandate.ts';

export const listPersonCompanies = operation({
  name: 'listPersonCompanies',
  route: 'GET /api/v1/people/{slug}/companies',
  tool: 'list_person_companies',
  summary: "A person's mandates, page by page",
  description:
    'Mandates of a person or institution at all companies: current first, then latest start first. tenure_years is counted from since_date, which a dated appointment or the unbroken disclosure of a stake states; observed_since_date is when a source first showed the mandate.',
  tag: 'People and insiders',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    slug: personSlug,
    relation: relation.optional().describe('Only mandates of this relation.'),
    as_of: asOf.optional(),
    limit: limit(100, 25),
    offset: z.int().min(0).max(1_000_000).default(0).describe('Number of rows to skip.'),
  }),
  output: z
    .object({ items: z.array(role), total: z.int(), person: personRef, ...asOfFields, ...fresh, ...notCoveredField })
    .meta({ id: 'PersonRolesResponse' }),
  example: { slug: 'robin-sample-e01c7fe6', limit: 5 },
  async run({ db, now }, requested) {
    const { as_of: day } = requested;
    const today = dayAsOf(day, now);
    const person = await findPerson(db, requested.slug);
    const ofRelation = requested.relation === undefined ? empty : sql`and r.relation = ${requested.relation}`;
    const { withs } =
      day === undefined
        ? STORED_ROLES
        : await profileKnown(db, person.person_id, { asOf: day, until: knownUntil(day, now) });
    const rows = await db.query<RoleRow>(sql`
      ${withs}
      select ${ROLE_COLUMNS} from (
        select r.* from person_roles r where r.person_id = ${person.person_id}::uuid and ${IS_ONLY_OR_BEST} ${ofRelation}
        order by ${rolesInOrder(today)} offset ${requested.offset}::integer limit ${requested.limit}::integer
      ) r ${ROLE_JOINS} order by ${rolesInOrder(today)}`);
    const counted = await db.queryOne<{ total: number }>(sql`
      ${withs}
      select count(*)::integer as total from person_roles r where r.person_id = ${person.person_id}::uuid and ${IS_ONLY_OR_BEST} ${ofRelation}`);
    const total = counted?.total ?? 0;
    return {
      items: rows.map(row => toRole(row, today)),
      total,
      person: toPersonRef(person),
      ...asOfOf(day, now, PEOPLE_RULES_VERSION, CURRENT_MEMBERS),
      data_as_of: newestOf(rows) ?? (day === undefined ? person.named_at : null),
      ...(total > 0 ? { empty_reason: null } : await whyNoMandate(db, person.person_id, knownBefore(day, now))),
    };
  },
});
