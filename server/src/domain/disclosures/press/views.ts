import { z } from 'zod';
import type { Account } from '../../../accounts/account.ts';
import { type Database, empty, type Sql, sql } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import { filingRef } from '../../filings/filings/views/filing.ts';
import { type EntityRefRow, entityRefFields, listingRef, toEntityRef } from '../../filings/issuers/views/entity.ts';
import { asOfFields } from '../../kit/as-of.ts';
import { fresh, instant, isoDate } from '../../kit/fields.ts';
import {
  describePreview,
  type PreviewRule,
  preview,
  rowsShown,
  ruleFor,
  withhold,
} from '../../kit/responses/previews.ts';
import type { PressTier } from './model.ts';
import { subjectLabel } from './rules/subjects.ts';

/** The preview that plans below Pro receive. */
const PRESS_PREVIEW = {
  planRequired: 'pro',
  rows: 5,
  withheld: ['summary', 'url', 'subjects'],
} as const satisfies PreviewRule;

const pressRelease = z
  .object({
    ...entityRefFields,
    press_release_id: z.string().describe('<source>:<id of the newswire>.'),
    title: z.string(),
    summary: z
      .string()
      .nullable()
      .describe('The start of the lead, at most 400 characters. The full text is only at the newswire.'),
    published_at: instant,
    source: z.string().describe('The newswire: globenewswire or prnewswire.'),
    url: z.string().describe("The release on the newswire's site."),
    language: z.string().describe('BCP 47 tag as the newswire states it; und if it states none.'),
    tier: z
      .literal([1, 2, 3])
      .describe(
        '1: results, guidance, deals, financing, leadership, listing. 2: products, contracts, operations. 3: everything else.',
      ),
    subjects: z
      .array(z.object({ subject_code: z.int(), label: z.string() }))
      .describe("GlobeNewswire's subject numbers; numbers from 901 are subjects of other newswires."),
    isins: z.array(z.string()).describe('ISINs that the newswire tags.'),
    also_tagged: z.array(listingRef).describe('Other tagged listings in markets of the catalogue.'),
  })
  .meta({ id: 'PressRelease', description: "A press release as its newswire's feed states it." });

const listedPressRelease = pressRelease
  .partial({ summary: true, url: true, subjects: true })
  .extend({
    days_from_filing: z
      .int()
      .optional()
      .describe(
        'Days from the filing date to the date of publication (UTC), negative if published earlier. Only if the request names a filing.',
      ),
  })
  .meta({
    id: 'ListedPressRelease',
    description: 'A press release in a list. Previews omit summary, url and subjects.',
  });

export const listPressReleasesOut = z
  .object({
    ...entityRefFields,
    filing: filingRef.optional().describe('Only if the request names a filing.'),
    items: z.array(listedPressRelease).describe('Newest first.'),
    has_more: z.boolean(),
    preview: preview.nullable(),
    ...asOfFields,
    ...fresh,
  })
  .meta({ id: 'ProductListPressReleasesOut' });

/** A row of {@link PRESS_COLUMNS} from `press_releases r`. */
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

/** Condition: the release is about one of the registrants. */
export function isAbout(issuerIds: readonly string[]): Sql {
  return sql`r.press_release_id in (
    select press_release_id from press_release_tags where issuer_id = any(${[...issuerIds]}::bigint[]))`;
}

/** Condition: the release was published before an instant; empty without one, else begins with `and`. */
export function publishedBefore(until: Instant | null): Sql {
  return until === null ? empty : sql`and r.published_at < ${until}::timestamptz`;
}

/** Converts a row to the response shape, for one company. */
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
    also_tagged: row.listings.filter(listing => listing.ticker !== ticker || listing.market_id !== market_id),
  };
}

/** Loads the newest releases that match a condition, as a preview if the caller's plan requires it. */
export async function pageOfReleases<Row extends PressRow>(
  db: Database,
  query: { account: Account | null; limit: number; columns: Sql; condition: Sql },
  toItem: (row: Row) => z.input<typeof pressRelease>,
) {
  const { account, limit, columns, condition } = query;
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
    preview: await describePreview(rule, page.length, total),
    data_as_of: page[0]?.published_at ?? null,
  };
}

/** A company's latest matching release in a screen. */
export const pressMatch = z
  .object({
    predicate: z.literal('press'),
    match_date: isoDate.nullable().describe('Day of publication, UTC.'),
    press_release: pressRelease,
  })
  .meta({ id: 'PressMatch' });
