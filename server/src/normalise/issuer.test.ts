import { expect, test } from 'vitest';
import type { Issuer } from '../model/issuer.ts';
import { mergeIssuer } from './issuer.ts';

function issuer(fields: Partial<Issuer>): Issuer {
  return {
    canonicalKey: 'cik:1',
    companyName: '',
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [],
    formerNames: [],
    listings: [],
    ...fields,
  };
}

const registerEntry = {
  source: 'submissions',
  precedence: 0,
  issuer: issuer({ companyName: 'Example Harbour Inc.', identifiers: [{ scheme: 'ein', identifier: '1' }] }),
};
const older = {
  source: 'data-set/2019q4',
  precedence: 2,
  issuer: issuer({ companyName: 'EXAMPLE HARBOR', countryCode: 'US', fiscalYearEnd: '06-30' }),
};
const newer = {
  source: 'data-set/2021q1',
  precedence: 2,
  issuer: issuer({
    companyName: 'EXAMPLE HARBOUR',
    countryCode: 'CA',
    identifiers: [{ scheme: 'ein', identifier: '1' }],
  }),
};

test('each field is of the most trusted source that has one; among editions the newer counts', () => {
  const merged = mergeIssuer([older, registerEntry, newer]);
  expect(merged).toMatchObject({ companyName: 'Example Harbour Inc.', countryCode: 'CA', fiscalYearEnd: '06-30' });
  expect(merged?.identifiers).toEqual([{ scheme: 'ein', identifier: '1' }]);
});

test('the order in which sources are read makes no difference', () => {
  expect(mergeIssuer([newer, older, registerEntry])).toEqual(mergeIssuer([registerEntry, older, newer]));
});

test('nobody saying anything is null, and a nameless issuer goes by its key', () => {
  expect(mergeIssuer([])).toBeNull();
  expect(mergeIssuer([{ source: 's', precedence: 0, issuer: issuer({}) }])?.companyName).toBe('cik:1');
});
