import type { Balance, Flows, Period } from './company-model.ts';
import * as model from './company-model.ts';
import type { InlineDocument, Place } from './inline-document.ts';
import { table } from './layout.ts';

/** A line of a statement: its label, its tag and its components. */
export interface Line {
  concept: string;
  label: string;
  kind: 'heading' | 'value' | 'total';
  level: number;
  unit: 'USD' | 'USD/shares' | 'shares';
  /** The concept in the taxonomy; null if it has none. */
  balance: 'debit' | 'credit' | null;
  isInstant: boolean;
  /** Printed with the opposite sign. */
  isNegated: boolean;
  /** The last line under its heading. */
  endsGroup: boolean;
  /** Shown at the beginning or the end of the period. */
  moment: 'start' | 'end' | null;
  value: (period: Period) => number;
}

export interface Statement {
  /** Last part of its role's URI. */
  name: string;
  title: string;
  lines: readonly Line[];
  /** The parts of each total, with their weights. */
  sums: readonly { total: string; parts: readonly [concept: string, weight: 1 | -1][] }[];
}

const LINE: Omit<Line, 'concept' | 'label' | 'value'> = {
  kind: 'value',
  level: 1,
  unit: 'USD',
  balance: null,
  isInstant: false,
  isNegated: false,
  endsGroup: false,
  moment: null,
};

/** Totals and other last lines of the groups that headings open. */
const ENDS_GROUP: ReadonlySet<string> = new Set([
  'OperatingExpenses',
  'AssetsCurrent',
  'Assets',
  'LiabilitiesCurrent',
  'StockholdersEquity',
  'LiabilitiesAndStockholdersEquity',
  'NetCashProvidedByUsedInOperatingActivities',
  'NetCashProvidedByUsedInInvestingActivities',
  'NetCashProvidedByUsedInFinancingActivities',
]);

function heading(concept: string, label: string, level = 0): Line {
  return { ...LINE, concept: `us-gaap:${concept}`, label, kind: 'heading', level, value: () => 0 };
}

function flow(concept: string, label: string, value: (f: Flows) => number, more: Partial<Line> = {}): Line {
  const endsGroup = ENDS_GROUP.has(concept);
  return { ...LINE, concept: `us-gaap:${concept}`, label, endsGroup, value: period => value(period.flows), ...more };
}

function stock(concept: string, label: string, value: (b: Balance) => number, more: Partial<Line> = {}): Line {
  const endsGroup = ENDS_GROUP.has(concept);
  return {
    ...LINE,
    endsGroup,
    concept: `us-gaap:${concept}`,
    label,
    isInstant: true,
    value: period => value(period.closing),
    ...more,
  };
}

const TOTAL = { kind: 'total', level: 0 } as const;
const DEBIT = { balance: 'debit' } as const;
const CREDIT = { balance: 'credit' } as const;

export const REVENUE = 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax';

const parts = (...names: string[]): [string, 1 | -1][] =>
  names.map(name => (name.startsWith('-') ? [`us-gaap:${name.slice(1)}`, -1] : [`us-gaap:${name}`, 1]));

export const INCOME: Statement = {
  name: 'IncomeStatements',
  title: 'CONSOLIDATED STATEMENTS OF OPERATIONS',
  lines: [
    heading('IncomeStatementAbstract', 'Income Statement'),
    flow('RevenueFromContractWithCustomerExcludingAssessedTax', 'Net revenue', f => f.revenue, { ...CREDIT }),
    flow('CostOfRevenue', 'Cost of revenue', f => f.cost, DEBIT),
    flow('GrossProfit', 'Gross profit', model.grossProfit, { ...CREDIT, ...TOTAL }),
    heading('OperatingExpensesAbstract', 'Operating expenses:'),
    flow('ResearchAndDevelopmentExpense', 'Research and development', f => f.research, DEBIT),
    flow('SellingGeneralAndAdministrativeExpense', 'Selling, general and administrative', f => f.selling, DEBIT),
    flow('OperatingExpenses', 'Total operating expenses', f => f.research + f.selling, { ...DEBIT, ...TOTAL }),
    flow('OperatingIncomeLoss', 'Operating income (loss)', model.operatingIncome, { ...CREDIT, ...TOTAL }),
    flow('InterestExpenseNonoperating', 'Interest expense', f => f.interestExpense, { ...DEBIT, isNegated: true }),
    flow('InvestmentIncomeInterest', 'Interest income', f => f.interestIncome, CREDIT),
    flow(
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
      'Income (loss) before income taxes',
      model.pretaxIncome,
      { ...CREDIT, ...TOTAL },
    ),
    flow('IncomeTaxExpenseBenefit', 'Provision for income taxes', f => f.tax, DEBIT),
    flow('NetIncomeLoss', 'Net income (loss)', model.netIncome, { ...CREDIT, ...TOTAL }),
    heading('EarningsPerShareAbstract', 'Net income (loss) per share:'),
    {
      ...LINE,
      concept: 'us-gaap:EarningsPerShareBasic',
      label: 'Basic (in dollars per share)',
      unit: 'USD/shares',
      value: model.basicPerShare,
    },
    {
      ...LINE,
      endsGroup: true,
      concept: 'us-gaap:EarningsPerShareDiluted',
      label: 'Diluted (in dollars per share)',
      unit: 'USD/shares',
      value: model.dilutedPerShare,
    },
    heading(
      'WeightedAverageNumberOfSharesOutstandingDilutedDisclosureItemsAbstract',
      'Weighted average shares outstanding:',
    ),
    {
      ...LINE,
      concept: 'us-gaap:WeightedAverageNumberOfSharesOutstandingBasic',
      label: 'Basic (in shares)',
      unit: 'shares',
      value: period => period.shares,
    },
    {
      ...LINE,
      endsGroup: true,
      concept: 'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding',
      label: 'Diluted (in shares)',
      unit: 'shares',
      value: model.dilutedShares,
    },
  ],
  sums: [
    {
      total: 'us-gaap:GrossProfit',
      parts: parts('RevenueFromContractWithCustomerExcludingAssessedTax', '-CostOfRevenue'),
    },
    {
      total: 'us-gaap:OperatingExpenses',
      parts: parts('ResearchAndDevelopmentExpense', 'SellingGeneralAndAdministrativeExpense'),
    },
    { total: 'us-gaap:OperatingIncomeLoss', parts: parts('GrossProfit', '-OperatingExpenses') },
    {
      total: 'us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
      parts: parts('OperatingIncomeLoss', '-InterestExpenseNonoperating', 'InvestmentIncomeInterest'),
    },
    {
      total: 'us-gaap:NetIncomeLoss',
      parts: parts(
        'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
        '-IncomeTaxExpenseBenefit',
      ),
    },
  ],
};

export const COMPREHENSIVE_INCOME: Statement = {
  name: 'ComprehensiveIncome',
  title: 'CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME',
  lines: [
    heading('StatementOfIncomeAndComprehensiveIncomeAbstract', 'Statement of Comprehensive Income'),
    flow('NetIncomeLoss', 'Net income (loss)', model.netIncome, CREDIT),
    flow(
      'OtherComprehensiveIncomeLossForeignCurrencyTransactionAndTranslationAdjustmentNetOfTax',
      'Foreign currency translation',
      f => f.translation,
      CREDIT,
    ),
    flow('ComprehensiveIncomeNetOfTax', 'Comprehensive income (loss)', f => model.netIncome(f) + f.translation, {
      ...CREDIT,
      ...TOTAL,
    }),
  ],
  sums: [
    {
      total: 'us-gaap:ComprehensiveIncomeNetOfTax',
      parts: parts(
        'NetIncomeLoss',
        'OtherComprehensiveIncomeLossForeignCurrencyTransactionAndTranslationAdjustmentNetOfTax',
      ),
    },
  ],
};

export const BALANCE: Statement = {
  name: 'BalanceSheets',
  title: 'CONSOLIDATED BALANCE SHEETS',
  lines: [
    heading('StatementOfFinancialPositionAbstract', 'Statement of Financial Position'),
    heading('AssetsAbstract', 'ASSETS'),
    heading('AssetsCurrentAbstract', 'Current assets:'),
    stock('CashAndCashEquivalentsAtCarryingValue', 'Cash and cash equivalents', b => b.cash, { ...DEBIT, level: 2 }),
    stock('AccountsReceivableNetCurrent', 'Accounts receivable, net', b => b.receivables, { ...DEBIT, level: 2 }),
    stock('InventoryNet', 'Inventories', b => b.inventory, { ...DEBIT, level: 2 }),
    stock('PrepaidExpenseAndOtherAssetsCurrent', 'Prepaid expenses and other current assets', b => b.prepaid, {
      ...DEBIT,
      level: 2,
    }),
    stock('AssetsCurrent', 'Total current assets', model.currentAssets, { ...DEBIT, kind: 'total' }),
    stock('PropertyPlantAndEquipmentNet', 'Property, plant and equipment, net', b => b.property, DEBIT),
    stock('OperatingLeaseRightOfUseAsset', 'Operating lease right-of-use assets', b => b.leaseAssets, DEBIT),
    stock('Goodwill', 'Goodwill', b => b.goodwill, DEBIT),
    stock('IntangibleAssetsNetExcludingGoodwill', 'Intangible assets, net', b => b.intangibles, DEBIT),
    stock('Assets', 'Total assets', model.assets, { ...DEBIT, ...TOTAL }),
    heading('LiabilitiesAndStockholdersEquityAbstract', "LIABILITIES AND STOCKHOLDERS' EQUITY"),
    heading('LiabilitiesCurrentAbstract', 'Current liabilities:'),
    stock('AccountsPayableCurrent', 'Accounts payable', b => b.payables, { ...CREDIT, level: 2 }),
    stock('AccruedLiabilitiesCurrent', 'Accrued liabilities', b => b.accrued, { ...CREDIT, level: 2 }),
    stock('ContractWithCustomerLiabilityCurrent', 'Deferred revenue', b => b.deferredRevenue, { ...CREDIT, level: 2 }),
    stock('LongTermDebtCurrent', 'Current portion of long-term debt', b => b.debtCurrent, { ...CREDIT, level: 2 }),
    stock('OperatingLeaseLiabilityCurrent', 'Operating lease liabilities, current', b => b.leasesCurrent, {
      ...CREDIT,
      level: 2,
    }),
    stock('LiabilitiesCurrent', 'Total current liabilities', model.currentLiabilities, { ...CREDIT, kind: 'total' }),
    stock('LongTermDebtNoncurrent', 'Long-term debt, net of current portion', b => b.debt, CREDIT),
    stock('OperatingLeaseLiabilityNoncurrent', 'Operating lease liabilities, noncurrent', b => b.leases, CREDIT),
    stock('DeferredIncomeTaxLiabilitiesNet', 'Deferred income taxes', b => b.deferredTax, CREDIT),
    stock('Liabilities', 'Total liabilities', model.liabilities, { ...CREDIT, ...TOTAL }),
    heading('StockholdersEquityAbstract', "Stockholders' equity:"),
    stock(
      'CommonStocksIncludingAdditionalPaidInCapital',
      'Common stock and additional paid-in capital',
      b => b.paidIn,
      { ...CREDIT, level: 2 },
    ),
    stock('RetainedEarningsAccumulatedDeficit', 'Retained earnings (accumulated deficit)', b => b.retained, {
      ...CREDIT,
      level: 2,
    }),
    stock(
      'AccumulatedOtherComprehensiveIncomeLossNetOfTax',
      'Accumulated other comprehensive loss',
      b => b.accumulatedOther,
      { ...CREDIT, level: 2 },
    ),
    stock('StockholdersEquity', "Total stockholders' equity", model.equity, { ...CREDIT, kind: 'total' }),
    stock(
      'LiabilitiesAndStockholdersEquity',
      "Total liabilities and stockholders' equity",
      b => model.liabilities(b) + model.equity(b),
      { ...CREDIT, ...TOTAL },
    ),
  ],
  sums: [
    {
      total: 'us-gaap:AssetsCurrent',
      parts: parts(
        'CashAndCashEquivalentsAtCarryingValue',
        'AccountsReceivableNetCurrent',
        'InventoryNet',
        'PrepaidExpenseAndOtherAssetsCurrent',
      ),
    },
    {
      total: 'us-gaap:Assets',
      parts: parts(
        'AssetsCurrent',
        'PropertyPlantAndEquipmentNet',
        'OperatingLeaseRightOfUseAsset',
        'Goodwill',
        'IntangibleAssetsNetExcludingGoodwill',
      ),
    },
    {
      total: 'us-gaap:LiabilitiesCurrent',
      parts: parts(
        'AccountsPayableCurrent',
        'AccruedLiabilitiesCurrent',
        'ContractWithCustomerLiabilityCurrent',
        'LongTermDebtCurrent',
        'OperatingLeaseLiabilityCurrent',
      ),
    },
    {
      total: 'us-gaap:Liabilities',
      parts: parts(
        'LiabilitiesCurrent',
        'LongTermDebtNoncurrent',
        'OperatingLeaseLiabilityNoncurrent',
        'DeferredIncomeTaxLiabilitiesNet',
      ),
    },
    {
      total: 'us-gaap:StockholdersEquity',
      parts: parts(
        'CommonStocksIncludingAdditionalPaidInCapital',
        'RetainedEarningsAccumulatedDeficit',
        'AccumulatedOtherComprehensiveIncomeLossNetOfTax',
      ),
    },
    { total: 'us-gaap:LiabilitiesAndStockholdersEquity', parts: parts('Liabilities', 'StockholdersEquity') },
  ],
};

const CASH = 'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents';

export const CASH_FLOWS: Statement = {
  name: 'CashFlows',
  title: 'CONSOLIDATED STATEMENTS OF CASH FLOWS',
  lines: [
    heading('StatementOfCashFlowsAbstract', 'Statement of Cash Flows'),
    heading('NetCashProvidedByUsedInOperatingActivitiesAbstract', 'Operating activities:'),
    flow('NetIncomeLoss', 'Net income (loss)', model.netIncome, CREDIT),
    flow('DepreciationDepletionAndAmortization', 'Depreciation and amortization', f => f.depreciation, DEBIT),
    flow('ShareBasedCompensation', 'Stock-based compensation', f => f.stockPay, DEBIT),
    flow('DeferredIncomeTaxExpenseBenefit', 'Deferred income taxes', f => f.deferredTax, DEBIT),
    flow('IncreaseDecreaseInAccountsReceivable', 'Accounts receivable', f => f.receivablesRise, {
      ...CREDIT,
      isNegated: true,
      level: 2,
    }),
    flow('IncreaseDecreaseInInventories', 'Inventories', f => f.inventoryRise, {
      ...CREDIT,
      isNegated: true,
      level: 2,
    }),
    flow(
      'IncreaseDecreaseInPrepaidDeferredExpenseAndOtherAssets',
      'Prepaid expenses and other assets',
      f => f.prepaidRise,
      { ...CREDIT, isNegated: true, level: 2 },
    ),
    flow('IncreaseDecreaseInAccountsPayable', 'Accounts payable', f => f.payablesRise, { ...DEBIT, level: 2 }),
    flow('IncreaseDecreaseInAccruedLiabilities', 'Accrued liabilities', f => f.accruedRise, { ...DEBIT, level: 2 }),
    flow('IncreaseDecreaseInContractWithCustomerLiability', 'Deferred revenue', f => f.deferredRevenueRise, {
      ...DEBIT,
      level: 2,
    }),
    flow(
      'NetCashProvidedByUsedInOperatingActivities',
      'Net cash provided by operating activities',
      model.operatingCash,
      TOTAL,
    ),
    heading('NetCashProvidedByUsedInInvestingActivitiesAbstract', 'Investing activities:'),
    flow('PaymentsToAcquirePropertyPlantAndEquipment', 'Purchases of property, plant and equipment', f => f.capex, {
      ...CREDIT,
      isNegated: true,
    }),
    flow('NetCashProvidedByUsedInInvestingActivities', 'Net cash used in investing activities', f => -f.capex, TOTAL),
    heading('NetCashProvidedByUsedInFinancingActivitiesAbstract', 'Financing activities:'),
    flow('ProceedsFromStockOptionsExercised', 'Proceeds from exercise of stock options', f => f.optionProceeds, DEBIT),
    flow('RepaymentsOfLongTermDebt', 'Repayments of long-term debt', f => f.repayment, { ...CREDIT, isNegated: true }),
    flow('PaymentsOfDividends', 'Dividends paid', f => f.dividends, { ...CREDIT, isNegated: true }),
    flow('PaymentsForRepurchaseOfCommonStock', 'Repurchases of common stock', f => f.buybacks, {
      ...CREDIT,
      isNegated: true,
    }),
    flow(
      'NetCashProvidedByUsedInFinancingActivities',
      'Net cash used in financing activities',
      model.financingCash,
      TOTAL,
    ),
    flow(
      'EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'Effect of exchange rates on cash',
      f => f.translation,
      DEBIT,
    ),
    flow(
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect',
      'Net change in cash and cash equivalents',
      model.cashChange,
      { ...DEBIT, ...TOTAL },
    ),
    stock(CASH, 'Cash and cash equivalents at beginning of period', b => b.cash, {
      ...DEBIT,
      moment: 'start',
      value: period => period.opening.cash,
    }),
    stock(CASH, 'Cash and cash equivalents at end of period', b => b.cash, { ...DEBIT, moment: 'end' }),
  ],
  sums: [
    {
      total: 'us-gaap:NetCashProvidedByUsedInOperatingActivities',
      parts: parts(
        'NetIncomeLoss',
        'DepreciationDepletionAndAmortization',
        'ShareBasedCompensation',
        'DeferredIncomeTaxExpenseBenefit',
        '-IncreaseDecreaseInAccountsReceivable',
        '-IncreaseDecreaseInInventories',
        '-IncreaseDecreaseInPrepaidDeferredExpenseAndOtherAssets',
        'IncreaseDecreaseInAccountsPayable',
        'IncreaseDecreaseInAccruedLiabilities',
        'IncreaseDecreaseInContractWithCustomerLiability',
      ),
    },
    {
      total: 'us-gaap:NetCashProvidedByUsedInInvestingActivities',
      parts: parts('-PaymentsToAcquirePropertyPlantAndEquipment'),
    },
    {
      total: 'us-gaap:NetCashProvidedByUsedInFinancingActivities',
      parts: parts(
        'ProceedsFromStockOptionsExercised',
        '-RepaymentsOfLongTermDebt',
        '-PaymentsOfDividends',
        '-PaymentsForRepurchaseOfCommonStock',
      ),
    },
    {
      total:
        'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect',
      parts: parts(
        'NetCashProvidedByUsedInOperatingActivities',
        'NetCashProvidedByUsedInInvestingActivities',
        'NetCashProvidedByUsedInFinancingActivities',
        'EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      ),
    },
  ],
};

export const STATEMENTS: readonly Statement[] = [INCOME, COMPREHENSIVE_INCOME, BALANCE, CASH_FLOWS];

/** A statement as a table of tagged numbers, one column a period. */
export function statementTable(statement: Statement, periods: readonly Period[], inline: InlineDocument): string {
  const heads = periods.map(({ end }) => longDate(end));
  const rows = statement.lines.slice(1).map(line => {
    const cells = line.kind === 'heading' ? periods.map(() => '') : periods.map(period => cellOf(line, period, inline));
    return { label: line.label, level: line.level, isBold: line.kind !== 'value', cells };
  });
  const lead = statement === INCOME ? '(in thousands, except per share amounts)' : '(in thousands)';
  return table([lead, ...heads], rows);
}

function cellOf(line: Line, period: Period, inline: InlineDocument): string {
  const day = line.moment === 'start' ? dayBefore(period.start) : period.end;
  const place: Place = { start: line.isInstant ? null : period.start, end: line.isInstant ? day : period.end };
  const isPerShare = line.unit === 'USD/shares';
  return inline.amount(
    {
      concept: line.concept,
      value: line.value(period),
      unit: line.unit,
      scale: isPerShare ? 0 : 3,
      decimals: isPerShare ? 2 : -3,
      isNegated: line.isNegated,
      digits: isPerShare ? 2 : 0,
    },
    place,
  );
}

export function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

/** `December 31, 2025` */
export function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}
