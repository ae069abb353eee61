import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DuplicateCandidate } from '../../domain/filings/filings/model/duplicate-filing.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { accountsAddressOf } from './accounts-address.ts';
import { findDuplicateAccounts } from './duplicate-accounts.ts';
import { parseFilingHistory } from './filing-history.ts';
import { readPage } from './read-response.ts';

const FOLDER = new URL('../../../../../shared/data/intl/uk/companies-house/', import.meta.url);

function candidate(nativeId: string, filingDate: string, more: Partial<DuplicateCandidate> = {}): DuplicateCandidate {
  const usual = { formType: 'AA', category: 'annual_report', periodEnd: '2025-12-31' };
  const urls = nativeId.includes(NUMBER) ? [`accounts-bulk-data/filed-${filingDate}/${nativeId}.html`] : [];
  return { nativeId, filingDate, urls, ...usual, ...more };
}

const NUMBER = '99000001';
const DOCUMENT = 'Prod223_3384_99000001_20251231';

test('an entry and the document that was published within days of it are one filing, with the evidence', () => {
  const entry = candidate('MzEx', '2026-09-14');
  expect(findDuplicateAccounts([entry, candidate(DOCUMENT, '2026-09-15')])).toEqual({
    duplicates: [
      {
        nativeId: DOCUMENT,
        aliasId: 'MzEx',
        evidence: {
          rule: 'accounts of one company, period and kind, published within days of their entry',
          form_type: 'AA',
          category: 'annual_report',
          period_end: '2025-12-31',
          entry_filed: '2026-09-14',
          document_published: '2026-09-15',
          days: 1,
        },
      },
    ],
    doubts: [],
  });
});

test.each<[string, DuplicateCandidate]>([
  ['another period', candidate('MzEx', '2026-09-14', { periodEnd: '2024-12-31' })],
  ['no period', candidate('MzEx', '2026-09-14', { periodEnd: null })],
  ['interim accounts', candidate('MzEx', '2026-09-14', { category: 'interim_report' })],
  ['a notice instead of accounts', candidate('MzEx', '2026-09-14', { formType: 'AA01' })],
  ['a day after the publication', candidate('MzEx', '2026-09-16')],
  ['a day weeks before', candidate('MzEx', '2026-09-04')],
])('an entry with %s does not match the document', (_, entry) => {
  expect(findDuplicateAccounts([entry, candidate(DOCUMENT, '2026-09-15')])).toEqual({ duplicates: [], doubts: [] });
});

test('two entries or two documents that match are a doubt', () => {
  const amended = candidate('MzEy', '2026-09-15', { formType: 'AAMD' });
  const entry = candidate('MzEx', '2026-09-14');
  const document = candidate(DOCUMENT, '2026-09-15');
  expect(findDuplicateAccounts([entry, amended, document])).toEqual({
    duplicates: [],
    doubts: [['MzEx', 'MzEy', DOCUMENT]],
  });
  const again = candidate('Prod223_3385_99000001_20251231', '2026-09-16');
  expect(findDuplicateAccounts([entry, document, again])).toEqual({
    duplicates: [],
    doubts: [['MzEx', DOCUMENT, again.nativeId]],
  });
});

/** Accounts without a day of publication, by the day of their approval. */
function undated(approvedOn: string, nativeId = `${NUMBER}_20251231_0123456789ab`): DuplicateCandidate {
  return candidate(nativeId, approvedOn, { urls: [`accounts-bulk-data/${nativeId}.html`] });
}

test('a document without a day is the one entry that was filed since its approval', () => {
  const document = undated('2026-05-04');
  expect(findDuplicateAccounts([candidate('MzEx', '2026-09-14'), document])).toEqual({
    duplicates: [
      {
        nativeId: document.nativeId,
        aliasId: 'MzEx',
        evidence: {
          rule: 'the only accounts and the only entry of one company, period and kind, approved before the entry',
          form_type: 'AA',
          category: 'annual_report',
          period_end: '2025-12-31',
          entry_filed: '2026-09-14',
          document_approved: '2026-05-04',
        },
      },
    ],
    doubts: [],
  });
  expect(findDuplicateAccounts([candidate('MzEx', '2026-05-03'), document]).duplicates).toEqual([]);
});

test('a document without a day may be an amendment if there is one, unless the first accounts have a day', () => {
  const [entry, amended] = [candidate('MzEx', '2026-09-14'), candidate('MzEy', '2026-12-01', { formType: 'AAMD' })];
  const document = undated('2026-05-04');
  expect(findDuplicateAccounts([entry, amended, document])).toEqual({
    duplicates: [],
    doubts: [['99000001_20251231_0123456789ab', 'MzEx', 'MzEy']],
  });
  const first = candidate(DOCUMENT, '2026-09-15');
  const { duplicates, doubts } = findDuplicateAccounts([entry, amended, document, first]);
  expect(duplicates.map(({ nativeId, aliasId }) => [nativeId, aliasId])).toEqual([
    [DOCUMENT, 'MzEx'],
    [document.nativeId, 'MzEy'],
  ]);
  expect(doubts).toEqual([]);
});

test('two documents without a day and one entry are a doubt', () => {
  const [one, other] = [undated('2026-05-04'), undated('2026-05-05', `${NUMBER}_20251231_ba9876543210`)];
  expect(findDuplicateAccounts([candidate('MzEx', '2026-09-14'), one, other]).doubts).toEqual([
    ['99000001_20251231_0123456789ab', '99000001_20251231_ba9876543210', 'MzEx'],
  ]);
});

test.skipIf(!existsSync(FOLDER))('entries and accounts of other companies do not match', () => {
  const bytes = readFileSync(new URL('api/filing_pfb_hire.json', FOLDER));
  const log = new AnomalyLog('companies-house', 'history');
  const page = readPage(bytes, log);
  const { filings } = parseFilingHistory('07310390', page === null ? [] : [page], log);
  const entries = filings.filter(({ formType }) => formType === 'AA');
  expect(entries.map(({ periodEnd }) => periodEnd)).toEqual([
    '2015-07-31',
    '2014-07-31',
    '2013-07-31',
    '2012-07-31',
    '2011-07-31',
  ]);
  const documents = readdirSync(new URL('accounts/', FOLDER)).flatMap(name => {
    const address = accountsAddressOf(name.replace(/\.gz$/, ''));
    return address === null ? [] : [address];
  });
  expect(documents).toHaveLength(10);
  // As if all were of one company, each document published on the day of each entry: only the period differs.
  const together = entries.flatMap(entry => [
    { ...entry, urls: [] },
    ...documents.map(({ nativeId, madeUpTo }) =>
      candidate(nativeId, entry.filingDate, {
        periodEnd: madeUpTo,
        urls: [`filed-${entry.filingDate}/${nativeId}.html`],
      }),
    ),
  ]);
  expect(findDuplicateAccounts(together)).toEqual({ duplicates: [], doubts: [] });
});
