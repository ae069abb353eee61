import { expect, test } from 'vitest';
import { seedSection } from '../../../../../test/seeds/sections.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { findHits } from './find-hits.ts';
import { readRedFlags } from './read-red-flags.ts';

const NO_SUPPLY_CHAIN = { isRead: false, statements: [] };

function contentsOf(sections: Record<string, string>, formType = '10-K'): FilingContents {
  return {
    nativeId: '0000900101-25-000001',
    filing: {
      nativeId: '0000900101-25-000001',
      registry: 'sec-edgar',
      formType,
      category: 'annual_report',
      categoryGroup: 'periodic',
      filingDate: '2025-02-20',
      acceptedAt: null,
      knownAt: '2025-02-20T21:00:00Z',
      periodEnd: '2024-12-31',
      title: null,
      language: 'en',
      itemCodes: [],
      isAmendment: false,
      amends: null,
      primaryDocument: 'main.htm',
      url: 'https://registry.example/1',
      hasXbrl: false,
    },
    filers: [{ canonicalKey: 'cik:900101', companyName: 'Fictional Mills, Inc.', role: 'filer' }],
    files: [],
    text: {
      status: 'found',
      reason: null,
      sections: Object.entries(sections).map(([sectionKey, text]) => seedSection({ sectionKey, text })),
    },
    report: null,
    earningsRelease: null,
  };
}

/** The judgement of a rule on one sentence in one section. */
function judgementOf(sectionKey: string, ruleId: string, sentence: string): string {
  const hit = findHits(contentsOf({ [sectionKey]: sentence })).find(one => one.ruleId === ruleId);
  return hit?.judgement ?? 'nothing';
}

test.each([
  [
    'financial_statements',
    'going_concern_auditor',
    'As discussed in Note 2 to the financial statements, the Company has recurring losses that raise substantial doubt about its ability to continue as a going concern.',
  ],
  [
    'item_7',
    'going_concern_mgmt',
    'Our recurring losses and the notes that fall due in 2025 raise substantial doubt about our ability to continue as a going concern.',
  ],
  [
    'item_8',
    'adverse_opinion',
    'In our opinion, because of the matter described above, the financial statements do not present fairly the financial position of the Company as of December 31, 2024.',
  ],
  [
    'item_8',
    'disclaimer',
    'We do not express an opinion on the accompanying consolidated financial statements of the Company as of December 31, 2024.',
  ],
  [
    'item_8',
    'qualified_opinion',
    'In our opinion, except for the effects of the matter described in the paragraph above, the statements present fairly the position of the Company as of December 31, 2024.',
  ],
  [
    'item_4.02',
    'non_reliance',
    'On May 2, 2024 the Audit Committee concluded that the financial statements for 2023 should no longer be relied upon.',
  ],
  [
    'item_8',
    'restatement',
    'We have restated our consolidated statements for 2023 to correct errors in the timing of revenue.',
  ],
  [
    'item_9a',
    'material_weakness',
    'Management identified a material weakness related to the review of revenue contracts as of December 31, 2024.',
  ],
  [
    'item_9a',
    'disclosure_controls_ineffective',
    'Our chief executive officer concluded that our disclosure controls and procedures were not effective as of December 31, 2024.',
  ],
  [
    'item_4.01',
    'auditor_resigned',
    'On May 2, 2024, Ledger & Quill LLP notified the Company of its resignation as independent registered public accounting firm.',
  ],
  [
    'item_4.01',
    'auditor_disagreement',
    'Ledger & Quill LLP disagreed with management on the timing of revenue of two contracts signed in 2024.',
  ],
  [
    'item_7',
    'covenant_breach',
    'At December 31, 2024 we were not in compliance with the leverage covenant of our credit facility.',
  ],
  [
    'item_7',
    'debt_default',
    'We did not make the interest payment of $4.2 million on our senior notes that was due on November 1, 2024.',
  ],
  [
    'item_1.03',
    'bankruptcy',
    'On May 2, 2024, the Company filed a voluntary petition under Chapter 11 of the Bankruptcy Code.',
  ],
  [
    'item_3.01',
    'delisting_notice',
    'On May 2, 2024, the Company received a notice from Nasdaq that it no longer meets the continued listing standard of Rule 5550(a)(2).',
  ],
  [
    'item_3.01',
    'bid_price',
    'On May 2, 2024, we received a letter from Nasdaq because the bid price of our shares closed below $1.00 for 30 days.',
  ],
  [
    'item_3',
    'regulator_investigation',
    'In March 2024 we received a subpoena from the Securities and Exchange Commission for documents on our sales in Freedonia.',
  ],
  [
    'item_9a',
    'internal_investigation',
    'In June 2024 the Audit Committee retained outside counsel and commenced an independent investigation of these allegations.',
  ],
  [
    'item_3',
    'class_action',
    'On May 2, 2024, a putative class action was filed against us and two officers alleging violations of the Securities Exchange Act.',
  ],
  [
    'item_5.02',
    'misconduct',
    'On May 2, 2024 the board terminated the employment of our controller for cause after he falsified invoices of $3 million.',
  ],
  [
    'item_8.01',
    'cyber_incident',
    'On May 2, 2024 we detected unauthorized access to our order system, and customer records were taken.',
  ],
  [
    'item_5.02',
    'director_left_disagreeing',
    'On May 2, 2024 Ms. Example resigned from the board over a disagreement with the Company on its dividend.',
  ],
  ['item_5.02', 'abrupt_exit', 'On May 2, 2024, our Chief Financial Officer resigned, effective immediately.'],
  [
    'item_12',
    'pledged_shares',
    'Mr. Example, a director, has pledged 2,000,000 shares of common stock as security for a loan.',
  ],
  [
    'item_1',
    'supplier_concentration',
    'We depend on a single source, Beyond Yarn Corp., for the motors of all our looms.',
  ],
  [
    'item_3.02',
    'toxic_convertible',
    'The notes convert at 80% of the lowest volume-weighted average price of the ten trading days before a conversion notice dated in 2024.',
  ],
  ['item_5.03', 'reverse_split', 'On May 2, 2024 the Company effected a 1-for-20 reverse stock split.'],
  [
    'item_8',
    'tax_authority_claim',
    'In June 2024 we received a notice of deficiency from the Internal Revenue Service for our 2021 tax year.',
  ],
])('in %s, judges an event of %s: %s', (sectionKey, ruleId, sentence) => {
  expect(judgementOf(sectionKey, ruleId, sentence)).toBe('event');
});

test.each([
  [
    'item_8',
    'going_concern_mgmt',
    'Management evaluates whether conditions raise substantial doubt about the ability to continue as a going concern.',
  ],
  [
    'item_8',
    'qualified_opinion',
    'The policies are the same as last year except for the effects of the new lease rules.',
  ],
  ['item_7', 'non_reliance', 'You should not rely on our forecasts.'],
  ['item_15', 'restatement', 'Amended and Restated Credit Agreement dated May 2, 2024.'],
  ['item_1a', 'material_weakness', 'We may identify material weaknesses in our internal control in the future.'],
  [
    'item_9a',
    'disclosure_controls_ineffective',
    'Our disclosure controls and procedures can give only reasonable assurance and were effective.',
  ],
  [
    'item_4.01',
    'auditor_disagreement',
    'During 2023 and 2024 there were no disagreements with Ledger & Quill LLP on any matter of accounting principles.',
  ],
  ['item_1a', 'covenant_breach', 'If we breach a covenant, our lenders could demand repayment.'],
  ['item_8', 'covenant_breach', 'We were in compliance with all covenants at December 31, 2024.'],
  ['item_1a', 'debt_default', 'A failure to pay interest would be a default under the indenture.'],
  [
    'item_1a',
    'delisting_notice',
    'Our common stock may be delisted from Nasdaq if we fail to meet its listing standards.',
  ],
  [
    'item_1a',
    'regulator_investigation',
    'We may be subject to inquiries and investigations by the SEC or other regulators.',
  ],
  ['item_10', 'internal_investigation', 'The Audit Committee conducts internal investigations of reports as needed.'],
  [
    'item_1a',
    'class_action',
    'Companies whose stock price is volatile have often been subject to securities class action suits.',
  ],
  [
    'item_11',
    'misconduct',
    'Cause means that the executive was terminated for cause because of misconduct as an officer.',
  ],
  ['item_1a', 'cyber_incident', 'Attackers could gain unauthorized access to our systems and cause a data breach.'],
  [
    'item_5.02',
    'director_left_disagreeing',
    'Her resignation was not due to any disagreement with the Company or its board.',
  ],
  ['beneficial_ownership', 'pledged_shares', 'Our policy prohibits directors from pledging shares of common stock.'],
  [
    'item_8',
    'toxic_convertible',
    'The conversion price represents a premium of 25% to the closing price of the common stock on May 2, 2024.',
  ],
  ['item_8', 'tax_authority_claim', 'We are currently under audit by the Internal Revenue Service for 2021 and 2022.'],
])('in %s, raises no %s for: %s', (sectionKey, ruleId, sentence) => {
  expect(['boilerplate', 'nothing']).toContain(judgementOf(sectionKey, ruleId, sentence));
});

test('returns one flag per rule with the strongest judgement and the offsets of whole sentences', () => {
  const stated = 'In March 2024 we received a subpoena from the Securities and Exchange Commission.';
  const risk = 'We may be subject to investigations by the SEC.';
  const contents = contentsOf({ item_1a: risk, item_3: `We own a mill. ${stated} It is old.` });
  const flags = readRedFlags(contents, NO_SUPPLY_CHAIN);
  expect(flags).toEqual([
    {
      ruleId: 'regulator_investigation',
      origin: 'text',
      severity: 'HIGH',
      judgement: 'event',
      isOpen: true,
      asOf: '2024-12-31',
      inputs: null,
      evidence: [{ sectionKey: 'item_3', quote: stated, charStart: 15, charEnd: 96, elementId: null, value: null }],
    },
  ]);
});

test('marks remediated matters as resolved and lowers the severity of alleviated doubts', () => {
  const weak = 'The material weakness identified in 2023 was remediated as of December 31, 2024.';
  expect(readRedFlags(contentsOf({ item_9a: weak }), NO_SUPPLY_CHAIN)).toMatchObject([
    { ruleId: 'material_weakness', judgement: 'event', isOpen: false },
  ]);
  const doubt =
    'In 2024 these losses raised substantial doubt about our going concern, which was alleviated by the loan of $20 million.';
  expect(readRedFlags(contentsOf({ item_8: doubt }), NO_SUPPLY_CHAIN)).toMatchObject([
    { ruleId: 'going_concern_mgmt', severity: 'MEDIUM', isOpen: false },
  ]);
});

test('raises no flag from the number of an item alone, and raises the severity of a resignation with disagreement', () => {
  const triggered = 'The lender sent us a letter on May 2, 2024 about our loan of $9 million.';
  expect(readRedFlags(contentsOf({ 'item_2.04': triggered }, '8-K'), NO_SUPPLY_CHAIN)).toEqual([]);
  const both =
    'On May 2, 2024, Ledger & Quill LLP resigned as our auditor. It disagreed with management on the accounting for two contracts of 2024.';
  const flags = readRedFlags(contentsOf({ 'item_4.01': both }, '8-K'), NO_SUPPLY_CHAIN);
  expect(flags.map(one => `${one.severity} ${one.ruleId}`).sort()).toEqual([
    'CRITICAL auditor_disagreement',
    'CRITICAL auditor_resigned',
  ]);
});

test('rates a customer concentration by its share of revenue: MEDIUM from 25%, HIGH from 50%', () => {
  const contents = contentsOf({});
  const statement = {
    ...{ concentrationType: 'customer' as const, nameAsFiled: null, label: 'Customer A', groupSize: null },
    ...{ concentrationPct: 52, concentrationOf: 'revenue' as const, concentrationBase: null, isAtLeast: false },
    ...{ thresholdPct: null, amount: null, currency: null, periodStart: '2024-01-01', periodEnd: '2024-12-31' },
    ...{ confidence: 0.95, evidence: [] },
  };
  const flagsOf = (pct: number) =>
    readRedFlags(contents, { isRead: true, statements: [{ ...statement, concentrationPct: pct }] });
  expect(flagsOf(52)).toMatchObject([
    { ruleId: 'customer_concentration', severity: 'HIGH', inputs: { largest_share_pct: 52 } },
  ]);
  expect(flagsOf(25)).toMatchObject([{ severity: 'MEDIUM', judgement: 'event' }]);
  expect(flagsOf(24)).toEqual([]);
});

test('reads empty, odd and long texts without throwing', () => {
  for (const text of ['', '\u0000', 'Not a sentence', 'default '.repeat(5_000), 'going concern; '.repeat(2_000)]) {
    expect(() => readRedFlags(contentsOf({ item_8: text }), NO_SUPPLY_CHAIN)).not.toThrow();
  }
});
