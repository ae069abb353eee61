import { expect, test } from 'vitest';
import { baseForm, categoryOfForm, isAmendment } from './form-categories.ts';

test.each([
  ['10-K', 'annual_report'],
  ['10-K405', 'annual_report'],
  ['10-KT/A', 'annual_report'],
  ['20-F', 'annual_report'],
  ['40-F/A', 'annual_report'],
  ['11-K', 'annual_report'],
  ['ARS', 'annual_report'],
  ['10-Q', 'interim_report'],
  ['10-QSB', 'interim_report'],
  ['NT 10-K/A', 'late_notice'],
  ['8-K', 'material_event'],
  ['6-K', 'material_event'],
  ['25-NSE', 'listing_change'],
  ['15-12G', 'listing_change'],
  ['8-A12B', 'listing_change'],
  ['8-K12B', 'merger_document'],
  ['425', 'merger_document'],
  ['S-4/A', 'merger_document'],
  ['DEFM14A', 'merger_document'],
  ['SC TO-I/A', 'tender_offer'],
  ['CB', 'tender_offer'],
  ['3', 'insider_transaction'],
  ['4/A', 'insider_transaction'],
  ['144', 'insider_sale_notice'],
  ['SC 13G/A', 'large_holding'],
  ['SCHEDULE 13D', 'large_holding'],
  ['13F-HR', 'institutional_holdings'],
  ['S-3ASR', 'registration'],
  ['S-8 POS', 'registration'],
  ['F-1', 'registration'],
  ['1-A POS', 'registration'],
  ['EFFECT', 'registration'],
  ['424B2', 'prospectus'],
  ['497K', 'prospectus'],
  ['D/A', 'private_offering'],
  ['C-U', 'private_offering'],
  ['DEF 14A', 'proxy'],
  ['PX14A6G', 'proxy'],
  ['CORRESP', 'correspondence'],
  ['SEC STAFF LETTER', 'correspondence'],
  ['ABS-15G/A', 'specialised'],
  ['SD', 'specialised'],
  ['NPORT-P', 'fund_report'],
  ['485BPOS', 'fund_report'],
  ['40-APP/A', 'fund_report'],
])('puts form %s into the category %s', (form, category) => {
  expect(categoryOfForm(form)).toBe(category);
});

test('puts an 8-K with the item on results into the category of earnings releases, under old and new numbers', () => {
  expect(categoryOfForm('8-K', ['2.02', '9.01'])).toBe('earnings_release');
  expect(categoryOfForm('8-K/A', ['12'])).toBe('earnings_release');
  expect(categoryOfForm('8-K', ['5.02'])).toBe('material_event');
  expect(categoryOfForm('10-Q', ['2.02'])).toBe('interim_report');
});

test('returns null for an unknown form', () => {
  for (const form of ['', 'ZORG', '99-X', '4X']) expect(categoryOfForm(form)).toBeNull();
});

test('recognises amendments and their base form', () => {
  expect([baseForm('10-k/a'), isAmendment('10-K/A'), isAmendment('10-K')]).toEqual(['10-K', true, false]);
});
