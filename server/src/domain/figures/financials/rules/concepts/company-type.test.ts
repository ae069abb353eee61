import { describe, expect, it } from 'vitest';
import type { CompanyType } from '../../../../filings/issuers/model/issuer.ts';
import { knownConcept } from '../checks/chart.ts';
import { findCompanyType, smoothTypes } from './company-type.ts';

function typeOf(sic: string | null, concepts: string): CompanyType {
  const stated = new Set(
    concepts
      .split(' ')
      .filter(Boolean)
      .map(name => knownConcept(`us-gaap:${name}`)),
  );
  return findCompanyType(sic, concept => stated.has(concept)).companyType;
}

describe('company type', () => {
  it('needs the lines of a bank beside its industry code (6199 holds lenders and shells alike)', () => {
    expect(typeOf('6199', 'InterestIncomeExpenseNet ProvisionForLoanLeaseAndOtherLosses')).toBe('bank');
    expect(typeOf('6199', 'Deposits')).toBe('commercial');
  });

  it('ignores lines in notes that contradict the industry code', () => {
    expect(typeOf('3711', 'InterestIncomeExpenseNet NoninterestIncome NoninterestExpense Deposits')).toBe('commercial');
  });

  it('requires more evidence if the industry code is unknown', () => {
    expect(typeOf(null, 'InterestIncomeExpenseNet NoninterestIncome NoninterestExpense')).toBe('commercial');
    expect(typeOf(null, 'InterestIncomeExpenseNet NoninterestIncome NoninterestExpense Deposits')).toBe('bank');
  });

  it('distinguishes brokers from asset managers under one code', () => {
    expect(typeOf('6211', 'PrincipalTransactionsRevenue')).toBe('broker');
    expect(typeOf('6211', '')).toBe('commercial');
  });

  it('applies the rules of a bank to a REIT that earns interest and holds no property', () => {
    expect(typeOf('6798', 'RealEstateInvestmentPropertyNet')).toBe('reit');
    expect(typeOf('6798', 'InterestIncomeExpenseNet NoninterestIncome NoninterestExpense')).toBe('bank');
  });

  it('states its evidence', () => {
    const premiums = knownConcept('us-gaap:PremiumsEarnedNet');
    const unearned = knownConcept('us-gaap:UnearnedPremiums');
    const finding = findCompanyType('6331', concept => concept === premiums || concept === unearned);
    expect(finding).toEqual({ companyType: 'insurer', evidence: ['sic 6331', 'premiums', 'unearned premiums'] });
  });

  it('changes only after two consecutive years', () => {
    const of = (types: string) =>
      smoothTypes(types.split(' ').map(companyType => ({ companyType: companyType as CompanyType, evidence: [] })))
        .map(finding => finding.companyType)
        .join(' ');
    expect(of('bank commercial bank bank')).toBe('bank bank bank bank');
    expect(of('commercial commercial reit reit')).toBe('commercial commercial reit reit');
    expect(of('commercial reit')).toBe('commercial commercial');
  });
});
