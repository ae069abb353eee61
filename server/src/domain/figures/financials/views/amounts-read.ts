import { empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { AmountSql } from '../../measures/views/expression-sql.ts';
import { AMOUNTS_LAYOUT } from '../rules/periods/annual-amounts.ts';
import { isCurrentName, MARKET_CAP } from '../rules/periods/current-amounts.ts';
import { currentFigure, currentRate } from './current-figures.ts';
import type { YearsTable } from './known-years.ts';
import { rateKindOfCode } from './screen-conversion.ts';
import { positionOf } from './screen-question.ts';

/** The amounts and rates that a formula reads of a row's own fiscal year, and of the day of the question. */
export interface YearRead {
  amount(position: number): Sql;
  rate(kind: RateKind): Sql;
  current(name: string): Sql;
  currentRate(name: string, kind: RateKind): Sql;
}

type RateKind = 'average' | 'closing';

/** Read from a year `a`, its rates `r` and the joins of current figures. */
export const STORED_YEAR: YearRead = {
  amount: position => sql`a.amounts[${position}::integer]`,
  rate: kind => sql`r.${raw(kind)}`,
  current: currentFigure,
  currentRate,
};

/** Read from a table `c` that carries what formulas have named, so that its rows are small. */
export class CarriedYear implements YearRead {
  readonly #columns = new Map<string, Sql>();

  amount(position: number): Sql {
    return this.#carried(`amount_${position}`, STORED_YEAR.amount(position));
  }

  rate(kind: RateKind): Sql {
    return this.#carried(kind, STORED_YEAR.rate(kind));
  }

  current(name: string): Sql {
    return this.#carried(name, currentFigure(name));
  }

  currentRate(name: string, kind: RateKind): Sql {
    return this.#carried(`${name === MARKET_CAP ? 'market' : 'trailing'}_${kind}`, currentRate(name, kind));
  }

  #carried(name: string, read: Sql): Sql {
    this.#columns.set(name, read);
    return sql`c.${raw(name)}`;
  }

  /** The columns of the table, read from a stored year; each begins with a comma. */
  columns(): Sql {
    return join([empty, ...[...this.#columns].map(([name, read]) => sql`, ${read} as ${raw(name)}`)], '');
  }
}

/** For more rows than this, one pass over all years is quicker than a look-up for each row. */
export const MOST_LOOK_UPS = 2_000;

/** The rows that formulas are about. */
export interface RowsOfFormulas {
  /** Their table, with issuer_id, period_end, fiscal_year and currency. */
  table: 'candidates' | 'page';
  /** The select of the table; null if it has at most {@link MOST_LOOK_UPS} rows. */
  all: Sql | null;
  /** The fiscal year of all rows; undefined if they differ. */
  fiscalYear: number | undefined;
}

/**
 * A condition of which PostgreSQL assumes that half of the rows satisfy it. It would multiply its guesses about conditions on amounts, expect
 * a handful of rows, and choose a plan that is slow for many.
 */
export function estimatedHalf(condition: Sql): Sql {
  return sql`(case when ${condition} then true end)`;
}

/**
 * The amounts that formulas read: of the row's year, and of earlier years in the same currency from a table that has one array
 * per code and row, by the number of years before the row's.
 */
export class AmountsRead {
  readonly amount: AmountSql;
  /** Names of the figures of the day that formulas read. */
  readonly current = new Set<string>();
  readonly #table: Sql;
  /** By position, which years before the row's are read. */
  readonly #earlier = new Map<number, Set<number>>();

  constructor(table: 'matched_years' | 'shown_years', year: YearRead, hasRates: boolean) {
    this.#table = raw(table);
    this.amount = (code, years, isConverted) => {
      const kind = isConverted && hasRates ? rateKindOfCode(code) : null;
      if (isCurrentName(code)) {
        this.current.add(code);
        return kind === null ? year.current(code) : sql`${year.current(code)} * ${year.currentRate(code, kind)}`;
      }
      const amount = years === 0 ? year.amount(positionOf(code)) : this.#earlierAmount(code, years);
      // Also of earlier years at the rates of the row's, so that growth is that of the filings.
      return kind === null ? amount : sql`${amount} * ${year.rate(kind)}`;
    };
  }

  #earlierAmount(code: string, years: number): Sql {
    const position = positionOf(code);
    this.#earlier.set(position, (this.#earlier.get(position) ?? new Set()).add(years));
    return sql`${this.#table}.amounts_${raw(String(position))}[${raw(String(years))}]`;
  }

  /**
   * The tables, if any formula reads earlier years; all formulas must have been written.
   *
   * Each amount is the greatest of its year, which costs no sorting. That is wrong only if a company has two fiscal years of one number,
   * which is rare: the amounts of these companies are read again, from the year that ended later.
   */
  tables(years: YearsTable, rows: RowsOfFormulas): Sql[] {
    if (this.#earlier.size === 0) return [];
    const [table, greatest] = [raw(rows.table), sql`greatest_of_${this.#table}`];
    const known = sql`o.layout = ${AMOUNTS_LAYOUT}::integer ${years.isKnown(sql`o`)} ${this.#isEarlierThan(rows.fiscalYear)}`;
    const lookedUp = sql`cross join lateral (select * from ${years.name} o where o.issuer_id = c.issuer_id and ${known} offset 0) o
      where o.currency = c.currency and ${this.#isBefore()}`;
    const passed = sql`join ${years.name} o on o.issuer_id + 0 = c.issuer_id
      where ${known} ${this.#isYearBefore(rows)} and o.currency = c.currency and ${estimatedHalf(this.#isBefore())}`;
    const read =
      rows.all === null
        ? this.#greatest(sql`${table} c ${lookedUp}`)
        : this.#ofFewOrMany(table, rows.all, lookedUp, passed);
    return [
      sql`${greatest} as materialized (${read})`,
      sql`${this.#table} as (
        select * from ${greatest} where not is_twice
        union all
        select issuer_id, period_end, ${this.#ofYears()}, true
        from (
          select distinct on (c.issuer_id, c.period_end, o.fiscal_year) ${this.#columns()}
          from ${greatest} g join ${table} c using (issuer_id, period_end) ${lookedUp} and g.is_twice
          order by c.issuer_id, c.period_end, o.fiscal_year, o.period_end desc
        ) newest
        group by issuer_id, period_end)`,
    ];
  }

  /**
   * Looks up the years of few rows, and reads those of many in one pass. The statement is planned once for all values, so it contains both
   * ways, and PostgreSQL runs one of them. The pass selects the rows again, because PostgreSQL never divides the scan of a common table among
   * processes.
   */
  #ofFewOrMany(table: Sql, all: Sql, lookedUp: Sql, passed: Sql): Sql {
    const count = sql`(select count(*) from ${table})`;
    const most = raw(String(MOST_LOOK_UPS));
    return sql`${this.#greatest(sql`(select * from ${table} limit ${most}) c ${lookedUp} and ${count} <= ${most}`)}
      union all ${this.#greatest(sql`(${all}) c ${passed} and ${count} > ${most}`)}`;
  }

  #greatest(rows: Sql): Sql {
    return sql`select issuer_id, period_end, ${this.#ofYears()}, count(*) > bit_count(bit_or(1 << back)::bit(32)) as is_twice
      from (select ${this.#columns()} from ${rows} offset 0) earlier group by issuer_id, period_end`;
  }

  /** Of each code, an array of the amounts by the number of years before; from rows with {@link #columns}. */
  #ofYears(): Sql {
    return join([...this.#earlier].map(([position, read]) => amountsOfYears(position, read)));
  }

  /** Of an earlier year `o` of the row `c`: an amount is read only of the years that a formula reads, because reading it takes long. */
  #columns(): Sql {
    const all = this.#yearsBefore.length;
    const amounts = [...this.#earlier].map(([position, read]) => {
      const amount = sql`o.amounts[${position}::integer]`;
      const isRead = sql`c.fiscal_year - o.fiscal_year in (${raw([...read].join())})`;
      return sql`${read.size === all ? amount : sql`case when ${isRead} then ${amount} end`} as ${raw(`amount_${position}`)}`;
    });
    return sql`c.issuer_id, c.period_end, c.fiscal_year - o.fiscal_year as back, ${join(amounts)}`;
  }

  #isBefore(): Sql {
    return sql`c.fiscal_year - o.fiscal_year in (${raw(this.#yearsBefore.join())})`;
  }

  /** Limits one pass to the fiscal years that any row needs, so that PostgreSQL leaves out the others before it compares companies. */
  #isYearBefore({ table, fiscalYear }: RowsOfFormulas): Sql {
    if (fiscalYear !== undefined) return empty;
    return sql`and o.fiscal_year = any(array(
      select newest.fiscal_year - back from (select distinct fiscal_year from ${raw(table)}) newest
        cross join unnest(array[${raw(this.#yearsBefore.join())}]) back))`;
  }

  #isEarlierThan(fiscalYear: number | undefined): Sql {
    if (fiscalYear === undefined) return empty;
    return sql`and o.fiscal_year = any(${this.#yearsBefore.map(years => fiscalYear - years)}::integer[])`;
  }

  /** The years before the row's that any formula reads. */
  get #yearsBefore(): number[] {
    return [...new Set([...this.#earlier.values()].flatMap(read => [...read]))].sort((a, b) => a - b);
  }

  joins(row: 'a' | 'c'): Sql {
    if (this.#earlier.size === 0) return empty;
    const table = this.#table;
    return sql`left join ${table} on ${table}.issuer_id = ${raw(row)}.issuer_id and ${table}.period_end = ${raw(row)}.period_end`;
  }
}

function amountsOfYears(position: number, read: ReadonlySet<number>): Sql {
  const amount = raw(`amount_${position}`);
  const ofYears = Array.from({ length: maxOf([...read]) }, (_, at) =>
    read.has(at + 1) ? sql`max(${amount}) filter (where back = ${raw(String(at + 1))})` : sql`null::float8`,
  );
  return sql`array[${join(ofYears)}] as ${raw(`amounts_${position}`)}`;
}
