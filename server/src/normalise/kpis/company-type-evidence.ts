import type { CompanyType } from '../../model/financials.ts';

/** Concepts whose presence in a fiscal year speaks for a company type. */
export interface TypeEvidence {
  readonly companyType: CompanyType;
  /** Industry codes (SEC's SIC list) of the type: single codes and ranges, both ends included. */
  readonly sic: readonly (readonly [from: number, to: number])[];
  /** Each group is one sign, however many of its concepts are there. */
  readonly groups: readonly { readonly sign: string; readonly concepts: readonly string[] }[];
  /** Signs needed where the industry code agrees, and where there is none. */
  readonly needed: number;
  readonly neededWithoutSic: number;
}

function group(sign: string, concepts: string): { sign: string; concepts: string[] } {
  return { sign, concepts: concepts.split(' ').map(name => (name.includes(':') ? name : `us-gaap:${name}`)) };
}

/** Tried in this order; what none claims is `commercial`. */
export const TYPE_EVIDENCE: readonly TypeEvidence[] = [
  {
    companyType: 'investment_company',
    sic: [
      [6722, 6722],
      [6726, 6726],
      [6799, 6799],
    ],
    groups: [
      group('investments at fair value', 'InvestmentOwnedAtFairValue InvestmentOwnedAtCost'),
      group('gross investment income', 'GrossInvestmentIncomeOperating InvestmentIncomeOperating'),
      group('net asset value per share', 'NetAssetValuePerShare'),
      group('net assets', 'AssetsNet'),
    ],
    needed: 2,
    neededWithoutSic: 3,
  },
  {
    companyType: 'insurer',
    sic: [[6311, 6399]],
    groups: [
      group(
        'premiums',
        'PremiumsEarnedNet PremiumsEarnedNetPropertyAndCasualty PremiumsEarnedNetLife HealthCareOrganizationPremiumRevenue ifrs-full:InsuranceRevenue',
      ),
      group(
        'claims',
        'PolicyholderBenefitsAndClaimsIncurredNet IncurredClaimsPropertyCasualtyAndLiability PolicyholderBenefitsAndClaimsIncurredHealthCare BenefitsLossesAndExpenses ifrs-full:InsuranceServiceResult',
      ),
      group(
        'reserves',
        'LiabilityForClaimsAndClaimsAdjustmentExpense LiabilityForFuturePolicyBenefits LiabilityForFuturePolicyBenefitsAndUnpaidClaimsAndClaimsAdjustmentExpense',
      ),
      group(
        'deferred acquisition costs',
        'DeferredPolicyAcquisitionCosts DeferredPolicyAcquisitionCostsAndValueOfBusinessAcquired',
      ),
      group('unearned premiums', 'UnearnedPremiums'),
    ],
    needed: 2,
    neededWithoutSic: 4,
  },
  {
    companyType: 'bank',
    sic: [[6020, 6199]],
    groups: [
      group(
        'net interest income',
        'InterestIncomeExpenseNet InterestIncomeExpenseAfterProvisionForLoanLoss jppfs_cor:InterestIncomeOIBNK',
      ),
      group('noninterest income', 'NoninterestIncome jppfs_cor:OrdinaryIncomeBNK'),
      group('noninterest expense', 'NoninterestExpense jppfs_cor:OrdinaryExpensesBNK'),
      group(
        'provision',
        'ProvisionForLoanLeaseAndOtherLosses ProvisionForLoanAndLeaseLosses ProvisionForLoanLossesExpensed ProvisionForCreditLosses FinancingReceivableExcludingAccruedInterestCreditLossExpenseReversal',
      ),
      group('deposits', 'Deposits InterestBearingDepositLiabilities jppfs_cor:DepositsLiabilitiesBNK'),
      group(
        'loans',
        'LoansAndLeasesReceivableNetReportedAmount LoansReceivableNet FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss jppfs_cor:LoansAndBillsDiscountedAssetsBNK',
      ),
    ],
    needed: 2,
    neededWithoutSic: 4,
  },
  {
    companyType: 'broker',
    sic: [
      [6200, 6200],
      [6211, 6211],
      [6221, 6221],
    ],
    groups: [
      group('trading', 'PrincipalTransactionsRevenue TradingGainsLosses'),
      group('investment banking', 'InvestmentBankingRevenue'),
      group('commissions', 'BrokerageCommissionsRevenue'),
      group('customer payables', 'PayablesToCustomers PayablesToBrokerDealersAndClearingOrganizations'),
    ],
    needed: 1,
    neededWithoutSic: 3,
  },
  {
    companyType: 'reit',
    sic: [[6798, 6798]],
    groups: [
      group('real estate', 'RealEstateInvestmentPropertyNet RealEstateInvestmentPropertyAtCost RealEstateInvestments'),
      group('real estate depreciation', 'RealEstateInvestmentPropertyAccumulatedDepreciation'),
      group('distributions in excess of income', 'AccumulatedDistributionsInExcessOfNetIncome'),
    ],
    needed: 0,
    neededWithoutSic: 3,
  },
  {
    companyType: 'utility',
    sic: [
      [4911, 4941],
      [4991, 4991],
    ],
    groups: [
      group('regulatory assets', 'RegulatoryAssetsNoncurrent RegulatoryAssets RegulatoryAssetsCurrent'),
      group('regulatory liabilities', 'RegulatoryLiabilityNoncurrent RegulatoryLiabilities RegulatoryLiabilityCurrent'),
      group(
        'utility revenue',
        'RegulatedAndUnregulatedOperatingRevenue RegulatedOperatingRevenue ElectricUtilityRevenue UtilityRevenue',
      ),
    ],
    needed: 0,
    neededWithoutSic: 2,
  },
];
