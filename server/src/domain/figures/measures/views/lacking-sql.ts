import { join, type Sql, sql } from '../../../../db/database.ts';
import type { Condition, Expression } from '../rules/expressions/expression.ts';

/** A PostgreSQL condition that states of an amount some fiscal years before the row's, or of a current figure, that it is lacking. */
export type IsLacking = (code: string, years: number) => Sql;

/** A PostgreSQL condition, never null: whether an expression is unknown because amounts that it needs are lacking. */
export function lacksSql(node: Expression | Condition, isLacking: IsLacking, years = 0): Sql {
  const of = (part: Expression | Condition, back = 0) => lacksSql(part, isLacking, years + back);
  switch (node.kind) {
    case 'number':
      return sql`false`;
    case 'amount':
      return isLacking(node.code, years);
    case 'current':
      return isLacking(node.name, 0);
    case 'prior':
      return of(node.of, node.years);
    case 'growth':
      return any([of(node.of), of(node.of, node.years)]);
    case 'statistic':
      return any(Array.from({ length: node.years }, (_, back) => of(node.of, back)));
    case 'rises':
      return any([of(node.of), of(node.of, 1)]);
    case 'arithmetic':
    case 'comparison':
      return any(node.operands.map(operand => of(operand)));
    case 'default':
      return sql`(${join(
        node.operands.map(operand => of(operand)),
        ' and ',
      )})`;
    case 'points':
    case 'and':
    case 'or':
      return any(node.conditions.map(condition => of(condition)));
    case 'not':
      return of(node.condition);
    default:
      return of(node.of);
  }
}

function any(conditions: readonly Sql[]): Sql {
  return sql`(${join([...conditions], ' or ')})`;
}
