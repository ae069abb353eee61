import { expect, test } from 'vitest';
import { bareIssuer, type Issuer } from '../model/issuer.ts';
import { marketOfRegistries, mergeIssuer, unknownCodes } from './merge-issuer.ts';

const issuer = (fields: Partial<Issuer>): Issuer => ({ ...bareIssuer('cik:1', '', []), ...fields });

const registerEntry = {
  registry: 'sec-edgar',
  source: 'submissions',
  precedence: 0,
  issuer: issuer({ companyName: 'Example Harbour Inc.', identifiers: [{ scheme: 'ein', identifier: '1' }] }),
};
const older = {
  registry: 'sec-edgar',
  source: 'data-set/2019q4',
  precedence: 2,
  issuer: issuer({ companyName: 'EXAMPLE HARBOR', countryCode: 'US', fiscalYearEnd: '06-30' }),
};
const newer = {
  registry: 'sec-edgar',
  source: 'data-set/2021q1',
  precedence: 2,
  issuer: issuer({
    companyName: 'EXAMPLE HARBOUR',
    countryCode: 'CA',
    identifiers: [{ scheme: 'ein', identifier: '1' }],
  }),
};

test('each field comes from the most trusted source that states it; the newer edition wins', () => {
  const merged = mergeIssuer([older, registerEntry, newer]);
  expect(merged).toMatchObject({ companyName: 'Example Harbour Inc.', countryCode: 'CA', fiscalYearEnd: '06-30' });
  expect(merged?.identifiers).toEqual([{ scheme: 'ein', identifier: '1' }]);
});

test('the order in which sources are read makes no difference', () => {
  expect(mergeIssuer([newer, older, registerEntry])).toEqual(mergeIssuer([registerEntry, older, newer]));
});

test('an issuer without statements is null, and one without a name is named after its key', () => {
  expect(mergeIssuer([])).toBeNull();
  expect(mergeIssuer([{ registry: 'r', source: 's', precedence: 0, issuer: issuer({}) }])?.companyName).toBe('cik:1');
});

const report = {
  registry: 'esef',
  source: 'filing/1',
  precedence: 7,
  issuer: issuer({ companyName: 'Example Works plc', isins: ['GB0000000009'], marketId: 'uk' }),
};
const legalEntity = {
  registry: 'gleif',
  source: 'lei-record',
  precedence: 0,
  issuer: issuer({
    companyName: 'EXAMPLE WORKS PUBLIC LIMITED COMPANY',
    countryCode: 'GB',
    legalForm: 'Public Limited Company',
    status: 'inactive',
    alternateNames: [{ kind: 'trading', name: 'Exworks' }],
    isins: ['GB0000000009', 'GB0000000017'],
    successorKey: 'lei:XXXX00FICTIONALNEW79',
    relations: [{ kind: 'parent', relatedKey: 'lei:XXXX00FICTIONAL0LD30' }],
  }),
};

test('the registry that publishes filings comes first; a register decides whether the issuer exists', () => {
  const merged = mergeIssuer([report, legalEntity]);
  expect(merged).toMatchObject({
    companyName: 'Example Works plc',
    countryCode: 'GB',
    legalForm: 'Public Limited Company',
    status: 'inactive',
    marketId: 'uk',
    alternateNames: [{ kind: 'trading', name: 'Exworks' }],
    isins: ['GB0000000009', 'GB0000000017'],
    successorKey: 'lei:XXXX00FICTIONALNEW79',
    relations: [{ kind: 'parent', relatedKey: 'lei:XXXX00FICTIONAL0LD30' }],
  });
  expect(mergeIssuer([legalEntity, report])).toEqual(merged);
});

test('an unlisted issuer belongs to the market of its publishing registry; reference data implies none', () => {
  expect(marketOfRegistries(['gleif', 'esef'])).toBe('eu');
  expect(marketOfRegistries(['esef', 'companies-house'])).toBe('uk');
  expect(marketOfRegistries(['gleif'])).toBeNull();
});

test('unknown codes are reported and left out; an exchange without a name gets the name of its code', () => {
  const odd = issuer({
    countryCode: 'UK',
    listings: [
      { ticker: 'EXW', marketId: 'uk', mic: 'AIMX', exchange: null, currency: 'GBX', isHome: true },
      { ticker: 'EXW', marketId: 'us', mic: 'NOPE', exchange: null, currency: 'USD', isHome: false },
    ],
  });
  expect(unknownCodes(odd)).toEqual([
    { kind: 'unknown_country', code: 'UK' },
    { kind: 'unknown_currency', code: 'GBX' },
    { kind: 'unknown_exchange', code: 'NOPE' },
  ]);
  const merged = mergeIssuer([{ registry: 'esef', source: 's', precedence: 0, issuer: odd }]);
  expect(merged?.countryCode).toBeNull();
  expect(merged?.listings.map(({ exchange, currency }) => ({ exchange, currency }))).toEqual([
    { exchange: 'AIM', currency: null },
    { exchange: null, currency: 'USD' },
  ]);
});

test('a trusted source that states no listing overrules the code of a list', () => {
  const ticker = { ticker: '999990', marketId: 'kr', mic: null, exchange: null, currency: 'KRW', isHome: true };
  const coded = { registry: 'opendart', source: 'codes', precedence: 2, issuer: issuer({ listings: [ticker] }) };
  const profiled = { registry: 'opendart', source: 'profile', precedence: 0, issuer: issuer({ isUnlisted: true }) };
  expect(mergeIssuer([coded])?.listings).toHaveLength(1);
  expect(mergeIssuer([coded, profiled])?.listings).toEqual([]);
});

test('a name of an earlier edition of a list is a former name until the day of the edition without it', () => {
  const edition = (companyName: string, statedOn: string) => ({
    ...{ registry: 'edinet', source: `stated/${statedOn}`, precedence: 0 },
    issuer: issuer({ companyName, statedOn }),
  });
  const merged = mergeIssuer([edition('Harbour Motors', '2023-10-31'), edition('Harbour Group', '2024-07-21')]);
  expect(merged?.companyName).toBe('Harbour Group');
  expect(merged?.formerNames).toEqual([{ companyName: 'Harbour Motors', untilDate: '2024-07-21' }]);
});

test('an ISIN that the source of the listings does not state comes from another list of the same share', () => {
  const share = { marketId: 'hk', mic: null, exchange: null, currency: null, isHome: true };
  const ofExchange = issuer({ companyName: 'Example', listings: [{ ...share, ticker: '00090' }] });
  const ofOthers = issuer({
    listings: [
      { ...share, ticker: '00090', isin: 'HK0000000009' },
      { ...share, ticker: '00091', isin: 'HK0000000017' },
    ],
  });
  const merged = mergeIssuer([
    { registry: 'hkexnews', source: 'stocks', precedence: 0, issuer: ofExchange },
    { registry: 'openfigi', source: 'mapping', precedence: 0, issuer: ofOthers },
  ]);
  expect(merged?.listings.map(({ ticker, isin }) => [ticker, isin])).toEqual([['00090', 'HK0000000009']]);
});
