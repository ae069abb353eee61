import { empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import type { AmountSql } from '../../measures/views/expression-sql.ts';
import { AMOUNTS_LAYOUT } from '../rules/periods/annual-amounts.ts';
import type { YearsTable } from './known-years.ts';
import { rateKindOfCode } from './screen-conversion.ts';
import { positionOf } from './screen-question.ts';

/**
 * The amounts that formulas read: of the row's year from `a`, of earlier years in the same currency from a table that has
 * one array per code and company. One pass over all years is quicker than a look-up for each company and year.
 */
export class AmountsRead {
  readonly amount: AmountSql;
  readonly #years: YearsTable;
  readonly #table: Sql;
  readonly #earlier = new Set<number>();

  constructor(years: YearsTable, table: 'matched_years' | 'shown_years', hasRates: boolean) {
    this.#years = years;
    this.#table = raw(table);
    this.amount = (code, years, isConverted) => {
      const amount = years === 0 ? sql`a.amounts[${positionOf(code)}::integer]` : this.#earlierAmount(code, years);
      const kind = isConverted && hasRates ? rateKindOfCode(code) : null;
      // Also of earlier years at the rates of the row's, so that growth is that of the filings.
      return kind === null ? amount : sql`${amount} * r.${raw(kind)}`;
    };
  }

  #earlierAmount(code: string, years: number): Sql {
    const position = positionOf(code);
    this.#earlier.add(position);
    const place = sql`array_position(${this.#table}.years, a.fiscal_year - ${years}::integer)`;
    return sql`${this.#table}.amounts_${raw(String(position))}[${place}]`;
  }

  /** The table, if any formula reads earlier years; all formulas must have been written. */
  tables(isWanted: Sql): Sql[] {
    if (this.#earlier.size === 0) return [];
    const positions = [...this.#earlier];
    const names = positions.map(position => raw(`amounts_${position}`));
    const read = positions.map((position, at) => sql`a.amounts[${position}::integer] as ${names[at] ?? empty}`);
    const joined = names.map(name => sql`array_agg(${name} order by period_end desc) as ${name}`);
    return [
      sql`${this.#table}_read as materialized (
        select a.issuer_id, a.currency, a.period_end, a.fiscal_year, ${join(read)} from ${this.#years.name} a
        where a.layout = ${AMOUNTS_LAYOUT}::integer ${this.#years.isKnown(sql`a`)} ${isWanted})`,
      sql`${this.#table} as materialized (
        select issuer_id, currency, array_agg(fiscal_year order by period_end desc) as years, ${join(joined)}
        from ${this.#table}_read group by issuer_id, currency)`,
    ];
  }

  joins(): Sql {
    if (this.#earlier.size === 0) return empty;
    return sql`left join ${this.#table} on ${this.#table}.issuer_id = a.issuer_id and ${this.#table}.currency = a.currency`;
  }
}
