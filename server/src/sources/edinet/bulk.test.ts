import { describe, expect, test } from 'vitest';
import { planBulk } from './bulk.ts';
import { annualPackage } from './fictional-documents.ts';

const STEM = 'jpcrp030000-asr-001_E99001-000_2024-03-31_01_2024-06-27';

function reader(files: Readonly<Record<string, string>>) {
  return {
    members: Object.keys(files),
    async *stream(member: string): AsyncIterable<Buffer> {
      yield Buffer.from(files[member] ?? '');
    },
  };
}

const numbered = (docId: string) => `https://api.edinet-fsa.go.jp/api/v2/documents/${docId}?type=1`;

describe('a zip of the registry', () => {
  test.each([
    ['S100ZZ01_type1.zip', numbered('S100ZZ01')],
    ['S100ZZ01.zip', numbered('S100ZZ01')],
    ['report.zip', `package/${STEM}.zip`],
  ])('with one package is the document of its number, else of its instance (%s)', async (file, url) => {
    expect(await planBulk(reader({ [`XBRL/PublicDoc/${STEM}.xbrl`]: '' }), file)).toEqual({ kind: 'document', url });
  });

  test('whose files have other names is named by the schema of its documents', async () => {
    const renamed = Object.values(annualPackage('true')).map((content, at) => [`in/side/${at}.dat`, content] as const);
    expect(await planBulk(reader(Object.fromEntries(renamed)), 'report.zip')).toEqual({
      kind: 'document',
      url: 'package/jpcrp030000-asr-001_E99901-000_2024-03-31_01_2024-06-28.zip',
    });
  });

  test('with a folder for each document has a filing for each, known or not', async () => {
    const members = {
      [`S100ZZ01/XBRL/PublicDoc/${STEM}.xbrl`]: '',
      'S100ZZ02/XBRL/PublicDoc/renamed.xml': '',
      'XbrlSearchDlInfo.csv': '',
    };
    expect(await planBulk(reader(members), 'Xbrl_Search.zip')).toMatchObject({
      kind: 'documents',
      tasks: [
        { key: 'S100ZZ01', issuerKey: 'edinet:E99001' },
        { key: 'S100ZZ02', issuerKey: null },
      ],
    });
  });

  test('without an instance is not a document of the registry', async () => {
    expect(await planBulk(reader({ 'readme.txt': 'text', 'page.html': '<html/>' }), 'report.zip')).toBeNull();
  });
});
