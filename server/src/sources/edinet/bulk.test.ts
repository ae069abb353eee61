import { expect, test } from 'vitest';
import { planBulk } from './bulk.ts';

const reader = {
  members: ['XBRL/PublicDoc/jpcrp030000-asr-001_E99001-000_2024-03-31_01_2024-06-27.xbrl'],
  async *stream(): AsyncIterable<Buffer> {},
};

test.each([
  ['S100ZZ01_type1.zip', 'S100ZZ01'],
  ['S100ZZ01.zip', 'S100ZZ01'],
  ['report.zip', 'jpcrp030000-asr-001_E99001-000_2024-03-31_01_2024-06-27'],
])('names the filing of a lone package %s by its document number, else by its instance', async (file, filing) => {
  const plan = await planBulk(reader, file);
  expect(plan).toMatchObject({
    kind: 'documents',
    tasks: [{ kind: 'filing', key: filing, issuerKey: 'edinet:E99001' }],
  });
});
