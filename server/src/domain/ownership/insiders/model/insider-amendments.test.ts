import { expect, test } from 'vitest';
import { type AmendableReport, resolveInsiderAmendments } from './insider-amendments.ts';
import type { InsiderLine } from './insider-report.ts';

function line(place: number, rest: Partial<InsiderLine> = {}): InsiderLine {
  return {
    place,
    isDerivative: false,
    isHolding: false,
    securityTitle: 'Common Stock',
    transactionDate: '2024-05-01',
    deemedExecutionDate: null,
    transactionCode: 'S',
    transactionClass: 'trade',
    acquiredDisposed: 'D',
    shares: '100',
    pricePerShare: '12.5',
    priceQuality: 'reported',
    totalValue: null,
    sharesOwnedFollowing: null,
    directIndirect: 'D',
    natureOfOwnership: null,
    isUnderPlan: null,
    planAdoptionDate: null,
    isEquitySwap: false,
    timeliness: null,
    underlyingTitle: null,
    underlyingShares: null,
    exercisePrice: null,
    exercisableDate: null,
    expirationDate: null,
    footnotes: [],
    ...rest,
  };
}

function report(nativeId: string, lines: InsiderLine[], rest: Partial<AmendableReport> = {}): AmendableReport {
  return {
    nativeId,
    baseForm: '4',
    isAmendment: false,
    originalDate: null,
    filingDate: '2024-05-03',
    knownAt: '2024-05-03T20:00:00Z',
    owners: ['jane'],
    lines: lines.map(insiderLine => ({ transactionId: `${nativeId}:${insiderLine.place}`, line: insiderLine })),
    ...rest,
  };
}

function amendment(nativeId: string, lines: InsiderLine[], rest: Partial<AmendableReport> = {}): AmendableReport {
  return report(nativeId, lines, {
    isAmendment: true,
    originalDate: '2024-05-03',
    filingDate: '2024-05-10',
    knownAt: '2024-05-10T20:00:00Z',
    ...rest,
  });
}

const HOLDING = { isHolding: true, transactionDate: null, transactionCode: null } as const;

test('an amendment with every line restates the report even if other values changed', () => {
  const original = report('a', [line(1), line(2, { ...HOLDING, natureOfOwnership: 'By trust' })]);
  const restated = amendment('b', [
    line(1, { shares: '110' }),
    line(2, { ...HOLDING, natureOfOwnership: 'By a trust' }),
  ]);
  const { amends, superseded } = resolveInsiderAmendments([restated, original]);
  expect([...amends]).toEqual([['b', 'a']]);
  expect([...superseded]).toEqual([
    ['a:1', 'b'],
    ['a:2', 'b'],
  ]);
});

test('an amendment with fewer lines replaces only lines of the same security, day and code', () => {
  const original = report('a', [
    line(1),
    line(2, { transactionCode: 'M' }),
    line(3, { ...HOLDING, natureOfOwnership: 'By trust' }),
    line(4, { ...HOLDING, natureOfOwnership: 'By spouse' }),
  ]);
  const changed = amendment('b', [
    line(1, { securityTitle: 'COMMON STOCK.' }),
    line(2, { ...HOLDING, natureOfOwnership: 'By spouse' }),
  ]);
  expect([...resolveInsiderAmendments([original, changed]).superseded.keys()]).toEqual(['a:1', 'a:4']);
});

test('several amendments of one report apply in order', () => {
  const original = report('a', [line(1)]);
  const first = amendment('b', [line(1)]);
  const second = amendment('c', [line(1)], { knownAt: '2024-05-12T20:00:00Z' });
  expect([...resolveInsiderAmendments([second, original, first]).superseded]).toEqual([
    ['a:1', 'b'],
    ['b:1', 'c'],
  ]);
});

test('an amendment matches an original of the same form and owner within four days of the stated date', () => {
  const original = report('a', [line(1)]);
  const amendsOf = (rest: Partial<AmendableReport>) =>
    resolveInsiderAmendments([original, amendment('b', [line(1)], rest)]).amends.get('b') ?? null;
  expect(amendsOf({ originalDate: '2024-05-07' })).toBe('a');
  expect(amendsOf({ originalDate: '2024-05-08' })).toBeNull();
  expect(amendsOf({ originalDate: null })).toBeNull();
  expect(amendsOf({ baseForm: '5' })).toBeNull();
  expect(amendsOf({ owners: ['john'] })).toBeNull();
  expect(amendsOf({ owners: ['john', 'jane'] })).toBe('a');
  expect(amendsOf({ knownAt: '2024-05-02T20:00:00Z' })).toBeNull();
});

test('an amendment matches the report of the day that has its lines, and replaces nothing if the match is ambiguous', () => {
  const sales = report('a', [line(1)]);
  const gifts = report('b', [line(1, { transactionCode: 'G' })]);
  const changed = amendment('c', [line(1, { transactionCode: 'G' })]);
  expect(resolveInsiderAmendments([sales, gifts, changed]).amends.get('c')).toBe('b');
  const unclear = amendment('d', [line(1, { transactionCode: 'F' })]);
  expect(resolveInsiderAmendments([sales, gifts, unclear])).toEqual({ amends: new Map(), superseded: new Map() });
});
