import type { z } from 'zod';
import { type Database, empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { andNot } from '../../../filings/issuers/views/fictional-issuers.ts';
import {
  type Condition,
  type Expression,
  earliestYear,
  readsCurrent,
} from '../../measures/rules/expressions/expression.ts';
import { type AmountSql, conditionSql, expressionSql } from '../../measures/views/expression-sql.ts';
import { AMOUNTS_LAYOUT } from '../rules/periods/annual-amounts.ts';
import { AmountsRead, CarriedYear, estimatedHalf, STORED_YEAR } from './amounts-read.ts';
import { joinedCurrent, lacksCurrentRates, readsTrailing, trailingKnownOn } from './current-figures.ts';
import type { validationStatus } from './financial-shapes.ts';
import { yearsKnown } from './known-years.ts';
import { fictionalFigures, isInMarket, isWanted, type WantedCompanies } from './screen-companies.ts';
import { convertSpans, forgetSpans, type ScreenConversion } from './screen-conversion.ts';
import { type Column, HISTORY_YEARS, type Order, positionOf } from './screen-question.ts';

/** What a screen asks, as its operation has parsed it. */
export interface ScreenQuestion extends WantedCompanies {
  as_of?: IsoDate | undefined;
  filters?: readonly Condition[] | undefined;
  where?: Condition | undefined;
  columns: readonly Column[];
  sort: Order;
  fiscal_year?: number | undefined;
  fiscal_year_from?: number | undefined;
  currency?: string | undefined;
  reported_currency?: string | undefined;
  history_of?: { code: string } | undefined;
}

/** A question with the day of figures that are not of a fiscal year. */
export interface DatedQuestion extends ScreenQuestion {
  day: IsoDate;
}

/** A row of the response as the store has it. */
export interface FoundRow extends EntityRefRow {
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
  /** The trailing year that columns read; null if no column reads it or the company has no trailing year. */
  trailing_start: string | null;
  trailing_end: string | null;
  trailing_native_id: string | null;
  total: number;
  /** Whether any matching company has a span without computed rates. */
  lack_rates: boolean;
}

/** The last row of the previous page: its value (null = none), its issuer, and the total number of matches. */
export interface Place {
  sorted: number | null;
  issuerId: string;
  total: number;
}

/** Rows with their rates; queried again if the rates of some spans had to be computed first. */
export async function findConverted(
  db: Database,
  question: DatedQuestion,
  after: Place | null,
  size: number,
): Promise<{ found: FoundRow[]; converted: ScreenConversion | null }> {
  const { currency: to } = question;
  if (to === undefined) return { found: await findRows(db, question, null, after, size), converted: null };
  const isCurrent = expressionsOf(question).some(readsCurrent);
  for (;;) {
    const ofYears = sql`${yearsKnown(question.as_of).name} a where ${isOfYear(question, sql`a`)}`;
    const converted = isCurrent
      ? await convertSpans(db, to, [ofYears, trailingKnownOn(question.day)], question.day)
      : await convertSpans(db, to, [ofYears], null);
    const found = await findRows(db, question, converted, after, size);
    if (!found.some(row => row.lack_rates)) return { found, converted };
    forgetSpans(db);
  }
}

/** Everything that a screen computes. */
export function expressionsOf({
  filters = [],
  where: condition,
  columns,
  sort,
}: ScreenQuestion): (Expression | Condition)[] {
  const shown = columns.map(({ expression }) => expression);
  return [...filters, ...(condition === undefined ? [] : [condition]), ...shown, sort.expression];
}

/**
 * Amounts are stored in one array per year, so that any filter reads one row: PostgreSQL scans all newest years, or all
 * rows of one year, once. Company details are read for the rows of the page only. Rates are joined by currency and span
 * of the year; an amount without a rate is null. Rows whose span has no computed rate pass every filter, so that they
 * are detected.
 */
async function findRows(
  db: Database,
  question: DatedQuestion,
  converted: ScreenConversion | null,
  after: Place | null,
  size: number,
): Promise<FoundRow[]> {
  const years = yearsKnown(question.as_of);
  const carried = new CarriedYear();
  const matched = new AmountsRead('matched_years', carried, converted !== null);
  const shown = new AmountsRead('shown_years', STORED_YEAR, converted !== null);
  const ofYear = new AmountsRead('matched_years', STORED_YEAR, converted !== null);
  const [early, late] = conditionsOf(question);
  const sorted = expressionSql(question.sort.expression, matched.amount);
  const isMatch = allHold(late, matched.amount);
  const direction = question.sort.isDescending ? raw('desc') : raw('asc');
  const aside = question.tickers === undefined ? await fictionalFigures(db, question.market_id) : [];
  const amounts = join(question.columns.map(({ expression }) => expressionSql(expression, shown.amount)));
  const isEarlyMatch = allHold(early, ofYear.amount);
  const current = new Set([...matched.current, ...ofYear.current, ...(converted === null ? [] : shown.current)]);
  const lacksRates = converted === null ? sql`false` : sql`(r.currency is null ${lacksCurrentRates(current)})`;
  const isEarly = sql`(${isEarlyMatch} or ${lacksRates})`;
  const candidatesIf = (condition: Sql) => sql`
    select a.issuer_id, a.period_end, a.fiscal_year, a.currency,
      ${lacksRates} as lacks_rates ${carried.columns()}
    from ${years.name} a ${joinedRates(converted)} ${joinedCurrent(question.day, current, converted !== null)}
    where ${isOfYear(question, sql`a`)} and ${condition}
      ${question.reported_currency === undefined ? empty : sql`and a.currency = ${question.reported_currency}`}
      ${andNot(sql`a.issuer_id`, aside)} ${isInMarket(question.market_id)} ${isWanted(question)}`;
  const passing = sql`passing as materialized (
    select c.issuer_id, c.period_end, c.fiscal_year, c.currency, ${sorted} as sorted, c.lacks_rates
    from candidates c ${matched.joins('c')} where ${isMatch} or c.lacks_rates)`;
  const matching = sql`matching as materialized (
    select * from passing where (issuer_id, period_end) not in (${behindAnother(question)}))`;
  const page = sql`page as (
    select m.*, (select count(*) from matching)::integer as total, (select bool_or(lacks_rates) from passing) as lack_rates
    from matching m
    where ${after === null ? sql`true` : isAfter(after, question.sort)}
    order by sorted ${direction} nulls last, issuer_id limit ${size}::integer)`;
  const tables = [
    ...(converted === null ? [] : [rateRows(converted)]),
    sql`candidates as (${candidatesIf(isEarly)})`,
    ...matched.tables(years, {
      table: 'candidates',
      all: candidatesIf(estimatedHalf(isEarly)),
      fiscalYear: question.fiscal_year,
    }),
    ...[passing, matching, page],
    ...shown.tables(years, { table: 'page', all: null, fiscalYear: question.fiscal_year }),
  ];
  return db.query<FoundRow>(sql`
    with ${join(tables)}
    select a.issuer_id, a.fiscal_year, a.period_start, a.period_end, a.currency, ${presentation(question)}, p.sorted, p.total,
      p.lack_rates, array[${amounts}]::float8[] as amounts, ${historyOf(question)} as history,
      ${readsTrailing(shown.current) ? trailingColumns(question.day) : NO_TRAILING},
      (select s.registry from fact_sources s where s.issuer_id = a.issuer_id order by s.source limit 1) as registry,
      ${ENTITY_REF_COLUMNS}
    from page p
      join ${years.name} a on a.issuer_id = p.issuer_id and a.period_end = p.period_end and ${isOfYear(question, sql`a`)}
      ${joinedRates(converted)} ${joinedCurrent(question.day, shown.current, converted !== null)} ${shown.joins('a')}
      join issuers i on i.issuer_id = a.issuer_id
      left join issuer_financials f on f.issuer_id = a.issuer_id ${entityOfRegistrant(question.market_id)}
    order by p.sorted ${direction} nulls last, a.issuer_id`);
}

const NO_TRAILING = sql`null as trailing_start, null as trailing_end, null as trailing_native_id`;

/** The trailing year `t` with the newest filing that presents it on a day. */
function trailingColumns(day: IsoDate): Sql {
  return sql`t.period_start as trailing_start, t.period_end as trailing_end,
    (select p->>1 from json_array_elements(t.presented::json) p where p->>0 <= ${day} order by p->>0 desc limit 1) as trailing_native_id`;
}

/** The filing that presents a year, its status, and the newest instant of the company's data; of a day in the past from its history. */
function presentation({ as_of: asOf }: ScreenQuestion): Sql {
  if (asOf === undefined) return sql`a.status, a.native_id, f.data_as_of`;
  return sql`(select p->>2 from json_array_elements(a.presented::json) p where p->>0 <= ${asOf} order by p->>0 desc limit 1) as status,
      (select p->>1 from json_array_elements(a.presented::json) p where p->>0 <= ${asOf} order by p->>0 desc limit 1) as native_id,
      (select d->>2 from issuer_histories h, json_array_elements(h.days::json) d
        where h.issuer_id = a.issuer_id and d->>0 <= ${asOf} order by d->>0 desc limit 1) as data_as_of`;
}

/** The years of a company up to that of its row `a`, oldest first; read for the companies of a page only. */
function historyOf({ history_of: wanted, as_of: asOf }: ScreenQuestion): Sql {
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
export async function whyEmpty(
  db: Database,
  { as_of, fiscal_year, market_id, tickers: wanted }: ScreenQuestion,
): Promise<MissingReason> {
  const row = await db.queryOne<{ is_there: boolean }>(sql`
    select exists (
      select from ${yearsKnown(as_of).name} a
      where ${isOfYear({ as_of, fiscal_year }, sql`a`)} ${isInMarket(market_id)} ${isWanted({ tickers: wanted, market_id })}
    ) as is_there`);
  return row?.is_there ? 'not_reported' : 'not_covered';
}

/** Spans and their rates as a table. */
export function rateRows({ rows }: ScreenConversion): Sql {
  return sql`rates as materialized (
    select * from json_to_recordset(${rows}::json) as row (
      currency text, period_start date, period_end date, average float8, closing float8))`;
}

export function joinedRates(converted: ScreenConversion | null): Sql {
  if (converted === null) return empty;
  return sql`left join rates r
    on r.currency = a.currency and r.period_start = a.period_start and r.period_end = a.period_end`;
}

/** The conditions that must all hold: those about the row's year alone, and those that need earlier ones. */
function conditionsOf({ filters: conditions = [], where: condition }: ScreenQuestion): [Condition[], Condition[]] {
  const all = [...conditions, ...(condition === undefined ? [] : conjuncts(condition))];
  return [all.filter(one => earliestYear(one) === 0), all.filter(one => earliestYear(one) > 0)];
}

function conjuncts(condition: Condition): Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(conjuncts) : [condition];
}

function allHold(conditions: readonly Condition[], amount: AmountSql): Sql {
  return conditions.length === 0
    ? sql`true`
    : join(
        conditions.map(one => conditionSql(one, amount)),
        ' and ',
      );
}

export function isOfYear(
  {
    as_of: asOf,
    fiscal_year: only,
    fiscal_year_from: from,
  }: Pick<ScreenQuestion, 'as_of' | 'fiscal_year' | 'fiscal_year_from'>,
  table: Sql,
): Sql {
  const year = only === undefined ? sql`${table}.is_newest` : sql`${table}.fiscal_year = ${only}::integer`;
  const since = from === undefined ? empty : sql`and ${table}.fiscal_year >= ${from}::integer`;
  return sql`${table}.layout = ${AMOUNTS_LAYOUT}::integer and ${year} ${since} ${yearsKnown(asOf).isKnown(table)}`;
}

/**
 * Years that another registrant of the same company supersedes: the group's figures come first, then the lead's. Most
 * companies have one registrant. The others are in an array, because PostgreSQL would overestimate their number.
 */
function behindAnother(question: ScreenQuestion): Sql {
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
