import type { DemoIssuer, IssuerMoney } from './issuers.ts';

/**
 * Amounts of one quarter, or the sum of several, in thousands of dollars. Outflows are positive if their name says so.
 */
export interface Flows {
  revenue: number;
  cost: number;
  research: number;
  selling: number;
  interestExpense: number;
  interestIncome: number;
  tax: number;
  translation: number;
  /** With the amortisation of intangible assets. */
  depreciation: number;
  amortisation: number;
  stockPay: number;
  deferredTax: number;
  receivablesRise: number;
  inventoryRise: number;
  prepaidRise: number;
  payablesRise: number;
  accruedRise: number;
  deferredRevenueRise: number;
  capex: number;
  repayment: number;
  optionProceeds: number;
  dividends: number;
  buybacks: number;
}

/** Balances at the end of a quarter, in thousands of dollars. */
export interface Balance {
  cash: number;
  receivables: number;
  inventory: number;
  prepaid: number;
  property: number;
  leaseAssets: number;
  goodwill: number;
  intangibles: number;
  payables: number;
  accrued: number;
  deferredRevenue: number;
  debtCurrent: number;
  leasesCurrent: number;
  debt: number;
  leases: number;
  deferredTax: number;
  paidIn: number;
  retained: number;
  accumulatedOther: number;
}

/** A period of whole quarters. */
export interface Period {
  /** First and last day, `YYYY-MM-DD`. */
  start: string;
  end: string;
  flows: Flows;
  /** By segment, then by region, in the order of the issuer's tables; the cells add up to the revenue. */
  revenues: number[][];
  segmentIncome: number[];
  services: number;
  opening: Balance;
  closing: Balance;
  /** Weighted average, in thousands. */
  shares: number;
}

export interface Company {
  /** Three fiscal years, oldest first. */
  years: readonly [Period, Period, Period];
  /** First quarter of the next year, and of the last. */
  quarter: Period;
  quarterBefore: Period;
  /** Last quarter of the year, and of the one before. */
  lastQuarter: Period;
  lastQuarterBefore: Period;
}

/**
 * Four quarters before the opening balance of an issuer and thirteen after it; every statement is derived from these.
 */
export interface CompanyModel {
  latest: Company;
  /** The same a fiscal year earlier. */
  yearBefore: Company;
}

/** The quarters of an issuer, from one balance sheet to the next. */
export function modelCompany(issuer: DemoIssuer): CompanyModel {
  const opening = openingOf(issuer.money);
  const quarters: Period[] = [];
  for (let index = 0, balance = opening; index < 13; index++) {
    const period = quarterOf(issuer, index, balance);
    assertBalanced(period.closing, `${issuer.name} quarter ${index}`);
    quarters.push(period);
    balance = period.closing;
  }
  for (let index = -1, balance = opening; index >= -4; index--) {
    const period = quarterBefore(issuer, index, balance);
    assertBalanced(period.opening, `${issuer.name} before quarter ${index}`);
    quarters.unshift(period);
    balance = period.opening;
  }
  return { latest: companyOf(quarters.slice(4)), yearBefore: companyOf(quarters) };
}

function companyOf(quarters: readonly Period[]): Company {
  const at = (index: number): Period => {
    const found = quarters[index];
    if (found === undefined) throw new Error(`no quarter ${index}`);
    return found;
  };
  const year = (n: number) => sum([0, 1, 2, 3].map(q => at(n * 4 + q)));
  return {
    years: [year(0), year(1), year(2)],
    quarter: at(12),
    quarterBefore: at(8),
    lastQuarter: at(11),
    lastQuarterBefore: at(7),
  };
}

export function grossProfit({ revenue, cost }: Flows): number {
  return revenue - cost;
}

export function operatingIncome(flows: Flows): number {
  return grossProfit(flows) - flows.research - flows.selling;
}

export function pretaxIncome(flows: Flows): number {
  return operatingIncome(flows) - flows.interestExpense + flows.interestIncome;
}

export function netIncome(flows: Flows): number {
  return pretaxIncome(flows) - flows.tax;
}

export function operatingCash(f: Flows): number {
  const adjusted = netIncome(f) + f.depreciation + f.stockPay + f.deferredTax;
  return (
    adjusted -
    f.receivablesRise -
    f.inventoryRise -
    f.prepaidRise +
    f.payablesRise +
    f.accruedRise +
    f.deferredRevenueRise
  );
}

export function financingCash(f: Flows): number {
  return f.optionProceeds - f.repayment - f.dividends - f.buybacks;
}

export function cashChange(f: Flows): number {
  return operatingCash(f) - f.capex + financingCash(f) + f.translation;
}

export function currentAssets(b: Balance): number {
  return b.cash + b.receivables + b.inventory + b.prepaid;
}

export function assets(b: Balance): number {
  return currentAssets(b) + b.property + b.leaseAssets + b.goodwill + b.intangibles;
}

export function currentLiabilities(b: Balance): number {
  return b.payables + b.accrued + b.deferredRevenue + b.debtCurrent + b.leasesCurrent;
}

export function liabilities(b: Balance): number {
  return currentLiabilities(b) + b.debt + b.leases + b.deferredTax;
}

export function equity(b: Balance): number {
  return b.paidIn + b.retained + b.accumulatedOther;
}

/** Dollars a share, to the cent. */
export function basicPerShare({ flows, shares }: Period): number {
  return Math.round((netIncome(flows) / shares) * 100) / 100;
}

export function dilutedShares({ flows, shares }: Period): number {
  return netIncome(flows) > 0 ? Math.round(shares * 1.014) : shares;
}

export function dilutedPerShare(period: Period): number {
  return Math.round((netIncome(period.flows) / dilutedShares(period)) * 100) / 100;
}

export function segmentRevenue({ revenues }: Period, segment: number): number {
  return total(revenues[segment] ?? []);
}

export function regionRevenue({ revenues }: Period, region: number): number {
  return total(revenues.map(row => row[region] ?? 0));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

const PAID_IN_AT_OPENING = 310_000;
const LEASES_DUE_SHARE = 0.22;

function openingOf(money: IssuerMoney): Balance {
  const ratios = workingCapital(money, money.revenue);
  const leasesCurrent = Math.round(money.leases * LEASES_DUE_SHARE);
  const debtCurrent = money.repayment * 4;
  const balance: Balance = {
    ...ratios,
    cash: money.cash,
    property: money.property,
    leaseAssets: money.leases,
    goodwill: money.goodwill,
    intangibles: money.intangibles,
    debtCurrent,
    leasesCurrent,
    debt: money.debt - debtCurrent,
    leases: money.leases - leasesCurrent,
    deferredTax: Math.round(money.property * 0.04),
    paidIn: PAID_IN_AT_OPENING,
    retained: 0,
    accumulatedOther: -4_120,
  };
  balance.retained = assets(balance) - liabilities(balance) - balance.paidIn - balance.accumulatedOther;
  return balance;
}

type WorkingCapital = Pick<
  Balance,
  'receivables' | 'inventory' | 'prepaid' | 'payables' | 'accrued' | 'deferredRevenue'
>;

type Rises = Pick<
  Flows,
  'receivablesRise' | 'inventoryRise' | 'prepaidRise' | 'payablesRise' | 'accruedRise' | 'deferredRevenueRise'
>;

function workingCapital(money: IssuerMoney, revenue: number): WorkingCapital {
  const cost = revenue * money.cost;
  return {
    receivables: Math.round((revenue * money.receivableDays) / 91),
    inventory: Math.round((cost * money.inventoryDays) / 91),
    prepaid: Math.round(revenue * 0.052),
    payables: Math.round((cost * money.payableDays) / 91),
    accrued: Math.round(revenue * (money.selling + money.research) * 0.61),
    deferredRevenue: Math.round(revenue * money.deferredRevenue),
  };
}

function quarterOf(issuer: DemoIssuer, index: number, opening: Balance): Period {
  const revenues = revenuesOf(issuer.money, index);
  const capital = workingCapital(issuer.money, total(revenues.flat()));
  const flows = flowsOf(issuer, index, { revenues, reckonedOn: opening, rises: risesOf(opening, capital) });
  return periodOf(issuer, index, { revenues, flows, opening, closing: moved(issuer.money, opening, flows, 1) });
}

/** A quarter computed backwards: its flows follow from its closing balances. */
function quarterBefore(issuer: DemoIssuer, index: number, closing: Balance): Period {
  const revenues = revenuesOf(issuer.money, index);
  const capital = workingCapital(issuer.money, total(revenuesOf(issuer.money, index - 1).flat()));
  const flows = flowsOf(issuer, index, { revenues, reckonedOn: closing, rises: risesOf(capital, closing) });
  return periodOf(issuer, index, { revenues, flows, opening: moved(issuer.money, closing, flows, -1), closing });
}

function risesOf(from: WorkingCapital, to: WorkingCapital): Rises {
  return {
    receivablesRise: to.receivables - from.receivables,
    inventoryRise: to.inventory - from.inventory,
    prepaidRise: to.prepaid - from.prepaid,
    payablesRise: to.payables - from.payables,
    accruedRise: to.accrued - from.accrued,
    deferredRevenueRise: to.deferredRevenue - from.deferredRevenue,
  };
}

function flowsOf(
  issuer: DemoIssuer,
  index: number,
  { revenues, reckonedOn, rises }: { revenues: number[][]; reckonedOn: Balance; rises: Rises },
): Flows {
  const { money } = issuer;
  const revenue = total(revenues.flat());
  const drift = wobble(issuer.cik, index);
  const amortisation = Math.round(reckonedOn.intangibles * 0.028);
  const flows: Flows = {
    revenue,
    cost: Math.round(revenue * (money.cost + drift * 0.6)),
    research: Math.round(revenue * (money.research - drift * 0.2)),
    selling: Math.round(revenue * (money.selling + drift * 0.3)),
    interestExpense: Math.round(((reckonedOn.debt + reckonedOn.debtCurrent) * money.interest) / 4),
    interestIncome: Math.round((reckonedOn.cash * 0.031) / 4),
    tax: 0,
    translation: Math.round(revenue * drift * 0.35),
    depreciation: Math.round(reckonedOn.property * 0.024 + reckonedOn.intangibles * 0.028),
    amortisation,
    stockPay: Math.round(revenue * money.stockPay),
    deferredTax: 0,
    ...rises,
    capex: Math.round(revenue * money.capex * (1 + drift * 6)),
    // The loan is repaid from the opening balance on.
    repayment: index < 0 ? 0 : money.repayment,
    optionProceeds: Math.round(revenue * money.stockPay * 0.18),
    dividends: money.dividend,
    buybacks: money.buyback === 0 ? 0 : money.buyback + 500 * remainder(index, 3),
  };
  const pretax = pretaxIncome(flows);
  flows.tax = pretax > 0 ? Math.round(pretax * money.taxRate) : Math.round(revenue * 0.003);
  flows.deferredTax = Math.round(flows.tax * 0.08);
  return flows;
}

/** Applies the flows of a quarter to a balance, forwards or backwards. */
function moved(money: IssuerMoney, from: Balance, flows: Flows, way: 1 | -1): Balance {
  const debt = from.debt + from.debtCurrent - way * flows.repayment;
  const debtCurrent = Math.min(debt, money.repayment * 4);
  return {
    ...from,
    cash: from.cash + way * cashChange(flows),
    receivables: from.receivables + way * flows.receivablesRise,
    inventory: from.inventory + way * flows.inventoryRise,
    prepaid: from.prepaid + way * flows.prepaidRise,
    payables: from.payables + way * flows.payablesRise,
    accrued: from.accrued + way * flows.accruedRise,
    deferredRevenue: from.deferredRevenue + way * flows.deferredRevenueRise,
    property: from.property + way * (flows.capex - (flows.depreciation - flows.amortisation)),
    intangibles: from.intangibles - way * flows.amortisation,
    debtCurrent,
    debt: debt - debtCurrent,
    deferredTax: from.deferredTax + way * flows.deferredTax,
    paidIn: from.paidIn + way * (flows.stockPay + flows.optionProceeds),
    retained: from.retained + way * (netIncome(flows) - flows.dividends - flows.buybacks),
    accumulatedOther: from.accumulatedOther + way * flows.translation,
  };
}

function periodOf(
  issuer: DemoIssuer,
  index: number,
  { revenues, flows, opening, closing }: Pick<Period, 'revenues' | 'flows' | 'opening' | 'closing'>,
): Period {
  const { money } = issuer;
  return {
    ...daysOf(issuer, index),
    flows,
    revenues,
    segmentIncome: segmentIncomeOf(money, revenues, operatingIncome(flows)),
    services: Math.round(flows.revenue * (money.serviceShare + index * 0.002)),
    opening,
    closing,
    shares: money.shares - Math.round(index * (money.buyback === 0 ? -110 : 85)),
  };
}

function revenuesOf(money: IssuerMoney, index: number): number[][] {
  const season = money.seasons[remainder(index, 4)] ?? 1;
  const revenue = money.revenue * money.growth ** index * season;
  return money.segments.map(({ from, to }) => {
    const share = from + ((to - from) * index) / 12;
    return money.regions.map(region => Math.round(revenue * share * region.share));
  });
}

/** The last segment gets the remainder of the company's income. */
function segmentIncomeOf(money: IssuerMoney, revenues: number[][], whole: number): number[] {
  const parts = money.segments.map(({ margin }, n) => Math.round(total(revenues[n] ?? []) * margin));
  const left = whole - total(parts.slice(0, -1));
  return [...parts.slice(0, -1), left];
}

/** A small reproducible number per quarter that makes results vary. */
function wobble(cik: string, index: number): number {
  const seed = remainder(Number(cik.slice(-4)) * 7919 + index * 104_729, 1000);
  return (seed / 1000 - 0.5) * 0.024;
}

/** Never negative: quarters before the first have negative numbers. */
function remainder(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}

function daysOf({ fiscalYear, fiscalYearEnd }: DemoIssuer, index: number): { start: string; end: string } {
  // Month after the end of the fiscal year three years back, counted from year 0.
  const first = (fiscalYear - 3) * 12 + fiscalYearEnd.month + index * 3;
  const day = (months: number, date: number) =>
    new Date(Date.UTC(Math.floor(months / 12), months % 12, date)).toISOString().slice(0, 10);
  return { start: day(first, 1), end: day(first + 3, 0) };
}

function sum(quarters: readonly Period[]): Period {
  const [first] = quarters;
  const last = quarters.at(-1);
  if (first === undefined || last === undefined) throw new Error('nothing to add up');
  const flows = { ...first.flows };
  for (const { flows: more } of quarters.slice(1)) {
    for (const key of Object.keys(flows) as (keyof Flows)[]) flows[key] += more[key];
  }
  return {
    start: first.start,
    end: last.end,
    flows,
    revenues: first.revenues.map((row, s) =>
      row.map((_, r) => total(quarters.map(quarter => quarter.revenues[s]?.[r] ?? 0))),
    ),
    segmentIncome: first.segmentIncome.map((_, s) => total(quarters.map(quarter => quarter.segmentIncome[s] ?? 0))),
    services: total(quarters.map(quarter => quarter.services)),
    opening: first.opening,
    closing: last.closing,
    shares: Math.round(total(quarters.map(quarter => quarter.shares)) / quarters.length),
  };
}

function assertBalanced(balance: Balance, what: string): void {
  const difference = assets(balance) - liabilities(balance) - equity(balance);
  if (difference !== 0) throw new Error(`${what} is out of balance by ${difference}`);
  if (balance.cash <= 0) throw new Error(`${what} has run out of money`);
}
