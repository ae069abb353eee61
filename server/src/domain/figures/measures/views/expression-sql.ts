import { join, raw, type Sql, sql } from '../../../../db/database.ts';
import {
  type Comparator,
  type Condition,
  type Expression,
  MAX_YEARS,
  type Statistic,
} from '../rules/expressions/expression.ts';
import { dependsOnCurrency, moneyDegree } from '../rules/expressions/money.ts';

/** The amount of a code some fiscal years before the row's, or a current figure, in the requested currency or as filed. */
export type AmountSql = (code: string, years: number, isConverted: boolean) => Sql;

const COMPARISONS: Record<Comparator, Sql> = {
  '>=': raw('>='),
  '<=': raw('<='),
  '!=': raw('<>'),
  '>': raw('>'),
  '<': raw('<'),
  '=': raw('='),
};

const ARITHMETIC = { '+': raw('+'), '-': raw('-'), '*': raw('*') } as const;

/** A PostgreSQL expression of type float8, null if unknown. */
export function expressionSql(node: Expression, amount: AmountSql): Sql {
  return valueSql(node, 0, amount);
}

/** A PostgreSQL expression of type boolean, null if unknown. */
export function conditionSql(node: Condition, amount: AmountSql): Sql {
  return truthSql(node, 0, amount);
}

function truthSql(node: Condition, years: number, amount: AmountSql): Sql {
  switch (node.kind) {
    case 'comparison': {
      const read = dependsOnCurrency(node) ? amount : asFiled(amount);
      const [left, right] = node.operands.map(operand => valueSql(operand, years, read)) as [Sql, Sql];
      return sql`(${left} ${COMPARISONS[node.operator]} ${right})`;
    }
    case 'not':
      return sql`(not ${truthSql(node.condition, years, amount)})`;
    default: {
      const conditions = node.conditions.map(condition => truthSql(condition, years, amount));
      return sql`(${join(conditions, node.kind === 'and' ? ' and ' : ' or ')})`;
    }
  }
}

/** A ratio is computed from amounts as filed, so that it is the same in every currency. */
function valueSql(node: Expression, years: number, given: AmountSql): Sql {
  const degree = moneyDegree(node);
  const amount = degree === null || degree === 0 ? asFiled(given) : given;
  switch (node.kind) {
    case 'number':
      return sql`${node.value}::float8`;
    case 'amount':
      return amount(node.code, years, true);
    case 'current':
      return amount(node.name, 0, true);
    case 'abs':
      return sql`abs(${valueSql(node.of, years, amount)})`;
    case 'positive': {
      const value = valueSql(node.of, years, amount);
      return sql`(case when ${value} > 0 then ${value} end)`;
    }
    case 'default': {
      const operands = node.operands.map(operand => valueSql(operand, years, amount));
      return sql`coalesce(${join(operands)})`;
    }
    case 'prior':
      return valueSql(node.of, years + node.years, amount);
    case 'arithmetic': {
      const [left, right] = node.operands.map(operand => valueSql(operand, years, amount)) as [Sql, Sql];
      return node.operator === '/'
        ? sql`(${left} / nullif(${right}, 0))`
        : sql`(${left} ${ARITHMETIC[node.operator]} ${right})`;
    }
    case 'growth':
      return growthSql(valueSql(node.of, years + node.years, amount), valueSql(node.of, years, amount), node.years);
    case 'statistic':
      return statisticSql(
        node.name,
        Array.from({ length: node.years }, (_, back) => valueSql(node.of, years + back, amount)),
      );
    case 'rises':
      return risesSql(
        Array.from({ length: MAX_YEARS - years + 1 }, (_, back) => valueSql(node.of, years + back, amount)),
      );
    case 'points':
      return sql`(${join(
        node.conditions.map(condition => sql`${truthSql(condition, years, amount)}::integer`),
        ' + ',
      )})::float8`;
  }
}

function asFiled(amount: AmountSql): AmountSql {
  return (code, years) => amount(code, years, false);
}

/**
 * Rounded to twelve places, as stored growth: the amounts are exact, but their binary quotient is not. `offset 0` keeps
 * PostgreSQL from copying the operands to each place that names them, which nested growth would multiply.
 */
function growthSql(from: Sql, to: Sql, years: number): Sql {
  return sql`(select case when f > 0 and t >= 0 then round(((t / f) ^ (1 / ${years}::float8) - 1) * 1e12) / 1e12 end
    from (select ${from} as f, ${to} as t offset 0) as v)`;
}

/** Over values newest first; null unless all are known. Sums are written out, because a sub-select takes ten times as long. */
function statisticSql(name: Statistic, values: readonly Sql[]): Sql {
  if (name === 'mean') return sql`((${join(values, ' + ')}) / ${values.length}::float8)`;
  return name === 'slope' ? slopeSql(values) : selectedStatisticSql(name, values);
}

/** The years are equally spaced, so the least-squares slope is a weighted sum of the values. */
function slopeSql(values: readonly Sql[]): Sql {
  const weights = values.map((_, back) => (values.length - 1) / 2 - back);
  const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
  return sql`((${join(
    values.map((value, back) => sql`${weights[back]}::float8 * ${value}`),
    ' + ',
  )}) / ${squares}::float8)`;
}

const SELECTED: Record<Exclude<Statistic, 'mean' | 'slope'>, Sql> = {
  least: raw('min(v)'),
  greatest: raw('max(v)'),
  variability: raw('stddev_samp(v) / nullif(abs(avg(v)), 0)'),
};

function selectedStatisticSql(name: keyof typeof SELECTED, values: readonly Sql[]): Sql {
  return sql`(select case when count(v) = ${values.length}::integer then ${SELECTED[name]} end
    from (values ${join(values.map(value => sql`(${value})`))}) as year (v))`;
}

/** Over values newest first; null if the first two are not known. */
function risesSql([newest, before, ...older]: readonly Sql[]): Sql {
  if (newest === undefined || before === undefined) return sql`null::float8`;
  const further = older.length === 0 ? sql`0` : sql`coalesce(${risesSql([before, ...older])}, 0)`;
  return sql`(case when ${newest} > ${before} then 1 + ${further} when ${newest} <= ${before} then 0 end)::float8`;
}
