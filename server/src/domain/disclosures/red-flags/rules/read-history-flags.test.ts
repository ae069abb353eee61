import { expect, test } from 'vitest';
import { NO_EVIDENCE } from '../../prose/model.ts';
import { type HistoryFiling, readHistoryFlags } from './read-history-flags.ts';

function filing(day: string, fields: Partial<HistoryFiling>): HistoryFiling {
  return {
    ...{ registry: 'sec-edgar', nativeId: day, formType: '8-K', itemCodes: [], knownAt: `${day}T21:00:00Z` },
    ...{ periodEnd: null, isAnnual: false, isAmendment: false, flags: [], ...fields },
  };
}

const found = (filings: HistoryFiling[]) =>
  readHistoryFlags(filings).map(({ nativeId, flag }) => `${nativeId} ${flag.severity} ${flag.ruleId}`);

test('raises the severity of a second late notice within 24 months', () => {
  const notices = [
    filing('2022-03-31', { formType: 'NT 10-K', periodEnd: '2021-12-31' }),
    filing('2023-05-15', { formType: 'NT 10-Q', periodEnd: '2023-03-31' }),
    filing('2026-05-15', { formType: 'NT 10-Q', periodEnd: '2026-03-31' }),
    filing('2023-06-29', { formType: 'NT 11-K', periodEnd: '2022-12-31' }),
    filing('2022-04-02', { formType: 'NT 10-K/A', periodEnd: '2021-12-31', isAmendment: true }),
  ];
  expect(found(notices.reverse())).toEqual([
    '2022-03-31 MEDIUM late_filing',
    '2023-05-15 HIGH late_filing',
    '2026-05-15 MEDIUM late_filing',
  ]);
});

test('raises a weakness in two annual reports, two auditors in 36 months and two CFOs in 24 months', () => {
  const evidence = [{ ...NO_EVIDENCE, quote: 'Our Chief Financial Officer resigned on that day.' }];
  const weak = { ruleId: 'material_weakness', isEvent: true, isOpen: true, evidence };
  const left = { ruleId: 'abrupt_exit', isEvent: false, isOpen: true, evidence };
  const annual = { formType: '10-K', isAnnual: true };
  expect(
    found([
      filing('2023-02-20', { ...annual, periodEnd: '2022-12-31', flags: [weak] }),
      filing('2024-02-20', { ...annual, periodEnd: '2023-12-31', flags: [weak] }),
      filing('2025-02-20', { ...annual, periodEnd: '2024-12-31', flags: [{ ...weak, isOpen: false }] }),
      filing('2023-03-01', { itemCodes: ['4.01'] }),
      filing('2023-03-20', { itemCodes: ['4.01'] }),
      filing('2025-03-01', { itemCodes: ['4.01', '9.01'] }),
      filing('2024-01-10', { itemCodes: ['5.02'], flags: [left] }),
      filing('2025-06-10', { itemCodes: ['5.02'], flags: [left] }),
    ]),
  ).toEqual([
    '2024-02-20 HIGH weakness_unremediated',
    '2025-03-01 MEDIUM auditor_changed_twice',
    '2025-06-10 MEDIUM finance_chief_turnover',
  ]);
  expect(found([])).toEqual([]);
});
