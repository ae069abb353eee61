import { describe, expect, it } from 'vitest';
import type { LineItem, Period } from '../figures-fixture.ts';
import { period, taxonomy } from '../figures-fixture.ts';
import { type StatementOptions, toStatement } from './statement.ts';

const OPTIONS: StatementOptions = {
  statement: 'all',
  vintage: 'restated',
  scale: null,
  withSubLines: true,
  changes: [],
};

const line = (code: string, options: Partial<StatementOptions> = {}) => {
  const columns: Period[] = [period(2018), period(2017)];
  const statement = toStatement(taxonomy as LineItem[], columns, [...columns, period(2016)], {
    ...OPTIONS,
    ...options,
  });
  const found = statement.groups.flatMap(({ lines }) => lines).find(({ item }) => item.code === code);
  return { statement, line: found };
};
const texts = (figures: readonly ({ text: string; hanging: string } | null)[]) =>
  figures.map(figure => figure && figure.text + figure.hanging);

describe('a statement (Apple, fiscal 2018 and 2017, as filed)', () => {
  it('is in millions, with growth from the year before the oldest column', () => {
    const { statement, line: revenue } = line('revenue');
    expect(statement.scale).toBe(6);
    expect(texts(revenue?.cells.map(({ figure }) => figure) ?? [])).toEqual(['265,595', '229,234']);
    expect(texts(revenue?.sub?.figures ?? [])).toEqual(['+15.9%', '+6.3%']);
  });

  it('shows outflows in brackets and per-share figures in full', () => {
    expect(texts(line('capital_expenditure').line?.cells.map(({ figure }) => figure) ?? [])).toEqual([
      '(13,313)',
      '(12,451)',
    ]);
    expect(texts(line('eps_diluted').line?.cells.map(({ figure }) => figure) ?? [])).toEqual(['11.91', '9.21']);
  });

  it('shows the figures of the first filing as first reported', () => {
    expect(texts(line('operating_cash_flow').line?.cells.map(({ figure }) => figure) ?? [])).toEqual([
      '77,434',
      '64,225',
    ]);
    const first = line('operating_cash_flow', { vintage: 'first' }).line;
    expect(texts(first?.cells.map(({ figure }) => figure) ?? [])).toEqual(['77,434', '63,598']);
  });

  it('marks a fully derived line once and counts unreported lines', () => {
    const { statement, line: free } = line('free_cash_flow');
    expect(free?.mark).toBe('derived');
    expect(line('interest_expense').line).toBeUndefined();
    expect(statement.omitted).toBe(1);
  });

  it('contains only the lines of the chosen statement', () => {
    const { statement } = line('revenue', { statement: 'cashflow' });
    expect(statement.groups.map(group => group.statement)).toEqual(['cashflow']);
  });
});
