import { describe, expect, it } from 'vitest';
import { type RoleStatement, roleStatement } from '../model/role.ts';
import { gatherPeople, pairKey } from './gather-people.ts';
import { matchNames, readPersonName } from './person-names.ts';
import { NO_END, type SourcedStatement, toTerms } from './role-terms.ts';

let filings = 0;

/** Each statement is from its own filing. */
function said(name: string, other: Partial<SourcedStatement> = {}): SourcedStatement {
  const stated: RoleStatement = roleStatement({ name, kind: 'person', relation: 'director', confirmation: 'annual' });
  return {
    ...stated,
    registry: 'sec-edgar',
    filingId: `sec-edgar:${filings++}`,
    url: null,
    ...other,
    asOf: other.asOf ?? '2024-03-01',
  };
}

const NOTHING = { mandatesElsewhere: new Map(), separatedPairs: new Set<string>() };
const gather = (statements: SourcedStatement[], known: Partial<typeof NOTHING> = {}) =>
  gatherPeople('cik:1', statements, { ...NOTHING, ...known });
const cik = (identifier: string) => ({ identifier: { scheme: 'cik', identifier } });

describe('compares names:', () => {
  const match = (a: string, b: string) => matchNames(readPersonName(a, 'person'), readPersonName(b, 'person'));

  it.each([
    ['Timothy D. Cook', 'COOK TIMOTHY D', 'full'],
    ['Mr. José Álvarez', 'Jose Alvarez', 'full'],
    ['Jane Q. Doe, M.D.', 'Jane Doe', 'full'],
    ['J. Q. Doe', 'Jane Quinn Doe', 'initials'],
    ['Tim Cook', 'Timothy D. Cook', 'initials'],
    ['William Clay Ford, Jr.', 'William Clay Ford', null],
    ['William Ford II', 'William Ford III', null],
    ['Jane Quinn Doe', 'Jane Rose Doe', null],
    ['Jane Doe', 'John Doe', null],
    ['Doe', 'Jane Doe', null],
    ['古川 俊太郎', '古川俊太郎', 'full'],
    ['古川俊太郎', '古川俊', null],
  ])('%s and %s: %s', (a, b, expected) => {
    expect([match(a, b), match(b, a)]).toEqual([expected, expected]);
  });
});

describe('gathering', () => {
  it('merges a name with the only identified person of that name at the issuer', () => {
    const [only, ...others] = gather([said('COOK TIMOTHY D', cik('7')), said('Timothy D. Cook'), said('T. Cook')]);
    expect(others).toEqual([]);
    expect(only?.identifiers.map(identifier => identifier.scheme)).toEqual(['cik', 'name', 'name']);
    expect(only?.joins.map(join => join.rule)).toEqual(['named_by_issuer', 'named_by_issuer']);
    expect(only?.terms).toHaveLength(1);
  });

  it('does not merge ambiguous names, different births or generations, or two identifiers of one scheme', () => {
    expect(gather([said('John A. Doe', cik('1')), said('John B. Doe', cik('2')), said('John Doe')])).toHaveLength(3);
    expect(gather([said('John Doe', { born: '1960-01' }), said('John Doe', { born: '1961-01' })])).toHaveLength(2);
    expect(gather([said('John Doe', { born: '1960' }), said('John Doe', { born: '1961-01' })])).toHaveLength(2);
    expect(gather([said('John Doe', cik('1')), said('John Doe', cik('2'))])).toHaveLength(2);
    expect(gather([said('John Doe, Jr.', cik('1')), said('John Doe')])).toHaveLength(2);
  });

  it('splits an identifier used for another given name and keeps it for a changed surname', () => {
    const filed = (nameAsFiled: string) => said(nameAsFiled, { ...cik('5'), nameAsFiled });
    const people = gather([filed('DOE JANE Q'), filed('DOE JANE'), filed('ROE JANE'), filed('SMITH PAUL')]);
    expect(people.map(person => [person.identifiers[0]?.scheme, person.statements.length])).toEqual([
      ['cik', 3],
      ['name', 1],
    ]);
  });

  it('does not merge two names of one list', () => {
    const filingId = 'sec-edgar:list';
    expect(gather([said('John Doe', { filingId }), said('J. Doe', { filingId })])).toHaveLength(2);
    expect(gather([said('John Doe'), said('J. Doe')])).toHaveLength(1);
  });

  it('does not merge a current mandate with a name from long ago', () => {
    expect(gather([said('John Doe', cik('1')), said('John Doe', { asOf: '1994-01-01' })])).toHaveLength(2);
  });

  it('merges by month of birth, and identifiers of one register by two shared issuers', () => {
    const officer = (identifier: string, born: string | null = null) => ({
      identifier: { scheme: 'ch_officer', identifier },
      born,
    });
    expect(
      gather([said('Ann Roe', officer('a', '1970-02')), said('Ann Mary Roe', officer('b', '1970-02'))]),
    ).toHaveLength(1);
    const two = [said('Ann Roe', officer('a')), said('Ann Roe', officer('b'))];
    expect(gather(two)).toHaveLength(2);
    const elsewhere = { issuerId: '9', from: '2020-01-01', until: '2025-01-01' };
    const mandatesElsewhere = new Map([
      ['ch_officer:a', [elsewhere]],
      ['ch_officer:b', [elsewhere]],
    ]);
    expect(gather(two, { mandatesElsewhere })).toHaveLength(1);
    const separatedPairs = new Set([pairKey('ch_officer:a', 'ch_officer:b')]);
    expect(gather(two, { mandatesElsewhere, separatedPairs })).toHaveLength(2);
  });

  it('returns the same people for any order of statements', () => {
    const all = [said('COOK TIMOTHY D', cik('7')), said('Timothy D. Cook'), said('T. Cook'), said('Jane Doe')];
    const named = (some: SourcedStatement[]) => gather(some).map(person => person.identifiers);
    expect(named(all.toReversed())).toEqual(named(all));
  });
});

describe('mandates', () => {
  const terms = (...statements: SourcedStatement[]) =>
    toTerms(statements).map(term => [term.sinceDate, term.observedSinceDate, term.untilDate, term.currentUntil]);

  it('takes the start from a dated appointment only', () => {
    expect(terms(said('A B', { asOf: '2022-03-01' }), said('A B', { asOf: '2024-03-01' }))).toEqual([
      [null, '2022-03-01', null, '2025-08-31'],
    ]);
    expect(terms(said('A B', { asOf: '2022-03-01', sinceDate: '2014-12-31' }))).toEqual([
      ['2014-12-31', '2022-03-01', null, '2023-08-31'],
    ]);
  });

  it('continues after an absence of up to 180 days and starts again after a longer one', () => {
    const first = said('A B', {
      sinceDate: '2012-11-09',
      untilDate: '2017-09-01',
      asOf: '2017-09-01',
      confirmation: 'live',
    });
    const soon = said('A B', { sinceDate: '2017-09-02', asOf: '2024-01-01', confirmation: 'live' });
    expect(terms(first, soon)).toEqual([['2012-11-09', '2017-09-01', null, NO_END]]);
    const late = { ...soon, sinceDate: '2018-09-02' };
    expect(terms(first, late)).toEqual([
      ['2018-09-02', '2024-01-01', null, NO_END],
      ['2012-11-09', '2017-09-01', '2017-09-01', '2017-09-01'],
    ]);
  });

  it('ends on the stated day, past or future', () => {
    const leaves = said('A B', { asOf: '2024-05-01', untilDate: '2024-12-31' });
    expect(terms(said('A B'), leaves)).toEqual([[null, '2024-03-01', '2024-12-31', '2024-12-31']]);
  });

  it('treats a stake as one mandate while its disclosure continues', () => {
    const stake = (asOf: string) =>
      said('Fund', { relation: 'major_shareholder', asOf, ownershipPct: asOf.slice(3, 4) });
    expect(terms(stake('2022-03-31'), stake('2023-03-31'), stake('2026-03-31'))).toEqual([
      ['2026-03-31', '2026-03-31', null, '2027-09-30'],
      ['2022-03-31', '2022-03-31', null, '2024-09-29'],
    ]);
  });
});
