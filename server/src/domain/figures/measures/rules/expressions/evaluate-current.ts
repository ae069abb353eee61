import type { Expression } from './expression.ts';

/** The value of a figure of a day by its name; null if unknown. */
export type CurrentFigure = (name: string) => number | null;

/** The value of an expression that reads figures of a day only, as PostgreSQL computes it. Throws for figures of fiscal years. */
export function evaluateCurrent(node: Expression, read: CurrentFigure): number | null {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'current':
      return read(node.name);
    case 'abs': {
      const value = evaluateCurrent(node.of, read);
      return value === null ? null : Math.abs(value);
    }
    case 'positive': {
      const value = evaluateCurrent(node.of, read);
      return value !== null && value > 0 ? value : null;
    }
    case 'default':
      return evaluateCurrent(node.operands[0], read) ?? evaluateCurrent(node.operands[1], read);
    case 'arithmetic': {
      const [left, right] = node.operands.map(operand => evaluateCurrent(operand, read));
      return left == null || right == null ? null : compute(node.operator, left, right);
    }
    default:
      throw new Error(`${node.kind} is no figure of a day`);
  }
}

function compute(operator: '+' | '-' | '*' | '/', left: number, right: number): number | null {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return right === 0 ? null : left / right;
}

/** Names of the figures of a day that an expression reads and must have. */
export function requiredFigures(node: Expression): string[] {
  switch (node.kind) {
    case 'current':
      return [node.name];
    case 'abs':
    case 'positive':
      return requiredFigures(node.of);
    case 'default':
      return node.operands[1].kind === 'number' ? [] : node.operands.flatMap(requiredFigures);
    case 'arithmetic':
      return node.operands.flatMap(requiredFigures);
    default:
      return [];
  }
}
