import type { z } from 'zod';
import type { Account } from '../../../../accounts/account.ts';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { type EntityRefRow, toEntityRef } from '../../../filings/issuers/views/entity-refs.ts';
import { rowsShown, ruleFor, tellPreview, withhold } from '../../../kit/previews.ts';
import type { PressTier } from '../model.ts';
import { subjectLabel } from '../rules/subjects.ts';
import { PRESS_PREVIEW, type pressRelease } from './press-shapes.ts';

/** A release as {@link PRESS_COLUMNS} select it, from `press_releases r`. */
export interface PressRow {
  press_release_id: string;
  title: string;
  summary: string | null;
  published_at: string;
  source: string;
  url: string;
  language: string | null;
  tier: PressTier;
  subject_codes: number[];
  isins: string[];
  listings: { ticker: string; market_id: string; mic: string | null }[];
}

export const PRESS_COLUMNS = sql`
  r.press_release_id, r.title, r.summary, r.published_at, r.source, r.url, r.language, r.tier, r.subject_codes, r.isins,
  array(
    select jsonb_build_object('ticker', t.ticker, 'market_id', t.market_id, 'mic', t.mic) from press_release_tags t
    where t.press_release_id = r.press_release_id and t.ticker is not null and t.market_id is not null
    order by t.position) as listings`;

/** That a release is about one of some registrants. */
export function isAbout(issuerIds: readonly string[]): Sql {
  return sql`r.press_release_id in (
    select press_release_id from press_release_tags where issuer_id = any(${[...issuerIds]}::bigint[]))`;
}

/** A release as it stands in answers about a company. */
export function toPressRelease(row: PressRow, entity: EntityRefRow): z.input<typeof pressRelease> {
  const { ticker, market_id } = entity;
  return {
    ...toEntityRef(entity),
    press_release_id: row.press_release_id,
    title: row.title,
    summary: row.summary,
    published_at: row.published_at,
    source: row.source,
    url: row.url,
    language: row.language ?? 'und',
    tier: row.tier,
    subjects: row.subject_codes.flatMap(code => {
      const label = subjectLabel(code);
      return label === null ? [] : [{ subject_code: code, label }];
    }),
    isins: row.isins,
    also_tagged: row.listings.filter(one => one.ticker !== ticker || one.market_id !== market_id),
  };
}

/** The newest releases that fulfil a condition, shortened where the caller's plan asks for it. */
export async function pageOfReleases<Row extends PressRow>(
  db: Database,
  question: { account: Account | null; limit: number; columns: Sql; condition: Sql },
  toItem: (row: Row) => z.input<typeof pressRelease>,
) {
  const { account, limit, columns, condition } = question;
  const rule = ruleFor(account, PRESS_PREVIEW);
  const shown = rowsShown(rule, limit);
  const rows = await db.query<Row>(sql`
    select ${columns} from press_releases r where ${condition}
    order by r.published_at desc, r.press_release_id limit ${shown + 1}::integer`);
  const page = rows.slice(0, shown);
  const total = async (): Promise<number> => {
    const row = await db.queryOne<{ total: number }>(
      sql`select count(*)::integer as total from press_releases r where ${condition}`,
    );
    return row?.total ?? 0;
  };
  return {
    items: withhold(page.map(toItem), rule),
    has_more: rows.length > shown,
    preview: await tellPreview(rule, page.length, total),
    data_as_of: page[0]?.published_at ?? null,
  };
}
