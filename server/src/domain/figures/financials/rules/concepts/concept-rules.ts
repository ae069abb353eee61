import type { CompanyType } from '../../../../filings/issuers/model/issuer.ts';
import { codeNumber, knownConcept } from '../checks/chart.ts';
import { CONCEPT_MAPS } from './concept-maps.ts';

/** When a concept of a chain may represent its code, and the flags that it sets. */
export interface ConceptRule {
  /** Excluded if the same filing states any of these with a value other than zero. */
  readonly unless: readonly number[];
  /** A part of its code: excluded if any filing states another part for the period, because a formula adds them. */
  readonly otherParts: readonly number[];
  /** Company types for which `unless` applies; null = all. */
  readonly unlessFor: readonly CompanyType[] | null;
  readonly companyTypes: readonly CompanyType[] | null;
  readonly basis: string | null;
  /** Whether the filed sign is the opposite of the code's. */
  readonly isNegated: boolean;
  /** Whether it is filed with either sign and the code is a magnitude. */
  readonly isMagnitude: boolean;
  /** A total of all owners: not the parent's if the filing states a minority interest anywhere. */
  readonly isOfAllOwners: boolean;
}

interface RuleText {
  code: string;
  concepts: string;
  unless?: string;
  otherParts?: string;
  unlessFor?: readonly CompanyType[];
  companyTypes?: readonly CompanyType[];
  basis?: string;
  isNegated?: boolean;
  isMagnitude?: boolean;
  isOfAllOwners?: boolean;
}

const MINORITY_INCOME =
  'NetIncomeLossAttributableToNoncontrollingInterest MinorityInterestInNetIncomeLossOfConsolidatedEntities NetIncomeLossAttributableToNonredeemableNoncontrollingInterest ifrs-full:ProfitLossAttributableToNoncontrollingInterests jppfs_cor:ProfitLossAttributableToNonControllingInterests jppfs_cor:MinorityInterestsInIncome jpigp_cor:ProfitLossAttributableToNonControllingInterestsIFRS core:ProfitLossAttributableToNon-controllingInterests core:ProfitLossAttributableToNoncontrollingInterests cvm:3.11.02 cvm:3.09.02 cvm:3.13.02 bw2-titel9:ResultAttributableNoncontrollingInterest';
const MINORITY_EQUITY =
  'MinorityInterest PartnersCapitalAttributableToNoncontrollingInterest NonredeemableNoncontrollingInterest ifrs-full:NoncontrollingInterests core:Non-controllingInterests core:NoncontrollingInterests ext:비지배지분';
const PREFERRED =
  'PreferredStockDividendsIncomeStatementImpact PreferredStockDividendsAndOtherAdjustments DividendsPreferredStock';
const DISCONTINUED =
  'IncomeLossFromDiscontinuedOperationsNetOfTax IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity ifrs-full:ProfitLossFromDiscontinuedOperations';

/** Basis of the ordinary revenue (経常収益) of Japanese banks and insurers: before any expense, including interest. */
export const ORDINARY_GROSS = 'ordinary_gross';

/** Names of the minority interest in profit, in K-IFRS accounts without a taxonomy id. */
const KOREAN_MINORITY = CONCEPT_MAPS.flatMap(({ codes }) => codes.get('net_income_minority')?.concepts ?? [])
  .filter(concept => concept.startsWith('ext:'))
  .join(' ');

const MAPPED_SIGNS: readonly RuleText[] = CONCEPT_MAPS.flatMap(({ codes }) =>
  [...codes].flatMap(([code, { negated, magnitudes }]) => [
    ...[...negated].map(concepts => ({ code, concepts, isNegated: true })),
    ...[...magnitudes].map(concepts => ({ code, concepts, isMagnitude: true })),
  ]),
);

const RULES: readonly RuleText[] = [
  ...MAPPED_SIGNS,
  {
    code: 'net_income',
    concepts: 'ifrs-full:ProfitLoss jppfs_cor:ProfitLoss core:ProfitLoss bw2-titel9:ResultAfterTax',
    unless: `${MINORITY_INCOME} ${KOREAN_MINORITY}`,
    isOfAllOwners: true,
  },
  { code: 'net_income', concepts: 'ProfitLoss cvm:3.11 cvm:3.09 cvm:3.13', unless: MINORITY_INCOME },
  { code: 'net_income', concepts: 'NetIncomeLossAvailableToCommonStockholdersBasic', unless: PREFERRED },
  {
    code: 'equity',
    concepts:
      'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest',
    unless: MINORITY_EQUITY,
  },
  {
    code: 'equity',
    concepts: 'ifrs-full:Equity core:Equity core:NetAssetsLiabilities',
    unless: MINORITY_EQUITY,
    isOfAllOwners: true,
  },
  { code: 'income_continuing_operations', concepts: 'IncomeLossFromContinuingOperations', unless: MINORITY_INCOME },
  { code: 'eps_basic', concepts: 'IncomeLossFromContinuingOperationsPerBasicShare', unless: DISCONTINUED },
  { code: 'eps_diluted', concepts: 'IncomeLossFromContinuingOperationsPerDilutedShare', unless: DISCONTINUED },
  {
    code: 'eps_basic',
    concepts: 'ifrs-full:BasicEarningsLossPerShareFromContinuingOperations',
    unless: DISCONTINUED,
  },
  {
    code: 'eps_diluted',
    concepts: 'ifrs-full:DilutedEarningsLossPerShareFromContinuingOperations',
    unless: DISCONTINUED,
  },
  { code: 'cash', concepts: 'CashAndDueFromBanks', companyTypes: ['bank', 'broker'] },
  { code: 'cash', concepts: 'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents', basis: 'incl_restricted' },
  {
    code: 'depreciation_amortization',
    concepts: 'Depreciation',
    otherParts: 'AmortizationOfIntangibleAssets',
    basis: 'depreciation_only',
  },
  {
    code: 'long_term_debt',
    concepts: 'LongTermDebt',
    unless: 'LongTermDebtCurrent',
    unlessFor: ['commercial', 'utility'],
  },
  {
    code: 'cost_of_revenue',
    concepts:
      'CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization CostOfGoodsSoldExcludingDepreciationDepletionAndAmortization CostOfServicesExcludingDepreciationDepletionAndAmortization',
    basis: 'ex_dda',
  },
  {
    code: 'payables',
    concepts:
      'AccountsPayableAndAccruedLiabilitiesCurrent AccountsPayableAndOtherAccruedLiabilitiesCurrent AccountsPayableAndAccruedLiabilitiesCurrentAndNoncurrent AccountsPayableAndOtherAccruedLiabilities',
    basis: 'incl_accrued',
  },
  {
    code: 'operating_cash_flow',
    concepts:
      'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations ifrs-full:CashFlowsFromUsedInOperatingActivitiesContinuingOperations',
    basis: 'continuing',
  },
  {
    code: 'investing_cash_flow',
    concepts:
      'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations ifrs-full:CashFlowsFromUsedInInvestingActivitiesContinuingOperations',
    basis: 'continuing',
  },
  {
    code: 'financing_cash_flow',
    concepts:
      'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations ifrs-full:CashFlowsFromUsedInFinancingActivitiesContinuingOperations',
    basis: 'continuing',
  },
  {
    code: 'net_change_in_cash',
    concepts:
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseExcludingExchangeRateEffect CashAndCashEquivalentsPeriodIncreaseDecreaseExcludingExchangeRateEffect',
    basis: 'excl_fx',
  },
  // If the effect of exchange rates is stated beside it, the change is their sum, which a formula computes.
  {
    code: 'net_change_in_cash',
    concepts: 'ifrs-full:IncreaseDecreaseInCashAndCashEquivalentsBeforeEffectOfExchangeRateChanges',
    unless: 'ifrs-full:EffectOfExchangeRateChangesOnCashAndCashEquivalents',
    basis: 'excl_fx',
  },
  {
    code: 'net_change_in_cash',
    concepts: 'jpigp_cor:NetIncreaseDecreaseInCashAndCashEquivalentsBeforeEffectOfExchangeRateChangesIFRS',
    unless: 'jpigp_cor:EffectOfExchangeRateChangesOnCashAndCashEquivalentsIFRS',
    basis: 'excl_fx',
  },
  // Wider than revenue if a filer states both.
  {
    code: 'revenue',
    concepts: 'ifrs-full:RevenueAndOperatingIncome',
    unless: 'ifrs-full:Revenue',
    unlessFor: ['commercial', 'utility', 'reit', 'insurer'],
  },
  // All assets of a fund belong to its holders; the net assets of a company also include subscription rights.
  {
    code: 'equity',
    concepts: 'jppfs_cor:NetAssets tse-re-t:NetAssetsREIT',
    companyTypes: ['investment_company', 'reit'],
  },
  { code: 'net_change_in_cash', concepts: 'NetCashProvidedByUsedInContinuingOperations', basis: 'continuing' },
  {
    code: 'comprehensive_income',
    concepts: 'ComprehensiveIncomeNetOfTax',
    unless: MINORITY_INCOME,
  },
  {
    code: 'ppe_net',
    concepts: 'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
    basis: 'incl_finance_leases',
  },
  {
    code: 'revenue',
    concepts:
      'jppfs_cor:OrdinaryIncomeBNK jppfs_cor:OperatingIncomeINS jpcrp_cor:OrdinaryIncomeSummaryOfBusinessResults tse-ed-t:OrdinaryRevenuesBK tse-ed-t:OrdinaryRevenuesBKIFRS tse-ed-t:OrdinaryRevenuesIN',
    basis: ORDINARY_GROSS,
  },
  // A digest rounds where the balance sheet truncates.
  { code: 'equity', concepts: 'tse-ed-t:OwnersEquity', unless: 'jppfs_cor:ShareholdersEquity' },
  { code: 'share_repurchases', concepts: 'TreasuryStockValueAcquiredCostMethod', basis: 'accrual' },
  { code: 'other_nonoperating_income', concepts: 'NonoperatingIncomeExpense', basis: 'incl_interest' },
  { code: 'retained_earnings', concepts: 'AccumulatedDistributionsInExcessOfNetIncome', isNegated: true },
  {
    code: 'change_in_receivables',
    concepts:
      'ifrs-full:AdjustmentsForDecreaseIncreaseInTradeAndOtherReceivables ifrs-full:AdjustmentsForDecreaseIncreaseInTradeAccountReceivable',
    isNegated: true,
  },
  { code: 'change_in_inventory', concepts: 'ifrs-full:AdjustmentsForDecreaseIncreaseInInventories', isNegated: true },
  {
    code: 'allowance_for_credit_losses',
    concepts:
      'FinancingReceivableAllowanceForCreditLossExcludingAccruedInterest FinancingReceivableAllowanceForCreditLosses LoansAndLeasesReceivableAllowance',
    isMagnitude: true,
  },
  {
    code: 'accumulated_depreciation',
    concepts: 'AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment',
    isMagnitude: true,
  },
];

function numbers(concepts: string): number[] {
  return concepts.split(' ').map(name => knownConcept(name.includes(':') ? name : `us-gaap:${name}`));
}

const byCode = new Map<number, Map<number, ConceptRule>>();
for (const rule of RULES) {
  const code = codeNumber(rule.code);
  const rules = byCode.get(code) ?? new Map<number, ConceptRule>();
  byCode.set(code, rules);
  for (const concept of numbers(rule.concepts)) {
    rules.set(concept, {
      unless: rule.unless === undefined ? [] : numbers(rule.unless),
      otherParts: rule.otherParts === undefined ? [] : numbers(rule.otherParts),
      unlessFor: rule.unlessFor ?? null,
      companyTypes: rule.companyTypes ?? null,
      basis: rule.basis ?? null,
      isNegated: rule.isNegated ?? false,
      isMagnitude: rule.isMagnitude ?? false,
      isOfAllOwners: rule.isOfAllOwners ?? false,
    });
  }
}

/**
 * Concepts whose presence shows that minority owners have an interest in the group: its totals are then not the
 * parent's, whether or not the period states that interest.
 */
export const MINORITY_CONCEPTS: readonly number[] = numbers(
  [
    ...new Set([
      ...MINORITY_INCOME.split(' '),
      ...MINORITY_EQUITY.split(' '),
      ...['net_income_minority', 'minority_interest'].flatMap(code =>
        CONCEPT_MAPS.flatMap(({ codes }) => codes.get(code)?.concepts ?? []),
      ),
    ]),
  ].join(' '),
);

/** The rule of a concept within a chain; undefined for most, which represent their code unconditionally. */
export function conceptRule(code: number, concept: number): ConceptRule | undefined {
  return byCode.get(code)?.get(concept);
}

/** Concepts that state minority income of a period; any value other than zero separates parent and total. */
export const MINORITY_INCOME_CONCEPTS: readonly number[] = numbers(MINORITY_INCOME);
