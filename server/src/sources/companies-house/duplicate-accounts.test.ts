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
  const usual = { formType: 'AA', category: 'annual_report', periodEnd: '2025-12-31', aliasId: null };
  return { nativeId, filingDate, ...usual, ...more };
}

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

test('a document that has an entry does not take another one', () => {
  const joined = candidate(DOCUMENT, '2026-09-15', { aliasId: 'MzEx' });
  expect(findDuplicateAccounts([joined])).toEqual({ duplicates: [], doubts: [] });
  expect(findDuplicateAccounts([joined, candidate('MzEy', '2026-09-15')])).toEqual({
    duplicates: [],
    doubts: [['MzEy', DOCUMENT]],
  });
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
    { ...entry, aliasId: null },
    ...documents.map(({ nativeId, madeUpTo }) => candidate(nativeId, entry.filingDate, { periodEnd: madeUpTo })),
  ]);
  expect(findDuplicateAccounts(together)).toEqual({ duplicates: [], doubts: [] });
});
