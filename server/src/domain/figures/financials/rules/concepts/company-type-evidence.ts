import type { CompanyType } from '../../../../filings/issuers/model/issuer.ts';

/** Concepts whose presence in a fiscal year indicates a company type. */
export interface TypeEvidence {
  readonly companyType: CompanyType;
  /** Industry codes (SEC's SIC list) of the type: single codes and inclusive ranges. */
  readonly sic: readonly (readonly [from: number, to: number])[];
  /** Each group is one indication, however many of its concepts are present. */
  readonly groups: readonly { readonly sign: string; readonly concepts: readonly string[] }[];
  /** Indications required if the industry code agrees, and if there is none. */
  readonly needed: number;
  readonly neededWithoutSic: number;
}

function group(sign: string, concepts: string): { sign: string; concepts: string[] } {
  return { sign, concepts: concepts.split(' ').map(name => (name.includes(':') ? name : `us-gaap:${name}`)) };
}

function byForm(companyType: CompanyType, concepts: string): TypeEvidence {
  return { companyType, sic: [], groups: [group('form of the industry', concepts)], needed: 1, neededWithoutSic: 1 };
}

/** Checked in this order; `commercial` if none matches. */
export const TYPE_EVIDENCE: readonly TypeEvidence[] = [
  // The top line of Japanese statements is specific to the industry's form, so one concept is enough.
  byForm('investment_company', 'jppfs_cor:PrincipalFND jppfs_cor:SurplusDeficitFND jppfs_cor:OperatingRevenueFND'),
  byForm('reit', 'jppfs_cor:OperatingRevenueINV tse-re-t:OperatingRevenuesREIT'),
  byForm('insurer', 'jppfs_cor:OperatingIncomeINS tse-ed-t:OrdinaryRevenuesIN'),
  byForm('bank', 'jppfs_cor:OrdinaryIncomeBNK tse-ed-t:OrdinaryRevenuesBK tse-ed-t:OrdinaryRevenuesBKIFRS'),
  byForm('broker', 'jppfs_cor:OperatingRevenueSEC jppfs_cor:NetOperatingRevenueSEC tse-ed-t:OperatingRevenuesSE'),
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
        'InterestIncomeExpenseNet InterestIncomeExpenseAfterProvisionForLoanLoss ifrs-full:InterestRevenueExpense',
      ),
      group('noninterest income', 'NoninterestIncome ifrs-full:FeeAndCommissionIncome'),
      group('noninterest expense', 'NoninterestExpense'),
      group(
        'provision',
        'ProvisionForLoanLeaseAndOtherLosses ProvisionForLoanAndLeaseLosses ProvisionForLoanLossesExpensed ProvisionForCreditLosses FinancingReceivableExcludingAccruedInterestCreditLossExpenseReversal',
      ),
      group(
        'deposits',
        'Deposits InterestBearingDepositLiabilities ifrs-full:DepositsFromCustomers ifrs-full:DepositsFromBanks',
      ),
      group(
        'loans',
        'LoansAndLeasesReceivableNetReportedAmount LoansReceivableNet FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss ifrs-full:LoansAndAdvancesToCustomers ifrs-full:LoansAndAdvancesToBanks',
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
  // IFRS 17; a bank that owns an insurer was matched above.
  {
    companyType: 'insurer',
    sic: [],
    groups: [
      group('insurance revenue', 'ifrs-full:InsuranceRevenue'),
      group('insurance service expense', 'ifrs-full:InsuranceServiceExpensesFromInsuranceContractsIssued'),
      group('insurance service result', 'ifrs-full:InsuranceServiceResult'),
      group(
        'insurance contracts',
        'ifrs-full:InsuranceContractsThatAreLiabilities ifrs-full:InsuranceContractsIssuedThatAreLiabilities',
      ),
    ],
    needed: 3,
    neededWithoutSic: 3,
  },
];
