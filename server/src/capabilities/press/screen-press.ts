import { z } from 'zod';
import { type Database, empty, sql } from '../../db/database.ts';
import { fromCursor, toCursor } from '../cursors.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant, toEntityRef } from '../entity-refs.ts';
import { besideOtherFaults, isWhole, limit, marketId, text } from '../input-fields.ts';
import { operation } from '../operation.ts';
import { issuerScreen } from '../screen-shapes.ts';
import { screenWindow, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../screen-window.ts';
import { PRESS_COLUMNS, type PressRow, toPressRelease } from './press-rows.ts';

const DAYS_BY_DEFAULT = 21;
const DAY_MS = 86_400_000;

const input = z
  .strictObject({
    tier: z.int().min(1).max(3).optional().describe('Only releases of this tier.'),
    market_id: marketId.optional(),
    ...screenWindow,
    limit: limit(100, 20),
    cursor: text(512).optional().describe('The next_cursor of the page before.'),
  })
  .refine(windowsAgree, { ...besideOtherFaults, ...WINDOWS_DISAGREE });

export const screenPress = operation({
  name: 'screenPress',
  route: 'GET /api/v1/press/screen',
  tool: 'screen_press',
  summary: 'Companies by their latest press release',
  description: `Companies with a press release in a window, latest first: for each company and tier its latest release, so that a company stands at most once for each tier. ${DAYS_BY_DEFAULT} days are looked back unless a window is given. Pages show what was there when the first was asked for.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: issuerScreen,
  example: { tier: 1, window: '5y', limit: 2 },
  async run({ db, now }, { cursor, limit: size, ...asked }) {
    const after = cursor === undefined ? null : fromCursor(asked, cursor, place);
    const days = windowDays(asked, DAYS_BY_DEFAULT);
    const asOf = after?.asOf ?? now.toISOString();
    const since = new Date(Date.parse(asOf) - days * DAY_MS).toISOString();
    const rows = await findRows(db, { ...asked, asOf, since }, after, size + 1);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    const position = last && [asOf, last.published_at, last.press_release_id, last.entity_id];
    return {
      items: page.map(toCard),
      next_cursor: rows.length > size && position !== undefined ? toCursor(asked, position) : null,
      window_days: days,
      data_as_of: page[0]?.published_at ?? null,
      empty_reason: page.length > 0 || after !== null ? null : ('not_covered' as const),
    };
  },
});

const instantText = z.iso.datetime();

const place = z
  .tuple([instantText, instantText, z.string().max(200).refine(isWhole), z.string().regex(/^\d{1,18}$/)])
  .transform(([asOf, publishedAt, id, entityId]) => ({ asOf, publishedAt, id, entityId }));

type Place = z.output<typeof place>;

interface Question {
  tier?: number | undefined;
  market_id?: string | undefined;
  asOf: string;
  since: string;
}

type Row = PressRow & EntityRefRow & { entity_id: string };

/** Walks the newest releases; one counts for a company that has no later one of its tier. */
function findRows(db: Database, question: Question, after: Place | null, size: number): Promise<Row[]> {
  const { tier: wanted, market_id, asOf, since } = question;
  const ofTier = wanted === undefined ? empty : sql`and r.tier = ${wanted}::smallint`;
  const inMarket =
    market_id === undefined
      ? empty
      : sql`and exists (
          select from issuers o left join listings l on l.issuer_id = o.issuer_id
          where o.entity_id = about.entity_id and (o.market_id = ${market_id} or l.market_id = ${market_id}))`;
  const behind =
    after === null
      ? empty
      : sql`and (r.published_at < ${after.publishedAt} or (r.published_at = ${after.publishedAt}
          and (r.press_release_id, about.entity_id) > (${after.id}, ${after.entityId}::bigint)))`;
  return db.query<Row>(sql`
    select ${PRESS_COLUMNS}, about.entity_id, ${ENTITY_REF_COLUMNS}
    from press_releases r
      cross join lateral (
        select distinct i.entity_id from press_release_tags t join issuers i on i.issuer_id = t.issuer_id
        where t.press_release_id = r.press_release_id) about
      join issuers i on i.issuer_id = about.entity_id ${entityOfRegistrant(market_id)}
    where r.published_at > ${since} and r.published_at <= ${asOf} and r.stored_at <= ${asOf} ${ofTier} ${inMarket} ${behind}
      and not exists (
        select from issuers o join press_release_tags t on t.issuer_id = o.issuer_id
          join press_releases later on later.press_release_id = t.press_release_id
        where o.entity_id = about.entity_id and later.tier = r.tier and later.published_at <= ${asOf}
          and later.stored_at <= ${asOf} and (later.published_at > r.published_at
            or (later.published_at = r.published_at and later.press_release_id < r.press_release_id)))
    order by r.published_at desc, r.press_release_id, about.entity_id limit ${size}::integer`);
}

function toCard(row: Row) {
  return {
    entity: toEntityRef(row),
    match: {
      predicate: 'press' as const,
      match_date: row.published_at.slice(0, 10),
      press_release: toPressRelease(row, row),
    },
  };
}
