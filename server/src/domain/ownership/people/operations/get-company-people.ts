import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import type { Relation } from '../model/role.ts';
import { dayOf, isCurrent, newestOf, ROLE_COLUMNS, ROLE_JOINS, type RoleRow, toHeldRole } from '../views/role-rows.ts';
import { type Role, role } from '../views/role-shapes.ts';

const MOST_EACH = 100;

export const getCompanyPeople = operation({
  name: 'getCompanyPeople',
  route: 'GET /api/v1/companies/{market}/{ticker}/people',
  tool: 'get_company_people',
  summary: "A company's officers, directors and owners",
  description: `Current officers, directors, major shareholders and persons with significant control of a company, each with its start date, source and quoted evidence. Largest stake first, then longest in office; at most ${MOST_EACH} of each. Ended and long unconfirmed mandates are omitted; get_person lists them.`,
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker: ticker.describe('Ticker of a listing, or the canonical key of an unlisted company: uk:04475590.'),
  }),
  output: z
    .object({
      entity: entityRef,
      officers: z.array(role),
      directors: z.array(role),
      major_shareholders: z.array(role),
      significant_control: z.array(role),
      ...fresh,
    })
    .meta({ id: 'CompanyPeopleOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now }, asked) {
    const today = dayOf(now);
    const named = asked.ticker.includes(':')
      ? { canonical_key: asked.ticker }
      : { ticker: asked.ticker, market_id: asked.market };
    const issuer = await findIssuer(db, named, 'market');
    const ids = issuerIdsOf(issuer);
    // A person whom two registrants of the company name has one place in each list: what says most of them.
    const rows = await db.query<RoleRow>(sql`
      select ${ROLE_COLUMNS} from (
        select r.*, row_number() over (partition by r.relation
          order by r.ownership_pct desc nulls last, r.since_date nulls last, r.observed_since_date, r.role_id) as place
        from (
          select distinct on (r.person_id, r.relation) r.* from person_roles r
          where r.issuer_id = any(${ids}::bigint[]) and ${isCurrent(today)}
          order by r.person_id, r.relation, r.since_date nulls last, r.confirmed_date desc, r.role_id
        ) r
      ) r ${ROLE_JOINS} where r.place <= ${MOST_EACH}::integer order by r.relation, r.place`);
    const of = (relation: Relation): Role[] =>
      rows.filter(row => row.relation === relation).map(row => toHeldRole(row, today));
    const known = rows.length > 0 || (await hasHadPeople(db, ids));
    return {
      entity: toEntityRef(issuer),
      officers: of('officer'),
      directors: of('director'),
      major_shareholders: of('major_shareholder'),
      significant_control: of('significant_control'),
      data_as_of: newestOf(rows),
      empty_reason: rows.length > 0 ? null : known ? ('not_reported' as const) : ('not_covered' as const),
    };
  },
});

async function hasHadPeople(db: Parameters<typeof findIssuer>[0], ids: readonly string[]): Promise<boolean> {
  return (
    (await db.queryOne(sql`select role_id from person_roles where issuer_id = any(${[...ids]}::bigint[]) limit 1`)) !==
    null
  );
}
