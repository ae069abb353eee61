import { empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { AMOUNTS_LAYOUT } from '../rules/periods/annual-amounts.ts';
import { MARKET_CAP, OLDEST_FIGURES_DAYS, trailingAmount } from '../rules/periods/current-amounts.ts';

/** The figure of a name among the tables of {@link joinedCurrent}. */
export function currentFigure(name: string): Sql {
  const trailing = trailingAmount(name);
  return trailing === null ? sql`v.market_cap` : sql`t.amounts[${trailing.position}::integer]`;
}

export function currentRate(name: string, kind: 'average' | 'closing'): Sql {
  return name === MARKET_CAP ? sql`rv.closing` : sql`rt.${raw(kind)}`;
}

/** Where the trailing years known on a day are read: the rest of a statement from the table `t` on. */
export function trailingKnownOn(day: IsoDate): Sql {
  const oldest = toIsoDate((parseDay(day) ?? 0) - OLDEST_FIGURES_DAYS);
  return sql`trailing_history t where t.layout = ${AMOUNTS_LAYOUT}::integer and t.known_from <= ${day}::date
    and t.known_to > ${day}::date and t.period_end >= ${oldest}::date`;
}

/** Where the market capitalization of a day is kept: the first day of its quarter, and its place from 1. */
export function placeOfDay(day: IsoDate): { quarter: IsoDate; place: number } {
  const month = Number(day.slice(5, 7));
  const quarter = `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
  return { quarter, place: (parseDay(day) ?? 0) - (parseDay(quarter) ?? 0) + 1 };
}

/**
 * Joins figures of a day to a year `a` in its currency: the newest trailing year `t` with its rates `rt`, and the market
 * capitalization `v` with its rate `rv`.
 */
export function joinedCurrent(day: IsoDate, names: ReadonlySet<string>, isConverted: boolean): Sql {
  const joins = [empty];
  if (readsTrailing(names)) {
    joins.push(
      sql`left join (select t.* from ${trailingKnownOn(day)}) t on t.issuer_id = a.issuer_id and t.currency = a.currency`,
    );
    if (isConverted)
      joins.push(sql`left join rates rt on rt.currency = t.currency and rt.period_start = t.period_start
        and rt.period_end = t.period_end`);
  }
  if (names.has(MARKET_CAP)) {
    const { quarter, place } = placeOfDay(day);
    joins.push(sql`left join (
      select issuer_id, currency, amounts[${place}::integer] as market_cap from market_values where quarter = ${quarter}::date
    ) v on v.issuer_id = a.issuer_id and v.currency = a.currency`);
    if (isConverted)
      joins.push(
        sql`left join rates rv on rv.currency = v.currency and rv.period_start = ${day}::date and rv.period_end = ${day}::date`,
      );
  }
  return join(joins, ' ');
}

/** Whether a joined figure has a span without computed rates; begins with `or`, or is empty. */
export function lacksCurrentRates(names: ReadonlySet<string>): Sql {
  const lacks = [empty];
  if (readsTrailing(names)) lacks.push(sql`or (t.issuer_id is not null and rt.currency is null)`);
  if (names.has(MARKET_CAP)) lacks.push(sql`or (v.issuer_id is not null and rv.currency is null)`);
  return join(lacks, ' ');
}

export function readsTrailing(names: ReadonlySet<string>): boolean {
  return [...names].some(name => name !== MARKET_CAP);
}
