import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore, knownUntil } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { personSlug } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { toPersonRef } from '../../insiders/model/insider-transaction.ts';
import type { Relation } from '../model/role.ts';
import { PEOPLE_RULES_VERSION } from '../rules/rules-version.ts';
import { personRef, relation, role } from '../views/people-shapes.ts';
import {
  findPerson,
  IS_ONLY_OR_BEST,
  idsOfPerson,
  newestOf,
  ROLE_COLUMNS,
  ROLE_JOINS,
  type RoleRow,
  rolesInOrder,
  toRole,
} from '../views/role-rows.ts';
import { CURRENT_MEMBERS, profileKnown, STORED_ROLES } from '../views/roles-known.ts';
import { whyNoMandate } from '../views/why-no-mandate.ts';

const ROLES_SHOWN = 25;

/** Excluded from registry numbers: this scheme identifies persons by name and issuer. */
const BY_NAME = 'name';

export const getPerson = operation({
  name: 'getPerson',
  route: 'GET /api/v1/people/{slug}',
  tool: 'get_person',
  summary: 'A person and their mandates',
  description:
    'A director, officer or owner: names as filed, registry numbers, year of birth if a register publishes it, and mandates at all companies, current first. The slug of an entry that was merged into another person returns that person, with its current slug.',
  tag: 'People and insiders',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    slug: personSlug,
    as_of: asOf.optional(),
  }),
  output: personRef
    .extend({
      person_id: z.string(),
      aliases: z.array(z.string()).describe('Every name as stated by sources.'),
      birth_year: z.int().nullable(),
      country_code: z.string().nullable().describe('ISO 3166-1 alpha-2, null if no registry states it.'),
      identifiers: z.array(z.object({ scheme: z.string(), identifier: z.string() })),
      relations: z.array(relation),
      companies_count: z.int().describe('Companies with a current or past mandate.'),
      roles: z.array(role).describe(`Current first, then latest start first; at most ${ROLES_SHOWN}.`),
      roles_total: z.int(),
      ...asOfFields,
      ...fresh,
      ...notCoveredField,
    })
    .meta({ id: 'PersonProfileResponse' }),
  example: { slug: 'robin-sample-e01c7fe6' },
  async run({ db, now }, { slug, as_of: day }) {
    const today = dayAsOf(day, now);
    const person = await findPerson(db, slug);
    const then =
      day === undefined ? null : await profileKnown(db, person.person_id, { asOf: day, until: knownUntil(day, now) });
    const { ctes, withs } = then ?? STORED_ROLES;
    const known = await db.queryOne<{
      aliases: string[];
      identifiers: { scheme: string; identifier: string }[];
      relations: Relation[];
      companies_count: number;
      companies_with_roles: number;
      born: string | null;
      country_code: string | null;
      roles_total: number;
    }>(sql`
      with ${ctes} same as materialized (${idsOfPerson(person.person_id)})
      select
        array(select distinct n.name from person_names n join same using (person_id) order by n.name) as aliases,
        coalesce((select json_agg(json_build_object('scheme', d.scheme, 'identifier', d.identifier)
          order by d.scheme, d.identifier)
          from person_identifiers d join same using (person_id) where d.scheme <> ${BY_NAME}), '[]') as identifiers,
        coalesce(c.relations, '{}') as relations, coalesce(c.companies_count, 0) as companies_count,
        (select count(distinct i.entity_id)::integer from person_roles r join issuers i using (issuer_id)
          where r.person_id = ${person.person_id}::uuid) as companies_with_roles, c.born, c.country_code,
        (select count(*)::integer from person_roles r where r.person_id = ${person.person_id}::uuid and ${IS_ONLY_OR_BEST}) as roles_total
      from (values (1)) one left join person_cards c on c.person_id = ${person.person_id}::uuid`);
    const roles = await db.query<RoleRow>(sql`
      ${withs}
      select ${ROLE_COLUMNS} from person_roles r ${ROLE_JOINS} where r.person_id = ${person.person_id}::uuid and ${IS_ONLY_OR_BEST}
      order by ${rolesInOrder(today)} limit ${ROLES_SHOWN}::integer`);
    const born = then === null ? known?.born : then.born;
    return {
      ...toPersonRef(person),
      person_id: person.person_id,
      aliases: then?.aliases ?? known?.aliases ?? [],
      birth_year: born == null ? null : Number(born.slice(0, 4)),
      country_code: (then === null ? known?.country_code : then.countryCode) ?? null,
      identifiers: known?.identifiers ?? [],
      relations: then?.relations ?? known?.relations ?? [],
      companies_count: (then === null ? known?.companies_count : known?.companies_with_roles) ?? 0,
      roles: roles.map(row => toRole(row, today)),
      roles_total: known?.roles_total ?? 0,
      ...asOfOf(day, now, PEOPLE_RULES_VERSION, [...CURRENT_MEMBERS, 'name', 'kind']),
      data_as_of: newestOf(roles) ?? (day === undefined ? person.named_at : null),
      ...(roles.length > 0 ? { empty_reason: null } : await whyNoMandate(db, person.person_id, knownBefore(day, now))),
    };
  },
});
