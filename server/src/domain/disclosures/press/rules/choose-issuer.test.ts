import { expect, test } from 'vitest';
import { chooseIssuer, type ListingCandidate } from './choose-issuer.ts';

const DAY = '2026-07-16';
const listing = (issuerId: string, other: Partial<ListingCandidate> = {}): ListingCandidate => ({
  issuerId,
  entityId: issuerId,
  mic: 'XNAS',
  isDelisted: false,
  listedDate: null,
  delistedDate: null,
  ...other,
});

test('chooses the only listing in the country, whatever its exchange', () => {
  expect(chooseIssuer('XNYS', DAY, [listing('1')])).toBe('1');
  expect(chooseIssuer('XPAR', DAY, [listing('1', { mic: 'XAMS' })])).toBeNull();
  expect(chooseIssuer('XPAR', DAY, [listing('1', { mic: null })])).toBe('1');
  expect(chooseIssuer(null, DAY, [listing('1', { mic: null })])).toBe('1');
  expect(chooseIssuer('XNAS', DAY, [])).toBeNull();
});

test('chooses the listing at the tagged exchange, and none if two companies are listed there', () => {
  expect(chooseIssuer('XNGS', DAY, [listing('1'), listing('2', { mic: 'OTCM' })])).toBe('1');
  expect(chooseIssuer('XNAS', DAY, [listing('1'), listing('2')])).toBeNull();
  expect(chooseIssuer('XNAS', DAY, [listing('1', { entityId: '9' }), listing('2', { entityId: '9' })])).toBe('1');
});

test('skips a listing that had ended or had not started on the day', () => {
  expect(chooseIssuer('XNAS', DAY, [listing('1', { isDelisted: true })])).toBeNull();
  expect(chooseIssuer('XNAS', DAY, [listing('1', { isDelisted: true, delistedDate: '2026-07-16' })])).toBe('1');
  expect(chooseIssuer('XNAS', DAY, [listing('1', { isDelisted: true, delistedDate: '2026-07-15' })])).toBeNull();
  expect(chooseIssuer('XNAS', DAY, [listing('1', { listedDate: '2026-07-17' })])).toBeNull();
});
