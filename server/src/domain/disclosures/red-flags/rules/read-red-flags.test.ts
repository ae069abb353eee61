import { expect, test } from 'vitest';
import { seedContents } from '../../../../../test/seeds/sections.ts';
import { readRedFlags } from './read-red-flags.ts';

const NO_SUPPLY_CHAIN = { isRead: false, statements: [] };

test('returns one flag per rule with the strongest judgement and the offsets of whole sentences', () => {
  const stated = 'In March 2024 we received a subpoena from the Securities and Exchange Commission.';
  const risk = 'We may be subject to investigations by the SEC.';
  const contents = seedContents({ item_1a: risk, item_3: `We own a mill. ${stated} It is old.` });
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
  expect(readRedFlags(seedContents({ item_9a: weak }), NO_SUPPLY_CHAIN)).toMatchObject([
    { ruleId: 'material_weakness', judgement: 'event', isOpen: false },
  ]);
  const doubt =
    'In 2024 these losses raised substantial doubt about our going concern, which was alleviated by the loan of $20 million.';
  expect(readRedFlags(seedContents({ item_8: doubt }), NO_SUPPLY_CHAIN)).toMatchObject([
    { ruleId: 'going_concern_mgmt', severity: 'MEDIUM', isOpen: false },
  ]);
});

test('raises no flag from the number of an item alone, and raises the severity of a resignation with disagreement', () => {
  const triggered = 'The lender sent us a letter on May 2, 2024 about our loan of $9 million.';
  expect(readRedFlags(seedContents({ 'item_2.04': triggered }, '8-K'), NO_SUPPLY_CHAIN)).toEqual([]);
  const both =
    'On May 2, 2024, Ledger & Quill LLP resigned as our auditor. It disagreed with management on the accounting for two contracts of 2024.';
  const flags = readRedFlags(seedContents({ 'item_4.01': both }, '8-K'), NO_SUPPLY_CHAIN);
  expect(flags.map(flag => `${flag.severity} ${flag.ruleId}`).sort()).toEqual([
    'CRITICAL auditor_disagreement',
    'CRITICAL auditor_resigned',
  ]);
});

test('rates a customer concentration by its share of revenue: MEDIUM from 25%, HIGH from 50%', () => {
  const contents = seedContents({});
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
    expect(() => readRedFlags(seedContents({ item_8: text }), NO_SUPPLY_CHAIN)).not.toThrow();
  }
});

test('a form whose confidence is withheld is unclear, and one that is capped is HIGH outside of its own item', () => {
  const petition = 'Our subsidiary filed a petition in the U.S. Tax Court in 2024 to contest the deficiency.';
  const breach = 'On May 2, 2024, the Company defaulted on its senior notes.';
  const read = (section: string, text: string, form: string) =>
    readRedFlags(seedContents({ [section]: text }, form), NO_SUPPLY_CHAIN).map(
      ({ ruleId, severity, judgement }) => `${ruleId} ${severity} ${judgement}`,
    );
  expect(read('item_8', petition, '10-K')).toContain('tax_authority_claim MEDIUM unclear');
  expect(read('item_7', breach, '10-K')).toContain('debt_default HIGH event');
  expect(read('item_2.04', breach, '8-K')).toContain('debt_default CRITICAL event');
});

test.each([
  [
    'item_1.03',
    '8-K',
    'On May 2, 2024, the Company filed a voluntary petition under Chapter 11.',
    'bankruptcy CRITICAL',
  ],
  [
    'item_8.01',
    '8-K',
    'On May 2, 2024, the Company filed a voluntary petition under Chapter 11.',
    'bankruptcy CRITICAL',
  ],
  [
    'item_7',
    '10-K',
    'The Company filed a petition under Chapter 11 in March 2019 and emerged in 2020.',
    'bankruptcy HIGH',
  ],
  ['item_4.02', '8-K', 'The financial statements for 2023 should no longer be relied upon.', 'non_reliance CRITICAL'],
  [
    'item_8.01',
    '8-K',
    'Our previously issued financial statements should no longer be relied upon.',
    'non_reliance CRITICAL',
  ],
  ['item_2.04', '8-K', 'On May 2, 2024, the Company defaulted on its senior notes.', 'debt_default CRITICAL'],
  [
    'item_2.04',
    '8-K',
    'The Company defaulted on its senior notes, and the holders waived the default.',
    'debt_default HIGH',
  ],
])('rates the matter of %s of Form %s: %s', (section, form, text, expected) => {
  const flags = readRedFlags(seedContents({ [section]: text }, form), NO_SUPPLY_CHAIN);
  const stated = flags.map(({ ruleId, severity }) => `${ruleId} ${severity}`);
  const [rule, severity] = expected.split(' ');
  if (severity === 'CRITICAL') expect(stated).toContain(expected);
  else expect(stated).not.toContain(`${rule} CRITICAL`);
});

test('takes the statements of an acquired company for no matter of the filer', () => {
  const text = 'These conditions raise substantial doubt about the Company’s ability to continue as a going concern.';
  const read = (section: string) => readRedFlags(seedContents({ [section]: text }, '8-K'), NO_SUPPLY_CHAIN);
  expect(read('item_9.01')).toEqual([]);
  expect(read('item_8.01')).not.toEqual([]);
});
