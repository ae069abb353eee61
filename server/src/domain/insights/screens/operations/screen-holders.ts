import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { date, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { whyNone } from '../../../kit/screens/screen-predicate.ts';
import {
  HOLDER_COLUMNS,
  type HolderQuestion,
  type HolderRow,
  isWanted,
  ofRelation,
  relationsOf,
  toHolderMatch,
} from '../../../ownership/holders/views/holder-rows.ts';
import { HOLDER_RELATIONS } from '../../../ownership/people/model/role.ts';
import { dayOf } from '../../../ownership/people/views/role-rows.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { issuerScreen } from '../views/screen-shapes.ts';

const input = z.strictObject({
  relation: z
    .enum(HOLDER_RELATIONS)
    .default('director')
    .describe('shareholder: major shareholders and persons with significant control.'),
  min_tenure_years: z.number().min(0).max(100).optional().describe('Minimum duration of the mandate in years.'),
  market_id: marketId.optional(),
  limit: limit(100, 20),
  cursor: text(512).optional().describe('The next_cursor of the previous page.'),
});

const fullScreen = operation({
  name: 'screenHolders',
  route: 'GET /api/v1/holders/screen',
  tool: 'screen_holders',
  summary: 'Companies by tenure of officers and shareholders',
  description:
    'Companies with a current mandate of a minimum duration, longest first: the longest-serving director or officer, or the longest-disclosed stake or significant control. Only mandates with a stated start date count. If no mandate of the relation has one, the response is 400 no_dated_mandate; its empty_reason is not_covered if no mandate of the relation is stored at all.',
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor', 'no_dated_mandate'],
  input,
  output: issuerScreen,
  example: { relation: 'director', limit: 3 },
  async run({ db, now }, { cursor, limit: size, ...requested }) {
    const after = cursor === undefined ? null : fromCursor('screenHolders', requested, cursor, place);
    const today = after?.today ?? dayOf(now);
    const { relation, market_id, min_tenure_years: years } = requested;
    const question = { relation, market_id, minTenureYears: years ?? null };
    const rows = await findRows(db, question, { today, after, size: size + 1 });
    if (rows.length === 0 && after === null) await requireDatedMandate(db, question, today);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    const position = last && [today, last.since_date, last.role_id];
    return {
      items: page.map(row => ({ entity: toEntityRef(row), match: toHolderMatch(row, today) })),
      next_cursor: rows.length > size && position !== undefined ? toCursor('screenHolders', requested, position) : null,
      window_days: null,
      data_as_of: page.length === 0 ? null : `${newestOf(page)}T00:00:00Z`,
      empty_reason: page.length > 0 || after !== null ? null : ('not_reported' as const),
    };
  },
});

export const screenHolders = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

const place = z.tuple([date, date, z.uuid()]).transform(([today, sinceDate, roleId]) => ({ today, sinceDate, roleId }));

interface Question extends HolderQuestion {
  market_id?: string | undefined;
}

type Row = HolderRow & EntityRefRow & { role_id: string; confirmed_date: string };

function newestOf(rows: readonly Row[]): string {
  return (
    rows
      .map(row => row.confirmed_date)
      .sort()
      .at(-1) ?? ''
  );
}

/** Condition on `issuers i`: the company has a registrant or a listing in the market. */
function inMarket({ market_id }: Question): Sql {
  if (market_id === undefined) return empty;
  return sql`and (i.market_id = ${market_id} or exists (
    select from issuers o join listings l on l.issuer_id = o.issuer_id
    where o.entity_id = i.entity_id and l.market_id = ${market_id}))`;
}

/** Scans the index of start dates: the first row of a company is its longest mandate, and later rows are skipped. */
async function findRows(
  db: Database,
  question: Question,
  { today, after, size }: { today: string; after: z.output<typeof place> | null; size: number },
): Promise<Row[]> {
  const behind =
    after === null ? empty : sql`and (r.since_date, r.role_id) > (${after.sinceDate}::date, ${after.roleId}::uuid)`;
  const aside = await fictionalIssuersToHide(
    db,
    question.market_id,
    fictional => sql`
      select from person_roles r where ${isWanted({ ...question, minTenureYears: null }, today)}
        and r.issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
  return db.query<Row>(sql`
    with page as materialized (
      select r.* from person_roles r join issuers i on i.issuer_id = r.issuer_id
      where ${isWanted(question, today)} ${andNot(sql`r.issuer_id`, aside)} ${behind} ${inMarket(question)}
        and not exists (
          select from issuers o join person_roles b on b.issuer_id = o.issuer_id
          where o.entity_id = i.entity_id and (b.since_date, b.role_id) < (r.since_date, r.role_id)
            and ${ofRelation(question, sql`b.relation`)} and b.since_date is not null and b.current_until > ${today}::date)
      order by r.since_date, r.role_id limit ${size}::integer
    )
    select ${HOLDER_COLUMNS}, r.role_id, r.confirmed_date, ${ENTITY_REF_COLUMNS}
    from page r join persons p on p.person_id = r.person_id
    join issuers i on i.issuer_id = r.issuer_id ${entityOfRegistrant(question.market_id)}
    order by r.since_date, r.role_id`);
}

async function requireDatedMandate(db: Database, question: Question, today: string): Promise<void> {
  const any = await db.queryOne(sql`
    select r.role_id from person_roles r join issuers i on i.issuer_id = r.issuer_id
    where ${isWanted({ ...question, minTenureYears: null }, today)} ${inMarket(question)} limit 1`);
  if (any !== null) return;
  const where = question.market_id === undefined ? '' : ` in the market ${question.market_id}`;
  const anything = sql`select issuer_id from person_roles r where ${ofRelation(question, sql`r.relation`)}`;
  const relations = relationsOf(question.relation).join(' or ');
  throw new AsfiledError(
    'no_dated_mandate',
    `No current mandate of the relation ${relations} has a start date${where}. Choose another relation or market.`,
    { ...(await whyNone(db, { anything, data: `mandates of the relation ${relations}` }, question.market_id)) },
  );
}
