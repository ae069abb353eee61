import { z } from 'zod';
import { type Database, empty, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { loadEntityRefs, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import { limit } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { changeOf } from '../rules/holders.ts';
import { ciksOfGroup, filesFor } from '../rules/manager-groups.ts';
import { maySplit, splitFactorOf } from '../rules/split-factor.ts';
import { numberOrNull, previousQuarter } from '../views/held-securities-rows.ts';
import { bookLine, changeFields, percentOf } from '../views/holder-shapes.ts';
import { holdingsKnown } from '../views/known-holdings.ts';
import { resolveSecurities } from '../views/security-evidence.ts';

export const getManagerBook = operation({
  name: 'getManagerBook',
  route: 'GET /api/v1/institutional-managers/{manager_cik}',
  tool: 'get_institutional_manager',
  summary: 'The newest holdings of an institutional manager',
  description:
    'The latest Form 13F holdings of an institutional manager, with restatements and additions applied: one row per security and kind (shares, principal, puts, calls), largest first, each with its change from the previous quarter. Amounts are in US dollars, converted from the unit of the report. Securities that are not resolved to a stored company appear with their CUSIP as filed. A manager whose newest report is a notice has no rows (empty_reason not_applicable); reported_by names the managers that report for it.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    manager_cik: z
      .string()
      .regex(/^\d{1,10}$/, { error: 'must be a central index key of up to ten digits' })
      .describe('Central index key of the manager, with or without leading zeros; any key of its group is accepted.'),
    limit: limit(500, 25),
    offset: z.int().min(0).max(100_000).default(0).describe('Number of rows to skip, 0 to 100,000.'),
    as_of: asOf.optional(),
  }),
  output: z
    .object({
      items: z.array(bookLine),
      total: z.int().describe('Number of positions.'),
      manager_cik: z.string().describe('Newest central index key of the manager group, without leading zeros.'),
      manager_name: z.string(),
      house_ciks: z.array(z.string()),
      quarter_end: isoDate,
      known_at: instant.describe('When the newest report of these holdings became known, UTC.'),
      filing_ids: z
        .array(z.string())
        .describe('Reports behind these holdings, in the order in which they became known.'),
      currency: z.literal('USD'),
      book_market_value: z.number().describe('US dollars, including the notional value of options.'),
      is_complete: z.boolean().describe('False if positions are withheld as confidential.'),
      reported_by: z
        .array(z.object({ manager_cik: z.string().nullable(), manager_name: z.string() }))
        .describe('Managers that report positions of this manager, as its report names them.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'Manager13fBookOut' }),
  example: { manager_cik: '9999900101' },
  async run({ db, now }, { manager_cik, limit: most, offset, as_of: day }) {
    const cik = manager_cik.replace(/^0+(?=\d)/, '');
    const until = knownBefore(day, now);
    const all = await booksOf(db, ciksOfGroup(cik), until);
    const newest = all[0];
    if (newest === undefined) {
      const known = day === undefined ? 'is stored' : `was known by the end of ${day}`;
      throw new AsfiledError('not_found', `No Form 13F of manager ${cik} ${known}.`);
    }
    const group = ciksOfGroup(newest.cik);
    const books = all.filter(row => row.quarter_end === newest.quarter_end);
    const before = previousQuarter(newest.quarter_end);
    const earlier = all.filter(row => row.quarter_end === before);
    const quarters = { books, quarterEnd: newest.quarter_end, earlier, before, until };
    const { rows, total } = await loadLines(db, quarters, { most, offset });
    const isNotice = books.every(book => book.is_notice);
    const marketValue = books.reduce((sum, book) => sum + Number(book.market_value), 0);
    return {
      items: isNotice ? [] : await toLines(db, rows, quarters, marketValue),
      total,
      manager_cik: newest.cik,
      manager_name: newest.name,
      house_ciks: group,
      quarter_end: newest.quarter_end,
      known_at: newest.known_at,
      filing_ids: books.toReversed().flatMap(book => book.native_ids.map(id => filingId(book.registry, id))),
      currency: 'USD' as const,
      book_market_value: marketValue,
      is_complete: books.every(book => book.is_complete),
      reported_by: await loadReporters(db, books, until),
      ...asOfOf(day, now, undefined, CURRENT_MEMBERS),
      data_as_of: newest.known_at,
      empty_reason: total > 0 ? null : isNotice ? ('not_applicable' as const) : ('not_reported' as const),
    };
  },
});

interface BookRow {
  issuer_id: string;
  cik: string;
  name: string;
  quarter_end: IsoDate;
  known_at: string;
  native_ids: string[];
  registry: string;
  is_notice: boolean;
  market_value: string;
  is_complete: boolean;
}

/** The books of a group for a quarter and the previous one, over all its keys. */
interface Quarters {
  books: readonly BookRow[];
  quarterEnd: IsoDate;
  earlier: readonly BookRow[];
  before: IsoDate;
  /** Only reports known before this instant count; null for those of now. */
  until: Instant | null;
}

/** Names, keys of managers, and which company a CUSIP belongs to unless a schedule states it, have no history. */
const CURRENT_MEMBERS = ['entity', 'manager_name', 'house_ciks'];

/** The books of a group, newest quarter first, within a quarter the latest known first. */
async function booksOf(db: Database, ciks: readonly string[], until: Instant | null): Promise<BookRow[]> {
  const { withs, books } = holdingsKnown({ issuerIds: until === null ? [] : await issuersOf(db, ciks) }, until);
  const rows = await db.query<BookRow>(sql`
    ${withs}
    select b.issuer_id, substr(i.canonical_key, 5) as cik, i.company_name as name, b.quarter_end, b.known_at, b.native_ids,
      b.registry, b.is_notice, b.market_value, b.is_complete
    from issuers i join ${books} b using (issuer_id)
    where i.canonical_key = any(${ciks.map(cik => `cik:${cik}`)}::text[])
    order by b.quarter_end desc, b.known_at desc, b.issuer_id`);
  return rows.filter(row => filesFor(row.cik, row.quarter_end));
}

async function issuersOf(db: Database, ciks: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ issuer_id: string }>(sql`
    select issuer_id from issuers where canonical_key = any(${ciks.map(cik => `cik:${cik}`)}::text[])`);
  return rows.map(row => row.issuer_id);
}

interface LineRow {
  cusip: string;
  kind: string;
  name_as_filed: string;
  class_title: string;
  market_value: string;
  amount: string;
  voting_sole: string | null;
  voting_shared: string | null;
  voting_none: string | null;
  discretion: string | null;
  previous_amount: string | null;
  previous_value: string | null;
}

async function loadLines(
  db: Database,
  { books, quarterEnd, earlier, before, until }: Quarters,
  { most, offset }: { most: number; offset: number },
): Promise<{ rows: LineRow[]; total: number }> {
  const ids = books.map(book => book.issuer_id);
  const earlierIds = earlier.map(row => row.issuer_id);
  const { ctes, withs, holdings } = holdingsKnown(
    { quarters: [quarterEnd, before], issuerIds: [...new Set([...ids, ...earlierIds])] },
    until,
  );
  const [rows, counted] = await Promise.all([
    db.query<LineRow>(sql`
      with ${ctes} page as (
        select cusip, kind, min(name_as_filed) as name_as_filed, min(class_title) as class_title,
          sum(market_value) as market_value, sum(amount) as amount, sum(voting_sole) as voting_sole,
          sum(voting_shared) as voting_shared, sum(voting_none) as voting_none,
          case when min(coalesce(discretion, '')) = max(coalesce(discretion, '')) then min(discretion) end as discretion
        from ${holdings} h where issuer_id = any(${ids}::bigint[]) and quarter_end = ${quarterEnd}::date
        group by cusip, kind
        order by market_value desc, cusip, kind limit ${most}::integer offset ${offset}::integer
      )
      select page.*, p.amount as previous_amount, p.market_value as previous_value
      from page left join lateral (
        select sum(amount) as amount, sum(market_value) as market_value from ${holdings} p
        where p.issuer_id = any(${earlierIds}::bigint[]) and p.quarter_end = ${before}::date and p.cusip = page.cusip
          and p.kind = page.kind) p on true
      order by page.market_value desc, page.cusip, page.kind`),
    db.queryOne<{ total: number }>(sql`
      ${withs}
      select count(*)::integer as total from (
        select distinct cusip, kind from ${holdings} h
        where issuer_id = any(${ids}::bigint[]) and quarter_end = ${quarterEnd}::date) as positions`),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

async function toLines(
  db: Database,
  rows: readonly LineRow[],
  { quarterEnd, earlier, until }: Quarters,
  bookMarketValue: number,
): Promise<z.input<typeof bookLine>[]> {
  const [securities, factors] = await Promise.all([
    resolveSecurities(
      db,
      rows.map(row => row.cusip),
      until,
    ),
    splitFactors(db, rows, quarterEnd, until),
  ]);
  const entities = await loadEntityRefs(
    db,
    [...securities.values()].map(security => security.entityId),
  );
  const isComparable = earlier.some(row => !row.is_notice);
  return rows.map(row => {
    const entity = entities.get(securities.get(row.cusip)?.entityId ?? '');
    const isShares = row.kind === 'SH';
    const amount = Number(row.amount);
    const shares = isShares ? amount : null;
    const previous = row.previous_amount === null ? null : Number(row.previous_amount) * (factors.get(row.cusip) ?? 1);
    const change = changeOf(amount, previous, isComparable);
    return {
      entity: entity === undefined ? null : toEntityRef(entity),
      name_as_filed: row.name_as_filed,
      class_title: row.class_title,
      cusip: row.cusip,
      put_call: row.kind === 'put' || row.kind === 'call' ? row.kind : null,
      principal_amount: row.kind === 'PRN' ? amount : null,
      ...changeFields(shares, isShares ? previous : null),
      market_value: Number(row.market_value),
      weight_pct: bookMarketValue === 0 ? 0 : percentOf(Number(row.market_value), bookMarketValue),
      position_change: change,
      voting_sole: numberOrNull(row.voting_sole),
      voting_shared: numberOrNull(row.voting_shared),
      voting_none: numberOrNull(row.voting_none),
      investment_discretion: row.discretion,
    };
  });
}

/** Split factors of securities whose price change suggests a split, computed over all their holders. */
async function splitFactors(
  db: Database,
  rows: readonly LineRow[],
  quarterEnd: IsoDate,
  until: Instant | null,
): Promise<Map<string, number>> {
  const ratios = new Map(
    rows
      .filter(row => row.kind === 'SH' && row.previous_amount !== null)
      .map(row => [
        row.cusip,
        priceOf(row.previous_value, row.previous_amount) / priceOf(row.market_value, row.amount),
      ]),
  );
  const suspects = [...ratios].flatMap(([cusip, ratio]) => (maySplit(ratio) ? [cusip] : []));
  if (suspects.length === 0) return new Map();
  const known = holdingsKnown({ quarters: [quarterEnd, previousQuarter(quarterEnd)], cusips: suspects }, until);
  const held = await db.query<{ cusip: string; shares: string; previous: string }>(sql`
    ${known.withs}
    select h.cusip, h.amount as shares, p.amount as previous
    from ${known.holdings} h join ${known.holdings} p on p.issuer_id = h.issuer_id and p.cusip = h.cusip and p.kind = h.kind
      and p.quarter_end = ${previousQuarter(quarterEnd)}::date
    where h.cusip = any(${suspects}::text[]) and h.quarter_end = ${quarterEnd}::date and h.kind = 'SH'`);
  const byCusip = Map.groupBy(held, row => row.cusip);
  return new Map(
    suspects.map(cusip => {
      const twice = (byCusip.get(cusip) ?? []).map(({ shares, previous }) => {
        return { shares: Number(shares), previousShares: Number(previous) };
      });
      return [cusip, splitFactorOf(twice, ratios.get(cusip) ?? 1)];
    }),
  );
}

function priceOf(value: string | null, amount: string | null): number {
  return Number(value) / Number(amount);
}

/** The managers that report for this one, identified by key or file number in its report. */
async function loadReporters(
  db: Database,
  books: readonly BookRow[],
  until: Instant | null,
): Promise<{ manager_cik: string | null; manager_name: string }[]> {
  const reports = books.flatMap(({ issuer_id, registry, native_ids }) =>
    native_ids.map(nativeId => ({ issuer_id, registry, nativeId })),
  );
  const rows = await db.query<{ cik: string | null; name: string }>(sql`
    select distinct coalesce(n.cik, (
        select substr(i.canonical_key, 5) from holdings_reports r join issuers i using (issuer_id)
        where r.file_number = n.file_number ${until === null ? empty : sql`and r.known_at < ${until}::timestamptz`} order by r.known_at desc, r.issuer_id limit 1)) as cik, n.name
    from json_to_recordset(${JSON.stringify(reports)}::json) as row (issuer_id bigint, registry text, "nativeId" text)
    join holding_managers n
      on n.issuer_id = row.issuer_id and n.registry = row.registry and n.native_id = "nativeId" and n.edge = 'reports_for_filer'
    order by name, cik`);
  return rows.map(({ cik, name }) => ({ manager_cik: cik, manager_name: name }));
}
