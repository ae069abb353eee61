import { expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from './empty-records.ts';
import { sourceKind } from './source-kind.ts';

const document = { url: 'https://example.org/lanterns/2024', sha256: '', bytes: Buffer.from('3 kept, 120 broken') };

const lists = sourceKind({
  shown: { address: 'https://example.org/lanterns/{year}', source: 'lanterns/{year}', states: 'issuers' },
  read: () => ({ source: 'lanterns/2024', issuer: null }),
  parse(documents) {
    const url = documents[0]?.url ?? '';
    const log = new AnomalyLog('example', url);
    for (let row = 0; row < 120; row++) log.add('bad_row', `row ${row}`, '');
    log.add('unknown_form', 'row 4', '');
    return { records: ['a', 'b', 'c'].map(key => emptyRecords(key, 'lanterns/2024')), anomalies: log.list() };
  },
});

test('counts the records of a list and the entries that could not be read, also those whose anomalies are cut', async () => {
  const parsed = await lists
    .open(document.url)
    ?.parse([document], { registry: 'example', documents: [document], listed: [] });
  expect(parsed?.tallies).toEqual([
    { registry: 'example', source: document.url, kind: 'lanterns', read: 3, explained: {}, unread: 120 },
  ]);
});
