import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import type { Relation } from '../model/role.ts';
import { PEOPLE_RULES_VERSION } from '../rules/rules-version.ts';
import { type Role, role } from '../views/people-shapes.ts';
import { newestOf, ROLE_COLUMNS, ROLE_JOINS, type RoleRow, toHeldRole } from '../views/role-rows.ts';
import { CURRENT_MEMBERS, rolesKnown } from '../views/roles-known.ts';
import { whyNobody } from '../views/why-no-mandate.ts';

const MAX_EACH = 100;

export const getCompanyPeople = operation({
  name: 'getCompanyPeople',
  route: 'GET /api/v1/companies/{market}/{ticker}/people',
  tool: 'get_company_people',
  summary: "A company's officers, directors and owners",
  description: `Current officers, directors, major shareholders and persons with significant control of a company, each with start date, source and quoted evidence. Largest stake first, then longest in office; at most ${MAX_EACH} per list. Ended mandates are omitted; get_person returns them. If no source has recently confirmed any mandate of a list, the list shows those of its newest source with is_stale true, and as_of is their date.`,
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker: ticker.describe('Ticker of a listing, or the canonical key of an unlisted company: uk:04475590.'),
    as_of: asOf
      .optional()
      .describe(
        `${asOf.description} Lists of a register count from the day on which they were read, because registers give only their present state.`,
      ),
  }),
  output: z
    .object({
      entity: entityRef,
      officers: z.array(role),
      directors: z.array(role),
      major_shareholders: z.array(role),
      significant_control: z.array(role),
      as_of: isoDate
        .nullable()
        .describe('Date of the newest source that confirms what is shown, not the requested day; null without people.'),
      known_until: asOfFields.known_until,
      rules_version: asOfFields.rules_version,
      current_members: asOfFields.current_members,
      is_stale: z
        .boolean()
        .describe(
          'True if a list shows the mandates of its newest source because none was confirmed recently; these have is_current false.',
        ),
      ...notCoveredField,
      ...fresh,
    })
    .meta({ id: 'CompanyPeopleOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now }, requested) {
    const { as_of: day } = requested;
    const today = dayAsOf(day, now);
    const until = knownBefore(day, now);
    const named = requested.ticker.includes(':')
      ? { canonical_key: requested.ticker }
      : { ticker: requested.ticker, market_id: requested.market };
    const issuer = await findIssuer(db, named, 'market');
    const ids = issuerIdsOf(issuer);
    const { ctes } = await rolesKnown(db, ids, until);
    // A person of two registrants of the company is listed once, with the most complete mandate.
    const rows = await db.query<RoleRow>(sql`
      with ${ctes} known as materialized (
        select r.* from person_roles r
        where r.issuer_id = any(${ids}::bigint[]) and coalesce(r.since_date, r.observed_since_date) <= ${today}::date
          and coalesce(r.until_date, 'infinity') > ${today}::date
      ), shown as (
        -- Of a relation that nobody has confirmed for too long, what its newest source said.
        select k.* from known k where k.current_until > ${today}::date or k.relation not in (
            select c.relation from known c where c.current_until > ${today}::date)
          and k.confirmed_date = (select max(n.confirmed_date) from known n where n.relation = k.relation)
      )
      select ${ROLE_COLUMNS} from (
        select r.*, row_number() over (partition by r.relation
          order by r.ownership_pct desc nulls last, r.since_date nulls last, r.observed_since_date, r.role_id) as place
        from (
          select distinct on (r.person_id, r.relation) r.* from shown r
          order by r.person_id, r.relation, r.since_date nulls last, r.confirmed_date desc, r.role_id
        ) r
      ) r ${ROLE_JOINS} where r.place <= ${MAX_EACH}::integer order by r.relation, r.place`);
    const of = (relation: Relation): Role[] =>
      rows.filter(row => row.relation === relation).map(row => toHeldRole(row, today));
    const missing = rows.length > 0 ? {} : await whyNobody(db, ids, until);
    const { as_of: _, ...known } = asOfOf(day, now, PEOPLE_RULES_VERSION, CURRENT_MEMBERS);
    return toJsonText({
      entity: toEntityRef(issuer),
      officers: of('officer'),
      directors: of('director'),
      major_shareholders: of('major_shareholder'),
      significant_control: of('significant_control'),
      as_of: newestOf(rows)?.slice(0, today.length) ?? null,
      is_stale: rows.some(row => row.current_until <= today),
      ...known,
      data_as_of: newestOf(rows),
      empty_reason: null,
      ...missing,
    });
  },
});
