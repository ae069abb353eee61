import { z } from 'zod';
import { type Database, empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import { DatabaseError } from '../../../../db/database-error.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { filingId, tickerKey } from '../../../../kernel/ids.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  entityRef,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { asOf, asOfFields, asOfOf } from '../../../kit/as-of.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import { currency, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import type { Condition } from '../../measures/rules/expressions/expression.ts';
import { type AmountSql, conditionSql, expressionSql } from '../../measures/views/expression-sql.ts';
import { countStaleHistories } from '../history-store.ts';
import { RULES_VERSION } from '../rules/financials.ts';
import { AMOUNTS_LAYOUT } from '../rules/periods/annual-amounts.ts';
import { AmountsRead } from '../views/amounts-read.ts';
import { renderConversion } from '../views/conversion.ts';
import { conversion, validationStatus } from '../views/financial-shapes.ts';
import { yearsKnown } from '../views/known-years.ts';
import { convertSpans, forgetSpans, rateKindOfCode, type ScreenConversion } from '../views/screen-conversion.ts';
import {
  type Column,
  column,
  columns,
  filters,
  type Order,
  positionOf,
  sort,
  tickers,
  type WantedTicker,
  where,
} from '../views/screen-question.ts';

const year = z.int().min(1900).max(2100);

/** Enough for a sparkline. */
const HISTORY_YEARS = 6;

const row = z
  .object({
    entity: entityRef,
    fiscal_year: z.int(),
    period_end: isoDate,
    currency: z
      .string()
      .describe('ISO 4217 currency of the amounts of this row: the requested one, or that of the filing.'),
    conversions: z
      .array(conversion)
      .optional()
      .describe('Only with the parameter currency: how amounts were converted; empty if none needed conversion.'),
    filing_id: z.string().describe('The newest filing that presents the year.'),
    kpi_validation_status: validationStatus,
    values: z
      .record(z.string(), z.number().nullable())
      .describe(
        'The requested columns by code or formula as given, in whole units, ratios as fractions; null without a value or without a stored rate that converts it (see conversions).',
      ),
    history: z
      .array(z.object({ fiscal_year: z.int(), value: z.number().nullable() }))
      .optional()
      .describe(
        `Only with history_of: up to ${HISTORY_YEARS} fiscal years up to that of the row, oldest first, in the currency of the filing; null if there is no value in that currency.`,
      ),
  })
  .meta({ id: 'FinancialsScreenRow' });

const notFound = z
  .array(z.string())
  .optional()
  .describe('Only with tickers: those of the request that no company has, as given.');

const notComputed = z
  .int()
  .optional()
  .describe(
    'Only with as_of: number of companies whose history is not computed yet from their newest facts by the current rules; their rows are missing or older.',
  );

const compactScreen = z
  .object({
    items: z.array(
      row
        .pick({ entity: true, fiscal_year: true, currency: true, filing_id: true, values: true, history: true })
        .extend({
          flags: z
            .array(z.string())
            .optional()
            .describe(
              'By code, only for values with flags: the validation status if it is not published, and converted.',
            ),
        }),
    ),
    total: z.int(),
    currencies: z.array(z.string()),
    next_cursor: z.string().nullable(),
    not_found: notFound,
    ...asOfFields,
    not_computed: notComputed,
    ...fresh,
    data_as_of: instant.nullable(),
  })
  .meta({ id: 'CompactFinancialsScreen', description: 'FinancialsScreenOut without conversions and dates.' });

const fullScreen = operation({
  name: 'screenFinancials',
  route: 'GET /api/v1/financials/screen',
  tool: 'screen_financials',
  summary: 'Companies screened by line items',
  description:
    'Companies whose values of a fiscal year (by default the newest of each) match all filters and the condition where, one row per company, ordered by a line item, a measure or a formula. Amounts are in the reporting currency of each company. With the parameter currency, filters, order and columns use converted amounts: flows at the average of the daily reference rates of the year, balances at the closing rate of its last day, and each row lists its rates. companies/financials returns the filing, concept and method of each value. Unknown tickers are listed in not_found. A page costs 10 credits.',
  tag: 'Financials',
  plan: 'free',
  credits: 10,
  errors: ['bad_request', 'invalid_cursor', 'not_found'],
  input: z.strictObject({
    filters: filters.optional(),
    where: where.optional(),
    columns,
    sort,
    fiscal_year: year.optional().describe('The fiscal year of all rows; by default the newest of each company.'),
    fiscal_year_from: year.optional().describe('Only companies whose fiscal year in the row is this one or later.'),
    market_id: marketId.optional(),
    tickers: tickers.optional(),
    currency: currency
      .optional()
      .describe(
        'Convert amounts to this currency (ISO 4217) at the stored reference rates; as filed by default. An amount without a rate is null.',
      ),
    reported_currency: currency.optional().describe('Only companies that report in this currency (ISO 4217).'),
    history_of: column
      .optional()
      .describe(`Adds the last ${HISTORY_YEARS} fiscal years of this code to each row, never converted.`),
    as_of: asOf
      .optional()
      .describe(
        'Only figures that had become known by the end of this day (UTC). The newest fiscal year is then the newest known. Names, listings and the grouping of registrants are the current ones.',
      ),
    limit: limit(200, 50),
    cursor: text(512).optional().describe('next_cursor of the previous page.'),
  }),
  output: z
    .object({
      items: z.array(row),
      total: z.int().describe('Number of matching companies, on all pages.'),
      currencies: z
        .array(z.string())
        .describe('Currencies of the rows of this page; amounts in different currencies are not comparable.'),
      next_cursor: z.string().nullable().describe('Null on the last page.'),
      not_found: notFound,
      ...asOfFields,
      not_computed: notComputed,
      ...fresh,
      data_as_of: instant.nullable(),
    })
    .meta({ id: 'FinancialsScreenOut' }),
  example: {
    filters: 'revenue.gte.1e11,gross_margin.gte.0.3',
    columns: 'revenue,gross_margin',
    sort: '-revenue',
    limit: 3,
  },
  async run({ db, now }, { cursor, limit: size, ...question }) {
    const after = cursor === undefined ? null : fromCursor('screenFinancials', question, cursor, place);
    const { found, converted } = await findConverted(db, question, after, size + 1).catch(refuseOutOfRange);
    const page = found.slice(0, size);
    const last = page.at(-1);
    const isMore = found.length > size && last !== undefined;
    return {
      items: page.map(row => toRow(row, question, converted)),
      total: page[0]?.total ?? (after === null ? 0 : after.total),
      currencies: [...new Set(page.map(row => question.currency ?? row.currency))].sort(),
      next_cursor: isMore
        ? toCursor('screenFinancials', question, [String(last.sorted ?? ''), last.issuer_id, String(last.total)])
        : null,
      ...(question.tickers && { not_found: await findUnknown(db, question.tickers, question.market_id) }),
      ...asOfOf(question.as_of, now, RULES_VERSION),
      ...(question.as_of !== undefined && { not_computed: await countStaleHistories(db, RULES_VERSION) }),
      data_as_of: newest(page),
      empty_reason: page.length > 0 || after !== null ? null : await whyEmpty(db, question),
    };
  },
});

export const screenFinancials = withCompactView(fullScreen, compactScreen, ({ items, ...page }) => ({
  items: items.map(({ entity, fiscal_year, currency: stated, filing_id, values, history, ...rest }) => {
    const flags = [
      ...(rest.kpi_validation_status === 'published' ? [] : [rest.kpi_validation_status]),
      ...((rest.conversions ?? []).length === 0 ? [] : ['converted']),
    ];
    return {
      ...{ entity, fiscal_year, currency: stated, filing_id, values },
      ...(history === undefined ? {} : { history }),
      ...(flags.length === 0 ? {} : { flags }),
    };
  }),
  ...page,
}));

interface Question {
  as_of?: IsoDate | undefined;
  filters?: readonly Condition[] | undefined;
  where?: Condition | undefined;
  columns: readonly Column[];
  sort: Order;
  fiscal_year?: number | undefined;
  fiscal_year_from?: number | undefined;
  market_id?: string | undefined;
  tickers?: readonly WantedTicker[] | undefined;
  currency?: string | undefined;
  reported_currency?: string | undefined;
  history_of?: { code: string } | undefined;
}

interface FoundRow extends EntityRefRow {
  issuer_id: string;
  fiscal_year: number;
  period_start: string;
  period_end: string;
  currency: string;
  status: z.output<typeof validationStatus>;
  registry: string;
  native_id: string;
  data_as_of: string | null;
  sorted: number | null;
  amounts: (number | null)[];
  history: { fiscal_year: number; value: number | null }[] | null;
  total: number;
  /** Whether any matching company has a span without computed rates. */
  lacks_rates: boolean;
}

/** The last row of the previous page: its value (null = none), its issuer, and the total number of matches. */
interface Place {
  sorted: number | null;
  issuerId: string;
  total: number;
}

const place = z
  .tuple([z.union([z.literal(''), z.coerce.number()]), z.string().regex(/^\d{1,18}$/), z.coerce.number().int().min(0)])
  .transform(([sorted, issuerId, total]): Place => ({ sorted: sorted === '' ? null : sorted, issuerId, total }));

const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

function refuseOutOfRange(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.sqlState !== NUMERIC_VALUE_OUT_OF_RANGE) throw error;
  throw new AsfiledError(
    'bad_request',
    'A formula of where, columns or sort exceeds the range of numbers for a company.',
  );
}

/** Rows with their rates; queried again if the rates of some spans had to be computed first. */
async function findConverted(
  db: Database,
  question: Question,
  after: Place | null,
  size: number,
): Promise<{ found: FoundRow[]; converted: ScreenConversion | null }> {
  const { currency: to } = question;
  if (to === undefined) return { found: await findRows(db, question, null, after, size), converted: null };
  for (;;) {
    const converted = await convertSpans(db, to, yearsKnown(question.as_of), isOfYear(question, sql`a`));
    const found = await findRows(db, question, converted, after, size);
    if (!found.some(row => row.lacks_rates)) return { found, converted };
    forgetSpans(db);
  }
}

/**
 * Amounts are stored in one array per year, so that any filter reads one row: PostgreSQL scans all newest years, or all
 * rows of one year, once. Company details are read for the rows of the page only. Rates are joined by currency and span
 * of the year; an amount without a rate is null. Rows whose span has no computed rate pass every filter, so that they
 * are detected.
 */
async function findRows(
  db: Database,
  question: Question,
  converted: ScreenConversion | null,
  after: Place | null,
  size: number,
): Promise<FoundRow[]> {
  const years = yearsKnown(question.as_of);
  const matched = new AmountsRead(years, 'matched_years', converted !== null);
  const shown = new AmountsRead(years, 'shown_years', converted !== null);
  const lacksRates = converted === null ? sql`false` : sql`r.currency is null`;
  const sorted = expressionSql(question.sort.expression, matched.amount);
  const isMatch = fulfils(question, matched.amount);
  const direction = question.sort.isDescending ? raw('desc') : raw('asc');
  const aside = question.tickers === undefined ? await fictionalFigures(db, question.market_id) : [];
  const amounts = join(question.columns.map(({ expression }) => expressionSql(expression, shown.amount)));
  const passing = sql`passing as materialized (
    select a.issuer_id, a.period_end, ${sorted} as sorted, ${lacksRates} as lacks_rates
    from ${years.name} a ${joinedRates(converted)} ${matched.joins()}
    where ${isOfYear(question, sql`a`)}
      and (${isMatch} or ${lacksRates})
      ${question.reported_currency === undefined ? empty : sql`and a.currency = ${question.reported_currency}`}
      ${andNot(sql`a.issuer_id`, aside)} ${isInMarket(question.market_id)} ${isWanted(question)})`;
  const matching = sql`matching as materialized (
    select * from passing where (issuer_id, period_end) not in (${behindAnother(question)}))`;
  const page = sql`page as (
    select m.issuer_id, m.period_end, m.sorted, (select count(*) from matching)::integer as total,
      (select bool_or(lacks_rates) from passing) as lacks_rates
    from matching m
    where ${after === null ? sql`true` : isAfter(after, question.sort)}
    order by sorted ${direction} nulls last, issuer_id limit ${size}::integer)`;
  const tables = [
    ...(converted === null ? [] : [rateRows(converted)]),
    ...matched.tables(isWanted(question)),
    ...[passing, matching, page],
    ...shown.tables(sql`and a.issuer_id in (select issuer_id from page)`),
  ];
  return db.query<FoundRow>(sql`
    with ${join(tables)}
    select a.issuer_id, a.fiscal_year, a.period_start, a.period_end, a.currency, ${presentation(question)}, p.sorted, p.total, p.lacks_rates,
      array[${amounts}]::float8[] as amounts, ${historyOf(question)} as history,
      (select s.registry from fact_sources s where s.issuer_id = a.issuer_id order by s.source limit 1) as registry,
      ${ENTITY_REF_COLUMNS}
    from page p
      join ${years.name} a on a.issuer_id = p.issuer_id and a.period_end = p.period_end and ${isOfYear(question, sql`a`)}
      ${joinedRates(converted)} ${shown.joins()}
      join issuers i on i.issuer_id = a.issuer_id
      left join issuer_financials f on f.issuer_id = a.issuer_id ${entityOfRegistrant(question.market_id)}
    order by p.sorted ${direction} nulls last, a.issuer_id`);
}

/** Fictional issuers that a screen of all companies leaves out. */
function fictionalFigures(db: Database, marketId: string | undefined): Promise<string[]> {
  return fictionalIssuersToHide(
    db,
    marketId,
    fictional => sql`select from annual_amounts where issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
}

/** The filing that presents a year, its status, and the newest instant of the company's data; of a day in the past from its history. */
function presentation({ as_of: asOf }: Question): Sql {
  if (asOf === undefined) return sql`a.status, a.native_id, f.data_as_of`;
  return sql`(select p->>2 from json_array_elements(a.presented::json) p where p->>0 <= ${asOf} order by p->>0 desc limit 1) as status,
      (select p->>1 from json_array_elements(a.presented::json) p where p->>0 <= ${asOf} order by p->>0 desc limit 1) as native_id,
      (select d->>2 from issuer_histories h, json_array_elements(h.days::json) d
        where h.issuer_id = a.issuer_id and d->>0 <= ${asOf} order by d->>0 desc limit 1) as data_as_of`;
}

/** The years of a company up to that of its row `a`, oldest first; read for the companies of a page only. */
function historyOf({ history_of: wanted, as_of: asOf }: Question): Sql {
  if (wanted === undefined) return sql`null`;
  const years = yearsKnown(asOf);
  return sql`(
    select json_agg(json_build_object('fiscal_year', h.fiscal_year, 'value', h.value) order by h.period_end) from (
      select o.fiscal_year, o.period_end,
        case when o.currency = a.currency then o.amounts[${positionOf(wanted.code)}::integer] end as value
      from ${years.name} o
      where o.issuer_id = a.issuer_id and o.period_end <= a.period_end and o.layout = a.layout ${years.isKnown(sql`o`)}
      order by o.period_end desc limit ${HISTORY_YEARS}::integer
    ) h)`;
}

/** Whether any requested company has figures of the year. */
async function whyEmpty(
  db: Database,
  { as_of, fiscal_year, market_id, tickers: wanted }: Question,
): Promise<MissingReason> {
  const row = await db.queryOne<{ is_there: boolean }>(sql`
    select exists (
      select from ${yearsKnown(as_of).name} a
      where ${isOfYear({ as_of, fiscal_year }, sql`a`)} ${isInMarket(market_id)} ${isWanted({ tickers: wanted, market_id })}
    ) as is_there`);
  return row?.is_there ? 'not_reported' : 'not_covered';
}

/** Spans and their rates as a table. */
function rateRows({ rows }: ScreenConversion): Sql {
  return sql`rates as materialized (
    select * from json_to_recordset(${rows}::json) as row (
      currency text, period_start date, period_end date, average float8, closing float8))`;
}

function joinedRates(converted: ScreenConversion | null): Sql {
  if (converted === null) return empty;
  return sql`left join rates r
    on r.currency = a.currency and r.period_start = a.period_start and r.period_end = a.period_end`;
}

function fulfils({ filters: conditions = [], where: condition }: Question, amount: AmountSql): Sql {
  const all = condition === undefined ? conditions : [...conditions, condition];
  return all.length === 0
    ? sql`true`
    : join(
        all.map(one => conditionSql(one, amount)),
        ' and ',
      );
}

function isOfYear(
  {
    as_of: asOf,
    fiscal_year: only,
    fiscal_year_from: from,
  }: Pick<Question, 'as_of' | 'fiscal_year' | 'fiscal_year_from'>,
  table: Sql,
): Sql {
  const year = only === undefined ? sql`${table}.is_newest` : sql`${table}.fiscal_year = ${only}::integer`;
  const since = from === undefined ? empty : sql`and ${table}.fiscal_year >= ${from}::integer`;
  return sql`${table}.layout = ${AMOUNTS_LAYOUT}::integer and ${year} ${since} ${yearsKnown(asOf).isKnown(table)}`;
}

function isInMarket(marketId: string | undefined): Sql {
  if (marketId === undefined) return empty;
  return sql`and a.issuer_id in (
    select i.issuer_id from issuers i
    where i.market_id = ${marketId} or i.entity_id in (
      select o.entity_id from listings l join issuers o on o.issuer_id = l.issuer_id where l.market_id = ${marketId}))`;
}

/** The wanted companies as rows: by ticker key and market, or by canonical key. */
function wantedRows(wanted: readonly WantedTicker[], marketId: string | undefined): string {
  return JSON.stringify(
    wanted.map(ticker =>
      'canonicalKey' in ticker
        ? { named: ticker.canonicalKey }
        : { key: tickerKey(ticker.ticker), market: ticker.marketId ?? marketId ?? null },
    ),
  );
}

/** The wanted companies that the store does not know, as the request names them. */
async function findUnknown(
  db: Database,
  wanted: readonly WantedTicker[],
  marketId: string | undefined,
): Promise<string[]> {
  const rows = await db.query<{ place: number }>(sql`
    select w.place::integer from rows from (json_to_recordset(${wantedRows(wanted, marketId)}::json)
      as (key text, market text, named text)) with ordinality as w (key, market, named, place)
    where not exists (select from listings l where l.ticker_key = w.key and (w.market is null or l.market_id = w.market))
      and not exists (select from issuers o where o.canonical_key = w.named)
    order by w.place`);
  return [...new Set(rows.flatMap(({ place }) => nameOf(wanted[place - 1])))];
}

function nameOf(wanted: WantedTicker | undefined): string[] {
  if (wanted === undefined) return [];
  if ('canonicalKey' in wanted) return [wanted.canonicalKey];
  return [wanted.marketId === null ? wanted.ticker : `${wanted.marketId}.${wanted.ticker}`];
}

function isWanted({ tickers: wanted, market_id: marketId }: Pick<Question, 'tickers' | 'market_id'>): Sql {
  if (wanted === undefined) return empty;
  const rows = wantedRows(wanted, marketId);
  return sql`and a.issuer_id in (
    select i.issuer_id from issuers i where i.entity_id in (
      select o.entity_id from json_to_recordset(${rows}::json) as w (key text, market text)
        join listings l on l.ticker_key = w.key and (w.market is null or l.market_id = w.market)
        join issuers o on o.issuer_id = l.issuer_id
      union all
      select o.entity_id from json_to_recordset(${rows}::json) as w (named text)
        join issuers o on o.canonical_key = w.named))`;
}

/**
 * Years that another registrant of the same company supersedes: the group's figures come first, then the lead's. Most
 * companies have one registrant. The others are in an array, because PostgreSQL would overestimate their number.
 */
function behindAnother(question: Question): Sql {
  return sql`
    select issuer_id, period_end from (
      select b.issuer_id, b.period_end, row_number() over (
        partition by o.entity_id order by b.is_stand_alone, o.issuer_id <> o.entity_id, o.issuer_id, b.period_end desc) as place
      from unnest(array(select distinct entity_id from issuers where issuer_id <> entity_id)) as joined (entity_id)
        join issuers o on o.entity_id = joined.entity_id
        join ${yearsKnown(question.as_of).name} b on b.issuer_id = o.issuer_id
      where ${isOfYear(question, sql`b`)}
    ) of_company where place > 1`;
}

function isAfter({ sorted, issuerId }: Place, { isDescending }: Order): Sql {
  const later = sql`issuer_id > ${issuerId}::bigint`;
  if (sorted === null) return sql`sorted is null and ${later}`;
  const beyond = isDescending ? sql`sorted < ${sorted}::float8` : sql`sorted > ${sorted}::float8`;
  return sql`(sorted is null or ${beyond} or (sorted = ${sorted}::float8 and ${later}))`;
}

function toRow(
  found: FoundRow,
  { columns: shown, currency: to }: Question,
  converted: ScreenConversion | null,
): z.input<typeof row> {
  return {
    entity: toEntityRef(found),
    fiscal_year: found.fiscal_year,
    period_end: found.period_end,
    currency: to ?? found.currency,
    ...(converted === null ? {} : { conversions: conversionsOf(found, shown, converted) }),
    filing_id: filingId(found.registry, found.native_id),
    kpi_validation_status: found.status,
    values: Object.fromEntries(shown.map(({ key }, at) => [key, found.amounts[at] ?? null])),
    ...(found.history === null ? {} : { history: found.history }),
  };
}

/** Rates that converted the amounts of the shown columns. */
function conversionsOf(
  found: FoundRow,
  shown: readonly Column[],
  converted: ScreenConversion,
): z.input<typeof conversion>[] {
  const { average, closing } = converted.of(found);
  if (average.from === average.to) return [];
  const kinds = new Set<string | null>();
  const noteKind: AmountSql = (code, _years, isConverted) => {
    if (isConverted) kinds.add(rateKindOfCode(code));
    return empty;
  };
  for (const { expression } of shown) expressionSql(expression, noteKind);
  return [average, closing].filter(conversion => kinds.has(conversion.kind)).map(renderConversion);
}

function newest(page: readonly FoundRow[]): string | null {
  const instants = page.flatMap(row => row.data_as_of ?? []);
  return instants.length === 0 ? null : instants.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}
