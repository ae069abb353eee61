import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import { PRESS_COLUMNS, type PressRow, toPressRelease } from '../../../disclosures/press/views.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { asOf, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fromCursor, positionInstant, toCursor } from '../../../kit/cursors.ts';
import { isWhole } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import {
  beginningOf,
  WINDOWS_DISAGREE,
  whyNone,
  windowDays,
  windowedPage,
  windowsAgree,
} from '../../../kit/screens/screen-predicate.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { issuerScreen } from '../views/screen-shapes.ts';

const DAYS_BY_DEFAULT = 21;

const input = z
  .strictObject({
    tier: z.int().min(1).max(3).optional().describe('Only releases of this tier.'),
    as_of: asOf.optional().describe(`${asOf.description} The window ends with that day.`),
    ...windowedPage,
  })
  .refine(windowsAgree, WINDOWS_DISAGREE);

const fullScreen = operation({
  name: 'screenPress',
  route: 'GET /api/v1/press/screen',
  tool: 'screen_press',
  summary: 'Companies by their latest press release',
  description: `Companies with a press release in the window (default ${DAYS_BY_DEFAULT} days), latest first, with the latest release per company and tier. If no company has one, not_reported means that releases of others in the window were read. All pages reflect the time of the first page.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: issuerScreen,
  example: { tier: 1, window: '5y', limit: 2 },
  async run({ db, now }, { cursor, limit: size, ...requested }) {
    const after = cursor === undefined ? null : fromCursor('screenPress', requested, cursor, place);
    const days = windowDays(requested, DAYS_BY_DEFAULT);
    const known = knownBefore(requested.as_of, now);
    const end = known === null ? now : new Date(Date.parse(known) - 1);
    const until = after?.until ?? end.toISOString();
    // Later pages reflect the time of the first; releases of a past day may have been read at any time.
    const storedBy = known === null ? until : now.toISOString();
    const since = beginningOf(days, until);
    const aside = await fictionalIssuersToHide(
      db,
      requested.market_id,
      fictional => sql`select from press_newest where issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
    );
    const rows = await findRows(db, { ...requested, aside, until, storedBy, since }, after, size + 1);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    const position = last && [until, last.published_at, last.press_release_id, last.entity_id];
    return {
      items: page.map(toCard),
      next_cursor: rows.length > size && position !== undefined ? toCursor('screenPress', requested, position) : null,
      window_days: days,
      ...asOfOf(requested.as_of, now),
      data_as_of: page[0]?.published_at ?? null,
      ...(page.length > 0 || after !== null
        ? { empty_reason: null }
        : await whyNone(
            db,
            { anything: releasesOf(since, until), data: `press releases since ${since.slice(0, 10)}` },
            requested.market_id,
          )),
    };
  },
});

/** Companies with a release of any tier in the window: the wires were read. */
function releasesOf(since: string, until: string): Sql {
  return sql`
    select t.issuer_id from press_releases r join press_release_tags t using (press_release_id)
    where r.published_at > ${since} and r.published_at <= ${until}`;
}

export const screenPress = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

const place = z
  .tuple([positionInstant, positionInstant, z.string().max(200).refine(isWhole), z.string().regex(/^\d{1,18}$/)])
  .transform(([until, publishedAt, id, entityId]) => ({ until, publishedAt, id, entityId }));

type Place = z.output<typeof place>;

interface Question {
  tier?: number | undefined;
  market_id?: string | undefined;
  /** Fictional issuers that the screen leaves out. */
  aside: readonly string[];
  /** End of the window. */
  until: string;
  /** Releases that were stored later are left out. */
  storedBy: string;
  since: string;
}

type Row = PressRow & EntityRefRow & { entity_id: string };

/**
 * Reads the newest release per company and tier from a separate table. If it was published after the time of the first page, the
 * previous release is used.
 */
function findRows(db: Database, question: Question, after: Place | null, size: number): Promise<Row[]> {
  const { tier: wanted, market_id, aside, until, storedBy, since } = question;
  const ofTier = wanted === undefined ? empty : sql`and n.tier = ${wanted}::smallint`;
  const inMarket =
    market_id === undefined
      ? empty
      : sql`and exists (
          select from issuers o left join listings l on l.issuer_id = o.issuer_id
          where o.entity_id = newest.entity_id and (o.market_id = ${market_id} or l.market_id = ${market_id}))`;
  const behind =
    after === null
      ? empty
      : sql`and (seen.published_at < ${after.publishedAt} or (seen.published_at = ${after.publishedAt}
          and (seen.press_release_id, newest.entity_id) > (${after.id}, ${after.entityId}::bigint)))`;
  return db.query<Row>(sql`
    with newest as materialized (
      select distinct on (i.entity_id, n.tier) i.entity_id, n.tier, n.press_release_id, n.published_at, n.stored_at
      from press_newest n join issuers i on i.issuer_id = n.issuer_id
      where n.published_at > ${since} ${ofTier} ${andNot(sql`i.issuer_id`, aside)}
      order by i.entity_id, n.tier, n.published_at desc, n.press_release_id
    ), page as (
      select newest.entity_id, seen.press_release_id, seen.published_at
      from newest cross join lateral (
        select newest.press_release_id, newest.published_at
        where newest.published_at <= ${until} and newest.stored_at <= ${storedBy}
        union all
        (select r.press_release_id, r.published_at
        from issuers o join press_release_tags t on t.issuer_id = o.issuer_id
          join press_releases r on r.press_release_id = t.press_release_id
        where (newest.published_at > ${until} or newest.stored_at > ${storedBy}) and o.entity_id = newest.entity_id
          and r.tier = newest.tier and r.published_at <= ${until} and r.stored_at <= ${storedBy}
        order by r.published_at desc, r.press_release_id limit 1)) seen
      where seen.published_at > ${since} ${inMarket} ${behind}
      order by seen.published_at desc, seen.press_release_id, newest.entity_id limit ${size}::integer
    )
    select ${PRESS_COLUMNS}, p.entity_id, ${ENTITY_REF_COLUMNS}
    from page p join press_releases r on r.press_release_id = p.press_release_id
      join issuers i on i.issuer_id = p.entity_id ${entityOfRegistrant(market_id)}
    order by p.published_at desc, p.press_release_id, p.entity_id`);
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
