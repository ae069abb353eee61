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
   * The table, if any formula reads earlier years; all formulas must have been written. `rows` has the rows that the
   * formulas are about; `fiscalYear` is theirs, if it is the same.
   */
  tables(years: YearsTable, rows: 'candidates' | 'page', fiscalYear: number | undefined): Sql[] {
    if (this.#earlier.size === 0) return [];
    const table = raw(rows);
    const count = sql`(select count(*) from ${table})`;
    const known = sql`o.layout = ${AMOUNTS_LAYOUT}::integer ${years.isKnown(sql`o`)} ${this.#isEarlierThan(fiscalYear)}`;
    // The statement is planned once for all values, so it has both ways; PostgreSQL runs one of them. `offset 0` keeps them apart.
    return [
      sql`${this.#table} as materialized (
        select issuer_id, period_end, ${join([...this.#earlier].map(([position, read]) => newestOfYears(position, read)))}
        from (
          select c.issuer_id, c.period_end, ${this.#columns()}
          from ${table} c cross join lateral (select * from ${years.name} o where o.issuer_id = c.issuer_id and ${known} offset 0) o
          where ${this.#isBefore()} and ${count} <= ${MOST_LOOK_UPS}::integer
          union all
          select c.issuer_id, c.period_end, ${this.#columns()}
          from ${table} c join (select * from ${years.name} o where ${known} offset 0) o on o.issuer_id = c.issuer_id
          where ${this.#isBefore()} and ${count} > ${MOST_LOOK_UPS}::integer
        ) earlier
        group by issuer_id, period_end)`,
    ];
  }

  /** Of an earlier year `o` of the row `c`: an amount is read only of the years that a formula reads, because reading it takes long. */
  #columns(): Sql {
    const amounts = [...this.#earlier].map(
      ([position, read]) => sql`
        case when c.fiscal_year - o.fiscal_year in (${raw([...read].join())}) then o.amounts[${position}::integer] end as ${raw(`amount_${position}`)}`,
    );
    return sql`c.fiscal_year - o.fiscal_year as back, (o.period_end - date '2000-01-01')::float8 as ended, ${join(amounts)}`;
  }

  #isBefore(): Sql {
    return sql`o.currency = c.currency and c.fiscal_year - o.fiscal_year in (${raw(this.#yearsBefore.join())})`;
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

/**
 * The amounts of a code by the number of years before. Two fiscal years of one number are rare; the one that ended later counts, as the
 * greater of two arrays that begin with their ends. A maximum needs no sorting, which `array_agg` with an order does.
 */
function newestOfYears(position: number, read: ReadonlySet<number>): Sql {
  const amount = raw(`amount_${position}`);
  const ofYears = Array.from({ length: maxOf([...read]) }, (_, at) =>
    read.has(at + 1)
      ? sql`(max(array[ended, ${amount}]) filter (where back = ${raw(String(at + 1))}))[2]`
      : sql`null::float8`,
  );
  return sql`array[${join(ofYears)}] as ${raw(`amounts_${position}`)}`;
}
