import { z } from 'zod';
import { type Database, empty, sql } from '../../../../db/database.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { endOfDay } from '../../../kit/end-of-day.ts';
import { limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { type WhyNone, whyNone } from '../../../kit/screens/screen-predicate.ts';
import { TARGET_STATUSES } from '../../../markets/climate/model.ts';
import {
  NEWEST_LIST,
  TARGET_COLUMNS,
  TARGET_LINKS,
  type TargetRow,
  toTarget,
} from '../../../markets/climate/views/target-rows.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { issuerScreen } from '../views/screen-shapes.ts';

const input = z.strictObject({
  near_term_status: z.enum(TARGET_STATUSES).optional().describe('Only targets with this near-term status.'),
  net_zero_year_max: z.int().min(2000).max(2200).optional().describe('Only net-zero targets up to this year.'),
  market_id: marketId.optional(),
  limit: limit(100, 20),
  cursor: text(512).optional().describe('The next_cursor of the previous page.'),
});

const fullScreen = operation({
  name: 'screenClimate',
  route: 'GET /api/v1/climate/screen',
  tool: 'screen_climate',
  summary: 'Companies by climate target',
  description:
    'Companies with a target in the newest stored list of the Science Based Targets initiative, each once, earliest net-zero year first, companies without one last. getCompanyClimate describes how rows match companies. A removed commitment is a status of the list; companies not in the list are not returned. Empty if the operator disabled the data set.',
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: issuerScreen,
  example: { near_term_status: 'targets_set', limit: 2 },
  async run({ db, now, switchedOff = [] }, { cursor, limit: size, ...requested }) {
    const after = cursor === undefined ? null : fromCursor('screenClimate', requested, cursor, place);
    const isOff = switchedOff.includes('climate_targets');
    const rows = isOff ? [] : await findRows(db, requested, after, size + 1);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    const position = last && [String(last.place_year), last.entity_id];
    return {
      items: page.map(row => ({
        entity: toEntityRef(row),
        match: { predicate: 'climate' as const, match_date: row.status_date, climate_target: toTarget(targetOf(row)) },
      })),
      next_cursor: rows.length > size && position !== undefined ? toCursor('screenClimate', requested, position) : null,
      window_days: null,
      data_as_of: page[0] === undefined ? null : endOfDay(page[0].vintage_date, now),
      ...(page.length > 0 || after !== null ? { empty_reason: null } : await whyNobody(db, requested.market_id, isOff)),
    };
  },
});

export const screenClimate = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

const LIST = 'a list of the Science Based Targets initiative';

/** A list names companies of all markets. A stored list with no match states that no known company has such a target. */
async function whyNobody(db: Database, marketId: string | undefined, isOff: boolean): Promise<WhyNone> {
  if (isOff) return { empty_reason: 'not_covered', not_covered: [`${LIST}: the operator disabled it`] };
  const list = await db.queryOne(sql`select from climate_vintages limit 1`);
  if (list === null) return { empty_reason: 'not_covered', not_covered: [LIST] };
  return whyNone(db, { anything: sql`select issuer_id from issuers`, data: 'companies' }, marketId);
}

const place = z
  .tuple([z.string().regex(/^\d{1,4}$/), z.string().regex(/^\d{1,18}$/)])
  .transform(([year, entityId]) => ({ year: Number(year), entityId }));

type Row = TargetRow & EntityRefRow & { entity_id: string; place_year: number };

function targetOf({ entity_id: _entity, place_year: _year, ...row }: Row): TargetRow {
  const { canonical_key: _key, company_name: _name, ticker: _ticker, market_id: _market, ...target } = row;
  return target;
}

/** Sorts targets without a year last. */
const NO_YEAR = 9_999;

/** If a list has several rows of a company, the row with better evidence wins, then the newer status. */
async function findRows(
  db: Database,
  requested: Omit<z.output<typeof input>, 'cursor' | 'limit'>,
  after: z.output<typeof place> | null,
  size: number,
): Promise<Row[]> {
  const { near_term_status: status, net_zero_year_max: latest, market_id } = requested;
  const ofStatus = status === undefined ? empty : sql`and t.near_term_status = ${status}`;
  const byYear = latest === undefined ? empty : sql`and t.net_zero_year <= ${latest}::smallint`;
  const aside = await fictionalIssuersToHide(
    db,
    market_id,
    fictional => sql`select from (${TARGET_LINKS}) k where k.entity_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
  const behind =
    after === null ? empty : sql`and (place_year, entity_id) > (${after.year}::integer, ${after.entityId}::bigint)`;
  const inMarket =
    market_id === undefined
      ? empty
      : sql`and exists (
          select from issuers o left join listings l on l.issuer_id = o.issuer_id
          where o.entity_id = one.entity_id and (o.market_id = ${market_id} or l.market_id = ${market_id}))`;
  return db.query<Row>(sql`
    with listed as (
      select distinct on (k.entity_id) k.entity_id, k.source, k.target_digest, k.matched_on
      from (${TARGET_LINKS}) k join climate_targets t on t.source = k.source and t.target_digest = k.target_digest
      where t.first_vintage <= ${NEWEST_LIST} and t.last_vintage >= ${NEWEST_LIST}
      order by k.entity_id, k.matched_on = 'name', k.matched_on = 'isin', t.status_date desc nulls last, t.target_digest
    ), page as (
      select * from (
        select k.*, coalesce(t.net_zero_year, ${NO_YEAR}::integer)::integer as place_year
        from listed k join climate_targets t on t.source = k.source and t.target_digest = k.target_digest
        where true ${ofStatus} ${byYear}) one
      where true ${andNot(sql`one.entity_id`, aside)} ${inMarket} ${behind}
      order by place_year, entity_id limit ${size}::integer
    )
    select ${TARGET_COLUMNS}, k.entity_id, k.place_year, ${ENTITY_REF_COLUMNS}
    from page k join climate_targets t on t.source = k.source and t.target_digest = k.target_digest
      join issuers i on i.issuer_id = k.entity_id ${entityOfRegistrant(market_id)}
    order by k.place_year, k.entity_id`);
}
