import { expect, test } from 'vitest';
import { standardRoleOf } from './standard-roles.ts';

const japanese = (words: string) => `http://disclosure.edinet-fsa.go.jp/role/jppfs/rol_${words}`;
const titled = (uri: string) => {
  const role = standardRoleOf(uri);
  return role === null ? null : [role.type, role.title];
};

test('roles of Japan’s taxonomies have the names of their statements', () => {
  expect(titled(japanese('ConsolidatedBalanceSheet'))).toEqual(['balance', '連結貸借対照表']);
  expect(titled(japanese('StatementOfIncome'))).toEqual(['income', '損益計算書']);
  expect(titled(japanese('QuarterlyConsolidatedStatementOfCashFlows-indirect'))).toEqual([
    'cashflow',
    '四半期連結キャッシュ・フロー計算書',
  ]);
  expect(titled(japanese('Type1SemiAnnualConsolidatedStatementOfIncome'))).toEqual(['income', '中間連結損益計算書']);
  expect(titled(japanese('CondensedQuarterlyConsolidatedStatementOfChangesInEquityIFRS'))).toEqual([
    'changes_in_equity',
    '要約四半期連結持分変動計算書',
  ]);
});

test('notes and parts of the report are not statements', () => {
  expect(standardRoleOf('http://disclosure.edinet-fsa.go.jp/role/jpcrp/rol_NotesConsolidatedBalanceSheet')).toBeNull();
  expect(standardRoleOf('http://disclosure.edinet-fsa.go.jp/role/jpcrp/rol_BusinessResultsOfGroup')).toBeNull();
  expect(standardRoleOf('http://www.example.org/role/BalanceSheet')).toBeNull();
});

test('roles of Korea’s taxonomy imply whose figures they show', () => {
  const axis = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
  const role = 'http://dart.fss.or.kr/role/ifrs/dart_2019-10-01_role-D520005';
  expect(standardRoleOf(role)).toEqual({
    type: 'cashflow',
    title: '현금흐름표',
    implied: { [axis]: 'ifrs-full:SeparateMember' },
  });
  expect(titled(role.replace('D520005', 'D210000'))).toEqual(['balance', '연결 재무상태표']);
});
