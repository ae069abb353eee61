import { describe, expect, test } from 'vitest';
import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import { categoryOfFacts, categoryOfSystem, dateOfReport, dimensionsOfReport, periodEndOf } from './describe-report.ts';
import { entityOfAddress, entityOfReport } from './entities.ts';

function fact(concept: string, value: string, more: Partial<ReportedFact> = {}): ReportedFact {
  return {
    concept,
    value,
    periodStart: null,
    periodEnd: '2023-12-31',
    unit: 'EUR',
    decimals: 0,
    dimensions: {},
    document: 'report.xhtml',
    elementId: concept,
    start: 0,
    end: 0,
    ...more,
  };
}

describe('the description of a report', () => {
  test('gives the tagged period, or the newest day on which many figures end', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => fact(`x:${name}`, '1'));
    const event = fact('x:later', '1', { periodEnd: '2024-02-01' });
    expect(periodEndOf([...many, event])).toBe('2023-12-31');
    const tagged = fact('gsd:ReportingPeriodEndDate', '2023-06-30', { unit: null });
    expect(periodEndOf([...many, tagged])).toBe('2023-06-30');
    expect(periodEndOf([])).toBeNull();
  });

  test('is annual or interim by the durations that end with the period', () => {
    const of = (periodStart: string) => categoryOfFacts([fact('x:Revenue', '1', { periodStart })], '2023-12-31');
    expect(of('2023-01-01')).toBe('annual_report');
    expect(of('2022-10-01')).toBe('annual_report');
    expect(of('2023-07-01')).toBe('interim_report');
    expect(of('2023-10-01')).toBe('interim_report');
    expect(categoryOfFacts([fact('x:Assets', '1')], '2023-12-31')).toBe('other');
    expect(categoryOfSystem('ESEF', '2023-06-30')).toBe('annual_report');
    expect(categoryOfSystem('UAIFRS', '2020-12-31')).toBe('annual_report');
    expect(categoryOfSystem('UAIFRS', '2021-06-30')).toBe('interim_report');
    expect(categoryOfSystem('DKGAAP', '2021-12-31')).toBeNull();
  });

  test('dates the publication after adoption and signature, or four months after the period', () => {
    const day = (concept: string, value: string) => fact(concept, value, { unit: null });
    const dated = [
      day('sob:DateOfApprovalOfAnnualReport', '2024-03-20'),
      day('gsd:DateOfGeneralMeeting', '2024-03-27'),
    ];
    expect(dateOfReport(dated, '2023-12-31')).toEqual({ day: '2024-03-27', basis: 'document' });
    expect(dateOfReport([day('gsd:DateOfGeneralMeeting', '2023-03-27')], '2023-12-31').basis).toBe('deadline');
    const dueAfter = (periodEnd: string) => dateOfReport([], periodEnd).day;
    expect(dueAfter('2023-12-31')).toBe('2024-04-30');
    expect(dueAfter('2023-10-31')).toBe('2024-02-29');
    expect(dueAfter('2023-02-28')).toBe('2023-06-30');
    expect(dueAfter('2023-05-14')).toBe('2023-09-14');
  });
});

describe('the entity of a report', () => {
  test('is found by a valid identifier, else by name', () => {
    const keyOf = (scheme: string, identifier: string, name: string | null = 'Fictieve Werken N.V.') =>
      entityOfReport({ scheme, identifier }, name)?.canonicalKey ?? null;
    expect(keyOf('http://standards.iso.org/iso/17442', '213800h2pqmif3ovzy47')).toBe('lei:213800H2PQMIF3OVZY47');
    expect(keyOf('http://standards.iso.org/iso/17442', '213800H2PQMIF3OVZY48')).toBe('name:lei-fictieve-werken');
    expect(keyOf('http://www.kvk.nl/kvk-id', '33011433')).toBe('kvk:33011433');
    expect(keyOf('http://www.kvk.nl/kvk-id', '00000000')).toBe('name:kvk-fictieve-werken');
    expect(keyOf('http://www.dcca.dk/cvr', '32570119')).toBe('cvr:32570119');
    expect(keyOf('http://www.companieshouse.gov.uk/', '04366849')).toBe('uk:04366849');
    expect(keyOf('http://fictional.example/id', '1', null)).toBeNull();
    expect(entityOfAddress('EDRPOU-31242924')?.canonicalKey).toBe('edrpou:31242924');
    expect(entityOfAddress('213800H2PQMIF3OVZY48')).toBeNull();
  });
});

describe('the basis of figures', () => {
  const shown = (facts: readonly ReportedFact[]) => facts.map(dimensionsOfReport(facts));
  const axis = 'bw2-titel9:FinancialStatementsTypeAxis';

  test('is marked for the company alone if there are figures of the group', () => {
    const separate = { [axis]: 'bw2-titel9:SeparateMember', 'x:Axis': 'x:Member' };
    expect(shown([fact('a', '1'), fact('b', '1', { dimensions: separate })])).toEqual([
      '',
      'basis=non_consolidated;x:Axis=x:Member',
    ]);
  });

  test('is not marked if there is only one', () => {
    const alone = fact('a', '1', { dimensions: { [axis]: 'bw2-titel9:SeparateMember' } });
    expect(shown([alone])).toEqual(['']);
    expect(shown([alone, fact('name', 'text', { unit: null })])).toEqual(['', '']);
  });

  test('is the company alone in Denmark if nothing is stated', () => {
    const group = fact('a', '1', { dimensions: { 'cmn:ConsolidatedSoloDimension': 'cmn:ConsolidatedMember' } });
    expect(shown([group, fact('b', '1')])).toEqual(['', 'basis=non_consolidated']);
    expect(shown([fact('b', '1')])).toEqual(['']);
  });
});
