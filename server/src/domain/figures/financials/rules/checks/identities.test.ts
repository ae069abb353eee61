import { describe, expect, it } from 'vitest';
import { Cell, type Cells, noCells } from '../values/cell.ts';
import type { BreachEvidence } from './breach-causes.ts';
import { CODES_COUNT, codeNumber } from './chart.ts';
import { checkIdentities } from './identities.ts';

const noEvidence: BreachEvidence = { statedBy: () => null, filings: [], faceLine: () => null, linesBefore: () => null };

function cellsOf(values: Record<string, number>, half = 0.5): Cells {
  const cells = noCells(CODES_COUNT);
  for (const [code, value] of Object.entries(values)) {
    const cell = new Cell(value, 'reported', -1, 0, 0, 0, 0);
    cell.half = half;
    cells[codeNumber(code)] = cell;
  }
  return cells;
}

function breachesOf(values: Record<string, number>, half = 0.5): { identity: string; cause: string | null }[] {
  return checkIdentities(cellsOf(values, half), 'commercial', noEvidence).breaches.map(({ identity, cause }) => ({
    identity,
    cause,
  }));
}

describe('relations between values', () => {
  it('hold within half the rounding of all their terms', () => {
    const statement = { revenue: 10_000, cost_of_revenue: 6_000, gross_profit: 4_001 };
    expect(breachesOf(statement, 0.5)).toEqual([]);
    expect(breachesOf({ ...statement, gross_profit: 4_002 }, 0.5)).toEqual([{ identity: 'I1', cause: null }]);
    expect(breachesOf({ ...statement, gross_profit: 5_400 }, 500)).toEqual([]);
  });

  it('are not tested on values that were derived from them', () => {
    const cells = cellsOf({ revenue: 10, cost_of_revenue: 6, gross_profit: 9 });
    const derived = cells[codeNumber('gross_profit')];
    if (derived) derived.isByFormula = true;
    expect(checkIdentities(cells, 'commercial', noEvidence)).toEqual({ tested: [], breaches: [] });
  });

  it('treat an unstated value as zero only if it may be absent', () => {
    const cash = {
      net_change_in_cash: 5_000,
      operating_cash_flow: 9_000,
      investing_cash_flow: -3_000,
      financing_cash_flow: -1_000,
    };
    expect(breachesOf(cash)).toEqual([]);
    expect(breachesOf({ ...cash, fx_effect_on_cash: -40 })).toEqual([{ identity: 'C1', cause: 'fx_variant' }]);
    expect(breachesOf({ net_change_in_cash: 5_000, operating_cash_flow: 9_000 })).toEqual([]);
  });

  it('name all lines between the terms and their total, except lines whose signs fit no reconciliation', () => {
    const profit = { revenue: 10_000, costs_and_expenses: 7_000, operating_income: 2_750 };
    const causeBeside = (lines: [string, number][]) => {
      const linesBefore = () => lines.map(([concept, value]) => ({ concept, value }));
      return checkIdentities(cellsOf(profit), 'commercial', { ...noEvidence, linesBefore }).breaches[0]?.cause;
    };
    const impairment: [string, number] = ['us-gaap:AssetImpairmentCharges', 290];
    const disposal: [string, number] = ['us-gaap:GainLossOnDispositionOfAssets', 40];
    expect(causeBeside([impairment, disposal])).toBe(
      'other_lines us-gaap:AssetImpairmentCharges us-gaap:GainLossOnDispositionOfAssets',
    );
    expect(causeBeside([impairment])).toBeNull();
    expect(causeBeside([impairment, ['us-gaap:OtherIncome', 30]])).toBeNull();
  });

  it('recognise a balance sheet whose financing side is signed as credits throughout', () => {
    const credits = { total_assets: 900, liabilities_and_equity: -900, payables: -300 };
    expect(breachesOf(credits).filter(breach => breach.identity === 'V1')).toEqual([
      { identity: 'V1', cause: 'sign_flip' },
      { identity: 'V1', cause: 'sign_flip' },
    ]);
    expect(breachesOf({ ...credits, liabilities_and_equity: 900 }).filter(breach => breach.identity === 'V1')).toEqual([
      { identity: 'V1', cause: null },
    ]);
  });

  it('name the amount that explains a difference', () => {
    const profit = { pretax_income: 10_000, income_tax: 2_500, income_continuing_operations: 7_800 };
    expect(breachesOf(profit)).toEqual([{ identity: 'I4', cause: null }]);
    expect(breachesOf({ ...profit, equity_method_income: 300 })).toEqual([{ identity: 'I4', cause: 'equity_method' }]);
    expect(breachesOf({ pretax_income: 10_000, income_tax: -2_500, income_continuing_operations: 7_500 })).toEqual([
      { identity: 'I4', cause: 'sign_flip' },
    ]);
  });

  it('do not add amounts of two units', () => {
    const cells = cellsOf({ total_assets: 10_000, liabilities_and_equity: 20_000 });
    const other = cells[codeNumber('total_assets')];
    if (other) other.unit = 1;
    expect(checkIdentities(cells, 'commercial', noEvidence).breaches).toEqual([]);
  });

  it('report negative balances', () => {
    expect(breachesOf({ inventory: -5 })).toEqual([{ identity: 'V1', cause: null }]);
  });
});
