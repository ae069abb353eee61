import { describe, expect, it } from 'vitest';
import { codeNumber } from '../checks/chart.ts';
import { isContradicted } from './face-labels.ts';

const line = (...labels: string[]) => ({ statements: ['BS'], labels, line: 1 });

describe('labels of rows', () => {
  it('exclude a total that includes debt from equity, whatever its concept', () => {
    expect(isContradicted(codeNumber('equity_including_minority'), line('total capitalization'))).toBe(true);
    expect(isContradicted(codeNumber('equity_including_minority'), line('total equity'))).toBe(false);
    expect(isContradicted(codeNumber('equity'), line('total capitalization', 'total equity'))).toBe(false);
    expect(isContradicted(codeNumber('equity'), undefined)).toBe(false);
  });

  it('exclude the cost of goods sold from total costs and expenses', () => {
    expect(isContradicted(codeNumber('costs_and_expenses'), line('cost of operations'))).toBe(true);
    expect(isContradicted(codeNumber('costs_and_expenses'), line('costs of sales and other expenses'))).toBe(false);
    expect(isContradicted(codeNumber('cost_of_revenue'), line('cost of operations'))).toBe(false);
  });
});
