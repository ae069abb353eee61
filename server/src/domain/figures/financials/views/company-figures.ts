import { type Database, empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { type Expression, readsCurrent } from '../../measures/rules/expressions/expression.ts';
import { expressionSql } from '../../measures/views/expression-sql.ts';
import { type IsLacking, lacksSql } from '../../measures/views/lacking-sql.ts';
import { countStaleHistories } from '../history-store.ts';
import { RULES_VERSION } from '../rules/financials.ts';
import { MARKET_CAP } from '../rules/periods/current-amounts.ts';
import { AmountsRead, CarriedYear, MOST_LOOK_UPS } from './amounts-read.ts';
import { joinedCurrent, lacksCurrentRates, trailingKnownOn } from './current-figures.ts';
import { yearsKnown } from './known-years.ts';
import { convertSpans, forgetSpans, type ScreenConversion } from './screen-conversion.ts';
import type { Column } from './screen-question.ts';
import { isOfYear, joinedRates, rateRows } from './screen-rows.ts';

/** Which figures of companies to read, as known at the ends of days. */
export interface FiguresQuestion {
  columns: readonly Column[];
  /** ISO 4217 currency to convert amounts to; as filed if absent. */
  currency?: string | undefined;
  /** Whether null values are explained. */
  explains: boolean;
}

/** What a screen as of the day returns of a company. */
export interface CompanyFigures {
  /** The newest fiscal year known on the day. */
  fiscalYear: number;
  periodEnd: IsoDate;
  /** ISO 4217 currency of the filings. */
  currency: string;
  /** By column. */
  values: readonly (number | null)[];
  /** By column, why a value is null; empty unless the question explains. */
  reasons: readonly (MissingReason | null)[];
}

/**
 * Reads figures of companies day by day. Figures of fiscal years are kept until a filing changes what is known of them, so that a
 * day costs what changed since the day before; figures of the day are read each day. Every value is that of a screen of the day: both
 * write it from the same expressions over the same rows.
 */
export class FiguresOfDays {
  readonly #db: Database;
  readonly #question: FiguresQuestion;
  readonly #ofYears: readonly Column[];
  readonly #ofDay: readonly Column[];
  /** Of each column, the place among those of its kind. */
  readonly #order: readonly { isOfDay: boolean; at: number }[];
  /** Figures of fiscal years by the issuer id of the lead; null without a year that is known on the day. */
  readonly #kept = new Map<string, CompanyFigures | null>();
  #day: IsoDate | null = null;

  constructor(db: Database, question: FiguresQuestion) {
    this.#db = db;
    this.#question = question;
    this.#ofYears = question.columns.filter(({ expression }) => !readsCurrent(expression));
    this.#ofDay = question.columns.filter(({ expression }) => readsCurrent(expression));
    this.#order = question.columns.map(column => {
      const isOfDay = readsCurrent(column.expression);
      return { isOfDay, at: (isOfDay ? this.#ofDay : this.#ofYears).indexOf(column) };
    });
  }

  /** Goes on to a later day. */
  async advance(day: IsoDate): Promise<void> {
    if (this.#day !== null && this.#ofYears.length > 0)
      for (const lead of await changedBetween(this.#db, this.#day, day)) this.#kept.delete(lead);
    this.#day = day;
  }

  /**
   * The figures of some companies on the day by the issuer id of their lead. Companies without a fiscal year that was known on the day
   * are missing. Throws AsfiledError `not_found` if there are no rates of the currency.
   */
  async read(leads: readonly string[]): Promise<Map<string, CompanyFigures>> {
    if (this.#ofYears.length === 0) return this.#load(this.#ofDay, leads);
    await this.#keep(leads);
    const ofDay = this.#ofDay.length === 0 ? null : await this.#load(this.#ofDay, leads);
    return new Map(
      leads.flatMap(lead => {
        const kept = this.#kept.get(lead) ?? null;
        if (kept === null || ofDay === null) return kept === null ? [] : [[lead, kept]];
        // Histories are computed meanwhile: a company without figures in either read has none in both.
        const current = ofDay.get(lead);
        return current === undefined ? [] : [[lead, this.#joined(kept, current)]];
      }),
    );
  }

  async #keep(leads: readonly string[]): Promise<void> {
    const missing = leads.filter(lead => !this.#kept.has(lead));
    const size = missing.length < leads.length / 2 ? MOST_LOOK_UPS : Math.max(1, missing.length);
    for (let at = 0; at < missing.length; at += size) {
      const part = missing.slice(at, at + size);
      const figures = await this.#load(this.#ofYears, part);
      for (const lead of part) this.#kept.set(lead, figures.get(lead) ?? null);
    }
  }

  /** The values of both kinds of columns in the order of the question. */
  #joined(ofYears: CompanyFigures, ofDay: CompanyFigures): CompanyFigures {
    return {
      ...ofYears,
      values: this.#order.map(({ isOfDay, at }) => (isOfDay ? ofDay : ofYears).values[at] ?? null),
      reasons: this.#question.explains
        ? this.#order.map(({ isOfDay, at }) => (isOfDay ? ofDay : ofYears).reasons[at] ?? null)
        : [],
    };
  }

  async #load(columns: readonly Column[], leads: readonly string[]): Promise<Map<string, CompanyFigures>> {
    if (this.#day === null) throw new Error('no day was chosen');
    const question: DatedFigures = { ...this.#question, columns, day: this.#day };
    for (;;) {
      const converted = await conversionOf(this.#db, question);
      const rows = await this.#db.query<Row>(statement(question, converted, leads));
      if (!rows.some(row => row.lacks_rates))
        return new Map(rows.map(row => [row.entity_id, toFigures(row, question)]));
      forgetSpans(this.#db);
    }
  }
}

interface DatedFigures extends FiguresQuestion {
  day: IsoDate;
}

/** Leads of companies of which other rows were known at the end of a day than at that of an earlier one. */
async function changedBetween(db: Database, from: IsoDate, until: IsoDate): Promise<string[]> {
  const rows = await db.query<{ entity_id: string }>(sql`
    select distinct i.entity_id from (
      select issuer_id from annual_history where known_to > ${from}::date and known_to <= ${until}::date
      union all
      select issuer_id from annual_history
      where known_to > ${from}::date and known_from > ${from}::date and known_from <= ${until}::date) changed
      join issuers i on i.issuer_id = changed.issuer_id`);
  return rows.map(row => row.entity_id);
}

type Row = Record<string, unknown> & {
  entity_id: string;
  fiscal_year: number;
  period_end: IsoDate;
  currency: string;
  lacks_rates: boolean;
};

/** Counts companies whose history is not computed yet from their newest facts by the current rules: figures of past days lack them. */
export function countUncomputed(db: Database): Promise<number> {
  return countStaleHistories(db, RULES_VERSION);
}

/** Rates of every span of the day, which the screen of the day caches too. */
async function conversionOf(db: Database, { day, columns, currency }: DatedFigures): Promise<ScreenConversion | null> {
  if (currency === undefined) return null;
  const ofYears = sql`${yearsKnown(day).name} a where ${isOfYear({ as_of: day }, sql`a`)}`;
  return columns.some(({ expression }) => readsCurrent(expression))
    ? convertSpans(db, currency, [ofYears, trailingKnownOn(day)], day)
    : convertSpans(db, currency, [ofYears], null);
}

/** Reads each company's newest year once, and earlier years as the screen does. */
function statement(
  { day, columns, explains }: DatedFigures,
  converted: ScreenConversion | null,
  leads: readonly string[],
): Sql {
  const years = yearsKnown(day);
  const carried = new CarriedYear();
  const read = new AmountsRead('matched_years', carried, converted !== null);
  const values = columns.map(
    ({ expression }, at) => sql`${expressionSql(expression, read.amount)} as ${valueName(at)}`,
  );
  const reasons = explains
    ? columns.map(({ expression }, at) => reasonSql(expression, at, read, converted !== null))
    : [];
  const lacksRates = converted === null ? sql`false` : sql`(r.currency is null ${lacksCurrentRates(read.current)})`;
  const candidates = sql`candidates as materialized (
    select distinct on (i.entity_id) i.entity_id, a.issuer_id, a.period_end, a.fiscal_year, a.currency,
      ${lacksRates} as lacks_rates ${carried.columns()}
    from ${years.name} a join issuers i on i.issuer_id = a.issuer_id
      ${joinedRates(converted)} ${joinedCurrent(day, read.current, converted !== null)}
    where ${isOfYear({ as_of: day }, sql`a`)} and ${isOf(leads)}
    order by i.entity_id, a.is_stand_alone, a.issuer_id <> i.entity_id, a.issuer_id, a.period_end desc)`;
  const tables = [
    ...(converted === null ? [] : [rateRows(converted)]),
    candidates,
    ...read.tables(years, {
      table: 'candidates',
      all: leads.length > MOST_LOOK_UPS ? sql`select * from candidates` : null,
      fiscalYear: undefined,
    }),
  ];
  // `offset 0` keeps PostgreSQL from writing out a value again where its reason names it.
  return sql`
    with ${join(tables)}
    select c.entity_id, c.fiscal_year, c.period_end, c.currency, c.lacks_rates, ${join([sql`v.*`, ...reasons])}
    from candidates c ${read.joins('c')} cross join lateral (select ${join(values)} offset 0) v`;
}

function valueName(at: number): Sql {
  return raw(`value_${at}`);
}

/** Many companies are looked for in the rows of the day, few by their id: PostgreSQL plans without knowing how many they are. */
function isOf(leads: readonly string[]): Sql {
  return leads.length > MOST_LOOK_UPS
    ? sql`(i.entity_id in (select unnest(${[...leads]}::bigint[]))) is true`
    : sql`i.entity_id = any(${[...leads]}::bigint[])`;
}

/** Why a value is null, in the order of the reasons: no market capitalization, an amount not reported, no rate, or not computable. */
function reasonSql(expression: Expression, at: number, { amount }: AmountsRead, isConverted: boolean): Sql {
  const isUnpriced: IsLacking = code => (code === MARKET_CAP ? sql`(${amount(code, 0, false)} is null)` : sql`false`);
  const isUnreported: IsLacking = (code, back) =>
    code === MARKET_CAP ? sql`false` : sql`(${amount(code, back, false)} is null)`;
  const asFiled = expressionSql(expression, (code, back) => amount(code, back, false));
  const lacksRate = isConverted ? sql`when ${asFiled} is not null then 'no_exchange_rate'` : empty;
  return sql`case when v.${valueName(at)} is null then case
      when ${lacksSql(expression, isUnpriced)} then 'not_covered'
      when ${lacksSql(expression, isUnreported)} then 'not_reported'
      ${lacksRate} else 'not_applicable' end end as ${raw(`reason_${at}`)}`;
}

function toFigures(row: Row, { columns, explains }: FiguresQuestion): CompanyFigures {
  return {
    fiscalYear: row.fiscal_year,
    periodEnd: row.period_end,
    currency: row.currency,
    values: columns.map((_, at) => row[`value_${at}`] as number | null),
    reasons: explains ? columns.map((_, at) => row[`reason_${at}`] as MissingReason | null) : [],
  };
}
