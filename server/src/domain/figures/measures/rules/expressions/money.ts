import { type LineItem, lineItemOf } from '../../../financials/rules/line-items.ts';
import { MARKET_CAP, trailingAmount } from '../../../financials/rules/periods/current-amounts.ts';
import type { Condition, Expression } from './expression.ts';

/**
 * How often a currency is multiplied into a value: 1 for an amount of money, 0 for a ratio or a number of shares, null for
 * plain numbers, which go with either.
 */
export type MoneyDegree = number | null;

export function moneyDegree(node: Expression): MoneyDegree {
  switch (node.kind) {
    case 'number':
      return null;
    case 'amount':
      return isMoney(lineItemOf(node.code)) ? 1 : 0;
    case 'current':
      return node.name === MARKET_CAP || isMoney(trailingAmount(node.name)?.item) ? 1 : 0;
    case 'arithmetic': {
      const [left, right] = node.operands.map(moneyDegree) as [MoneyDegree, MoneyDegree];
      if (node.operator === '+' || node.operator === '-') return commonDegree(left, right);
      if (left === null && right === null) return null;
      return (left ?? 0) + (node.operator === '*' ? 1 : -1) * (right ?? 0);
    }
    case 'default':
      return commonDegree(...(node.operands.map(moneyDegree) as [MoneyDegree, MoneyDegree]));
    case 'growth':
    case 'rises':
    case 'points':
      return 0;
    case 'statistic':
      return node.name === 'variability' ? 0 : moneyDegree(node.of);
    default:
      return moneyDegree(node.of);
  }
}

/** Whether a comparison needs amounts in the requested currency: only if it compares money with a plain number. */
export function dependsOnCurrency({ operands: [left, right] }: Extract<Condition, { kind: 'comparison' }>): boolean {
  const degrees = [moneyDegree(left), moneyDegree(right)];
  return degrees.includes(null) && degrees.some(degree => degree !== null && degree !== 0);
}

/** The degree of a sum; NaN if the operands cannot be added. */
export function commonDegree(left: MoneyDegree, right: MoneyDegree): MoneyDegree {
  if (left === null) return right;
  return right === null || left === right ? left : Number.NaN;
}

function isMoney(item: LineItem | undefined): boolean {
  return item?.unitKind === 'currency' || item?.unitKind === 'currency_per_share';
}
