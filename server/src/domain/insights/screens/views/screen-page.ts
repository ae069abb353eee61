import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { type EntityRefRow, entityRefsOf, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { fromCursor, positionInstant, toCursor } from '../../../kit/cursors.ts';
import type { OperationContext } from '../../../kit/operation.ts';
import {
  beginningOf,
  type FoundCompany,
  pageOfCompanies,
  type ScreenMatch,
  type ScreenPredicate,
  type ScreenSpan,
  whyNone,
} from '../../../kit/screens/screen-predicate.ts';

/** The position after a page: the time of the first page and the last returned company. */
const place = z
  .tuple([positionInstant, positionInstant.nullable(), z.string().regex(/^\d{1,18}$/)])
  .transform(([asOf, matched_at, entity_id]) => ({ asOf, company: { matched_at, entity_id } }));

/** The start of a page of a screen. */
export interface ScreenPlace {
  span: ScreenSpan;
  after: FoundCompany | null;
}

/** Decodes a cursor of the same query, or returns the start. All pages reflect the time of the first. Throws `invalid_cursor`. */
export function screenPlace(
  { list, requested }: Pick<ScreenQuestion, 'list' | 'requested'>,
  cursor: string | undefined,
  days: number,
  now: Date,
): ScreenPlace {
  const known = cursor === undefined ? null : fromCursor(list, requested, cursor, place);
  const until = known?.asOf ?? now.toISOString();
  return { span: { after: beginningOf(days, until), until }, after: known?.company ?? null };
}

export interface ScreenQuestion extends ScreenPlace {
  /** Name of the operation; cursors are valid only for the same operation and filters. */
  list: string;
  /** All filters of the screen. */
  requested: unknown;
  includes: readonly [ScreenPredicate, ...ScreenPredicate[]];
  excludes: readonly { predicate: ScreenPredicate; span: ScreenSpan }[];
  marketId: string | undefined;
  offset: number;
  limit: number;
}

/** A company of a page with its entity. */
export interface ScreenCard {
  company: FoundCompany;
  entity: EntityRefRow;
}

/** Loads a page of the companies that match all includes and no exclude. */
export async function screenPage(db: Database, question: ScreenQuestion) {
  const { list, requested, span, after, includes, excludes, marketId, offset, limit } = question;
  const [first, ...others] = includes;
  const always = { after: '-infinity', until: span.until };
  const aside = await fictionalIssuersToHide(
    db,
    marketId,
    fictional => sql`
      select from (${first.companies(always)}) c where entity_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
  const { rows, total, newest } = await pageOfCompanies(db, {
    includes: [first.companies(span), ...others.map(predicate => predicate.companies(span))],
    excludes: excludes.map(exclude => exclude.predicate.companies(exclude.span)),
    ...{ marketId, aside, after, offset, size: limit + 1 },
  });
  const page = rows.slice(0, limit);
  const refs = await entityRefsOf(
    db,
    page.map(company => company.entity_id),
    marketId,
  );
  const cards: ScreenCard[] = page.flatMap(company => {
    const entity = refs.get(company.entity_id);
    return entity === undefined ? [] : [{ company, entity: toEntityRef(entity) }];
  });
  const last = page.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return {
    cards,
    total,
    next_cursor: isMore ? toCursor(list, requested, [span.until, last.matched_at, last.entity_id]) : null,
    data_as_of: newest,
  };
}

/** Loads a page of the companies that match one predicate within `days` (null for any time), each with its match. */
export async function screenByOne<Match extends ScreenMatch>(
  list: string,
  { db, account, now }: OperationContext,
  predicate: ScreenPredicate<Match>,
  { cursor, limit, ...requested }: { cursor?: string | undefined; limit: number; market_id?: string | undefined },
  days: number | null,
) {
  const place = screenPlace({ list, requested }, cursor, days ?? ANY_DAYS, now);
  const { cards, total, ...page } = await screenPage(db, {
    ...{ list, requested, ...place, includes: [predicate], excludes: [] },
    ...{ marketId: requested.market_id, offset: 0, limit },
  });
  const entityIds = cards.map(card => card.company.entity_id);
  const found = await predicate.matches({ db, account, entityIds, span: place.span });
  return {
    items: cards.flatMap(({ company, entity }) => {
      const match = found.get(company.entity_id);
      return match === undefined ? [] : [{ entity, match }];
    }),
    ...page,
    window_days: days,
    ...(total > 0 ? { empty_reason: null } : await whyNone(db, predicate, requested.market_id)),
  };
}

/** Longer than any stored date range. */
const ANY_DAYS = 36_500;
