import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import type { Severity } from '../model.ts';
import { type FlagRuleId, flagRule } from './flag-rules.ts';

/** Returns a figure of one fiscal year by canonical code, in whole units; null if the filer states none. */
export type YearFigures = (code: string) => number | null;

/** The years that a rule reads: t, t − 1 and t − 2. A missing or non-consecutive year has no figures. */
export interface FigureYears {
  now: YearFigures;
  before: YearFigures;
  twoBefore: YearFigures;
  /** Market value of equity at the filing date; null if no price is known. */
  marketValue: number | null;
}

/** The result of a rule on figures. */
export interface FigureFinding {
  isRaised: boolean;
  severity?: Severity;
  inputs: Record<string, number | null>;
}

/** Returns null if an input is missing or the rule does not apply. */
export type FigureRule = (years: FigureYears) => FigureFinding | null;

const FINANCIAL_TYPES: ReadonlySet<CompanyType> = new Set(['bank', 'insurer', 'reit']);

/** The thresholds of the rules, as documented in docs/guides/red-flags.md. */
export const LIMITS = {
  receivablesAheadPct: 15,
  dsoDays: 10,
  inventoryAheadPct: 20,
  accruals: 0.1,
  beneish: -1.78,
  beneishGrowthPct: 100,
  beneishMaxAssumed: 2,
  altmanZ: 1.81,
  altmanZ2: 1.1,
  piotroski: 2,
  interestCover: 1,
  runwayMonths: 12,
  dilutionPct: 25,
  impairmentPct: 5,
} as const;

export const FIGURE_RULES = {
  negative_equity({ now }) {
    const inputs = take(now, ['equity']);
    if (inputs === null) return null;
    const cash = now('operating_cash_flow');
    const bought = sum(now('share_repurchases'), now('treasury_stock'));
    const isBoughtBack = cash !== null && cash > 0 && bought !== null && Math.abs(bought) >= Math.abs(inputs.equity);
    return {
      isRaised: inputs.equity < 0,
      ...(isBoughtBack ? { severity: 'LOW' } : {}),
      inputs: { ...inputs, operating_cash_flow: cash },
    };
  },
  receivables_outgrow({ now, before }) {
    const a = take(now, ['receivables', 'revenue']);
    const b = take(before, ['receivables', 'revenue']);
    if (a === null || b === null || b.receivables <= 0 || b.revenue <= 0 || a.revenue <= 0) return null;
    const receivables = growthPct(a.receivables, b.receivables);
    const sales = growthPct(a.revenue, b.revenue);
    const dso = (365 * a.receivables) / a.revenue - (365 * b.receivables) / b.revenue;
    return {
      isRaised: receivables - sales >= LIMITS.receivablesAheadPct && dso >= LIMITS.dsoDays,
      inputs: { receivables_growth_pct: receivables, revenue_growth_pct: sales, dso_change_days: dso },
    };
  },
  inventory_outgrow({ now, before }) {
    const a = take(now, ['inventory', 'cost_of_revenue']);
    const b = take(before, ['inventory', 'cost_of_revenue']);
    if (a === null || b === null || b.inventory <= 0 || b.cost_of_revenue <= 0) return null;
    const inventory = growthPct(a.inventory, b.inventory);
    const cost = growthPct(a.cost_of_revenue, b.cost_of_revenue);
    return {
      isRaised: inventory - cost >= LIMITS.inventoryAheadPct,
      inputs: { inventory_growth_pct: inventory, cost_of_revenue_growth_pct: cost },
    };
  },
  cash_profit_gap({ now, before }) {
    const a = take(now, ['net_income', 'operating_cash_flow', 'total_assets']);
    const b = take(before, ['net_income', 'operating_cash_flow', 'total_assets']);
    if (a === null || b === null) return null;
    const average = (a.total_assets + b.total_assets) / 2;
    if (average <= 0) return null;
    const accruals = (a.net_income - a.operating_cash_flow) / average;
    const isTwice = a.net_income > 0 && a.operating_cash_flow < 0 && b.net_income > 0 && b.operating_cash_flow < 0;
    return {
      isRaised: isTwice || accruals > LIMITS.accruals,
      inputs: { net_income: a.net_income, operating_cash_flow: a.operating_cash_flow, accruals },
    };
  },
  beneish,
  altman({ now, marketValue }) {
    const all = take(now, ['working_capital', 'retained_earnings', 'ebit', 'total_assets', 'total_liabilities']);
    if (all === null || all.total_assets <= 0 || all.total_liabilities <= 0) return null;
    const { working_capital: wc, retained_earnings: re, ebit, total_assets: ta, total_liabilities: tl } = all;
    const revenue = now('revenue');
    // The Z-score applies to listed manufacturers: companies with inventory and a price.
    const isManufacturer = (now('inventory') ?? 0) > 0;
    if (isManufacturer && marketValue !== null && revenue !== null) {
      const z = (1.2 * wc + 1.4 * re + 3.3 * ebit + revenue) / ta + (0.6 * marketValue) / tl;
      return { isRaised: z < LIMITS.altmanZ, inputs: { z_score: z, market_value: marketValue } };
    }
    const z = altmanZ2(now);
    return z === null ? null : { isRaised: z < LIMITS.altmanZ2, inputs: { z2_score: z } };
  },
  piotroski_low({ now, before, twoBefore }) {
    const score = piotroski(now, before, twoBefore);
    return score === null ? null : { isRaised: score <= LIMITS.piotroski, inputs: { f_score: score } };
  },
  interest_cover({ now, before }) {
    const a = take(now, ['ebit', 'interest_expense']);
    const b = take(before, ['ebit', 'interest_expense']);
    if (a === null || b === null || a.interest_expense <= 0 || b.interest_expense <= 0) return null;
    const cover = a.ebit / a.interest_expense;
    const coverBefore = b.ebit / b.interest_expense;
    return {
      isRaised: cover < LIMITS.interestCover && coverBefore < LIMITS.interestCover,
      inputs: { interest_cover: cover, interest_cover_before: coverBefore },
    };
  },
  cash_runway({ now }) {
    const all = take(now, ['cash', 'operating_cash_flow']);
    if (all === null) return null;
    const spent = all.operating_cash_flow - Math.abs(now('capital_expenditure') ?? 0);
    const liquid = all.cash + (now('short_term_investments') ?? 0);
    const months = spent < 0 ? liquid / (-spent / 12) : null;
    return {
      isRaised: months !== null && months < LIMITS.runwayMonths,
      inputs: { liquid, yearly_cash_flow: spent, runway_months: months },
    };
  },
  debt_wall({ now }) {
    const all = take(now, ['short_term_debt', 'cash', 'operating_cash_flow']);
    if (all === null) return null;
    const cover = all.cash + (now('short_term_investments') ?? 0) + all.operating_cash_flow;
    return { isRaised: all.short_term_debt > cover, inputs: { due_in_12_months: all.short_term_debt, cover } };
  },
  serial_dilution({ now, before }) {
    const shares = now('shares_outstanding');
    const sharesBefore = before('shares_outstanding');
    const [averaged, averagedBefore] = [now('weighted_shares_basic'), before('weighted_shares_basic')];
    if (shares === null || sharesBefore === null || sharesBefore <= 0) return null;
    const pct = growthPct(shares, sharesBefore);
    // Filings state the averages of both years on one basis: a split changes the counts but not the averages.
    const isSplit =
      averaged !== null &&
      averagedBefore !== null &&
      averagedBefore > 0 &&
      pct > 4 * growthPct(averaged, averagedBefore) + 50;
    return { isRaised: pct >= LIMITS.dilutionPct && !isSplit, inputs: { shares_growth_pct: pct } };
  },
  impairment({ now, before }) {
    const charge = now('impairment');
    const assets = before('total_assets') ?? now('total_assets');
    if (charge === null || assets === null || assets <= 0) return null;
    const pct = (100 * Math.abs(charge)) / assets;
    return { isRaised: pct >= LIMITS.impairmentPct, inputs: { impairment: charge, of_assets_pct: pct } };
  },
} as const satisfies Partial<Record<FlagRuleId, FigureRule>>;

export type FigureRuleId = keyof typeof FIGURE_RULES;

/** Returns true if a rule applies to companies of a type. */
export function appliesTo(ruleId: FigureRuleId, companyType: CompanyType | null): boolean {
  return !flagRule(ruleId)?.skipsFinancials || companyType === null || !FINANCIAL_TYPES.has(companyType);
}

/** Returns Altman's Z″-score for non-financial companies; null if an input is missing. */
export function altmanZ2(year: YearFigures): number | null {
  const all = take(year, ['working_capital', 'retained_earnings', 'ebit', 'total_assets', 'total_liabilities']);
  const equity = year('equity_including_minority') ?? year('equity');
  if (all === null || equity === null || all.total_assets <= 0 || all.total_liabilities <= 0) return null;
  const { working_capital: wc, retained_earnings: re, ebit, total_assets: ta, total_liabilities: tl } = all;
  return (6.56 * wc + 3.26 * re + 6.72 * ebit) / ta + (1.05 * equity) / tl;
}

/** Beneish's M-score with eight variables. Up to two of AQI, DEPI and SGAI may be missing; a missing one counts as 1. */
function beneish({ now, before }: FigureYears): FigureFinding | null {
  const codes = ['receivables', 'revenue', 'total_assets', 'operating_cash_flow', 'current_liabilities'] as const;
  const a = take(now, codes);
  const b = take(before, codes);
  const margins = [grossMargin(now), grossMargin(before)] as const;
  const income = now('income_continuing_operations') ?? now('net_income_including_minority') ?? now('net_income');
  if (a === null || b === null || income === null || margins[0] === null || margins[1] === null) return null;
  if (b.revenue <= 0 || a.revenue <= 0 || b.receivables <= 0 || margins[0] === 0 || a.total_assets <= 0) return null;
  const leverage = (b.current_liabilities + (before('long_term_debt') ?? 0)) / b.total_assets;
  if (leverage <= 0 || b.total_assets <= 0) return null;
  const assumable = [
    ratio(assetQuality(now), assetQuality(before)),
    ratio(depreciationRate(before), depreciationRate(now)),
    ratio(sgaRate(now), sgaRate(before)),
  ];
  const assumed = assumable.filter(value => value === null).length;
  if (assumed > LIMITS.beneishMaxAssumed) return null;
  const [aqi = 1, depi = 1, sgai = 1] = assumable.map(value => value ?? 1);
  const dsri = a.receivables / a.revenue / (b.receivables / b.revenue);
  const gmi = margins[1] / margins[0];
  const sgi = a.revenue / b.revenue;
  const lvgi = (a.current_liabilities + (now('long_term_debt') ?? 0)) / a.total_assets / leverage;
  const tata = (income - a.operating_cash_flow) / a.total_assets;
  const m =
    -4.84 +
    0.92 * dsri +
    0.528 * gmi +
    0.404 * aqi +
    0.892 * sgi +
    0.115 * depi -
    0.172 * sgai +
    4.679 * tata -
    0.327 * lvgi;
  return {
    isRaised: m > LIMITS.beneish && (sgi - 1) * 100 < LIMITS.beneishGrowthPct,
    inputs: { m_score: m, dsri, gmi, aqi, sgi, depi, sgai, lvgi, tata, assumed_count: assumed },
  };
}

function grossMargin(year: YearFigures): number | null {
  const [revenue, cost] = [year('revenue'), year('cost_of_revenue')];
  const profit = year('gross_profit') ?? (revenue === null || cost === null ? null : revenue - cost);
  return profit === null || revenue === null || revenue <= 0 ? null : profit / revenue;
}

function assetQuality(year: YearFigures): number | null {
  const [current, plant, assets] = [year('current_assets'), year('ppe_net'), year('total_assets')];
  if (current === null || plant === null || assets === null || assets <= 0) return null;
  return 1 - (current + plant + (year('long_term_investments') ?? 0)) / assets;
}

function depreciationRate(year: YearFigures): number | null {
  const [depreciation, plant] = [year('depreciation_amortization'), year('ppe_net')];
  if (depreciation === null || plant === null || depreciation + plant <= 0) return null;
  return depreciation / (depreciation + plant);
}

function sgaRate(year: YearFigures): number | null {
  const [expense, revenue] = [year('selling_general_administrative'), year('revenue')];
  return expense === null || revenue === null || revenue <= 0 ? null : expense / revenue;
}

/** Returns Piotroski's F-score of nine signals with balances at the start of the year; null if a signal lacks an input. */
export function piotroski(now: YearFigures, before: YearFigures, twoBefore: YearFigures): number | null {
  const codes = ['net_income', 'operating_cash_flow', 'total_assets', 'revenue'] as const;
  const [a, b] = [take(now, codes), take(before, ['net_income', 'total_assets', 'revenue'])];
  const assets = twoBefore('total_assets');
  const ratios = [currentRatio(now), currentRatio(before)] as const;
  const margins = [grossMargin(now), grossMargin(before)] as const;
  const issued = now('share_issuance');
  const shares = [now('shares_outstanding'), before('shares_outstanding')] as const;
  if (a === null || b === null || assets === null || assets <= 0 || b.total_assets <= 0) return null;
  if (ratios[0] === null || ratios[1] === null || margins[0] === null || margins[1] === null) return null;
  if (issued === null && (shares[0] === null || shares[1] === null)) return null;
  const roa = a.net_income / b.total_assets;
  const debt = [
    (now('long_term_debt') ?? 0) / (a.total_assets + b.total_assets),
    (before('long_term_debt') ?? 0) / (b.total_assets + assets),
  ] as const;
  const hasIssued = shares[0] !== null && shares[1] !== null ? shares[0] > shares[1] : (issued ?? 0) > 0;
  const signs = [
    roa > 0,
    a.operating_cash_flow > 0,
    roa > b.net_income / assets,
    a.operating_cash_flow > a.net_income,
    debt[0] < debt[1] || (debt[0] === 0 && debt[1] === 0),
    ratios[0] > ratios[1],
    !hasIssued,
    margins[0] > margins[1],
    a.revenue / b.total_assets > b.revenue / assets,
  ];
  return signs.filter(Boolean).length;
}

function currentRatio(year: YearFigures): number | null {
  const [assets, liabilities] = [year('current_assets'), year('current_liabilities')];
  return assets === null || liabilities === null || liabilities <= 0 ? null : assets / liabilities;
}

function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : Math.abs(a ?? 0) + Math.abs(b ?? 0);
}

function growthPct(now: number, before: number): number {
  return (100 * (now - before)) / before;
}

/** Returns the figures of all given codes; null if one is missing. */
function take<Code extends string>(year: YearFigures, codes: readonly Code[]): Record<Code, number> | null {
  const entries: [Code, number][] = [];
  for (const code of codes) {
    const value = year(code);
    if (value === null) return null;
    entries.push([code, value]);
  }
  return Object.fromEntries(entries) as Record<Code, number>;
}
