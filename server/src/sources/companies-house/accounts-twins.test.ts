import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TwinCandidate } from '../../domain/filings/filings/model/filing-twin.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { findAccountsTwins } from './accounts-twins.ts';
import { parseFilingHistory } from './parse-filing-history.ts';
import { readJsonObject } from './read-json.ts';
import { accountsAddressOf } from './source-names.ts';

const FOLDER = new URL('../../../../../shared/data/intl/uk/companies-house/', import.meta.url);

function candidate(nativeId: string, filingDate: string, besides: Partial<TwinCandidate> = {}): TwinCandidate {
  const usual = { formType: 'AA', category: 'annual_report', periodEnd: '2025-12-31', aliasId: null };
  return { nativeId, filingDate, ...usual, ...besides };
}

const DOCUMENT = 'Prod223_3384_99000001_20251231';

test('an entry and the document that was published within days of it are one, with the reasons', () => {
  const entry = candidate('MzEx', '2026-09-14');
  expect(findAccountsTwins([entry, candidate(DOCUMENT, '2026-09-15')])).toEqual({
    twins: [
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

test.each<[string, TwinCandidate]>([
  ['another period', candidate('MzEx', '2026-09-14', { periodEnd: '2024-12-31' })],
  ['no period', candidate('MzEx', '2026-09-14', { periodEnd: null })],
  ['interim accounts', candidate('MzEx', '2026-09-14', { category: 'interim_report' })],
  ['a notice that is no accounts', candidate('MzEx', '2026-09-14', { formType: 'AA01' })],
  ['an entry after the publication', candidate('MzEx', '2026-09-16')],
  ['an entry of weeks before', candidate('MzEx', '2026-09-04')],
])('%s does not fit', (_, entry) => {
  expect(findAccountsTwins([entry, candidate(DOCUMENT, '2026-09-15')])).toEqual({ twins: [], doubts: [] });
});

test('where two entries or two documents fit, all of them stay and are told', () => {
  const amended = candidate('MzEy', '2026-09-15', { formType: 'AAMD' });
  const entry = candidate('MzEx', '2026-09-14');
  const document = candidate(DOCUMENT, '2026-09-15');
  expect(findAccountsTwins([entry, amended, document])).toEqual({ twins: [], doubts: [['MzEx', 'MzEy', DOCUMENT]] });
  const again = candidate('Prod223_3385_99000001_20251231', '2026-09-16');
  expect(findAccountsTwins([entry, document, again])).toEqual({
    twins: [],
    doubts: [['MzEx', DOCUMENT, again.nativeId]],
  });
});

test('a document that has its entry takes no other', () => {
  const joined = candidate(DOCUMENT, '2026-09-15', { aliasId: 'MzEx' });
  expect(findAccountsTwins([joined])).toEqual({ twins: [], doubts: [] });
  expect(findAccountsTwins([joined, candidate('MzEy', '2026-09-15')])).toEqual({
    twins: [],
    doubts: [['MzEy', DOCUMENT]],
  });
});

test.skipIf(!existsSync(FOLDER))('real entries and real accounts of other companies never meet', () => {
  const bytes = readFileSync(new URL('api/filing_pfb_hire.json', FOLDER));
  const log = new AnomalyLog('companies-house', 'history');
  const answer = readJsonObject(bytes, log);
  const { filings } = parseFilingHistory('07310390', answer === null ? [] : [answer], log);
  const entries = filings.filter(one => one.formType === 'AA');
  expect(entries.map(one => one.periodEnd)).toEqual([
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
  // As if they were one company's, each published the day after each entry: the period alone keeps them apart.
  const together = entries.flatMap(entry => [
    { ...entry, aliasId: null },
    ...documents.map(one => candidate(one.nativeId, entry.filingDate, { periodEnd: one.madeUpTo })),
  ]);
  expect(findAccountsTwins(together)).toEqual({ twins: [], doubts: [] });
});
