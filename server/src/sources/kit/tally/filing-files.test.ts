import { expect, test } from 'vitest';
import { makeZip } from '../../../../test/write-zip.ts';
import { documentUrl } from '../../edinet/addresses.ts';
import { annualPackage } from '../../edinet/fictional-documents.ts';
import { openFiling } from '../../edinet/filings/open-filing.ts';
import { sortFiles } from './filing-files.ts';
import { reasonLeftOut, sortUnread } from './left-out.ts';

function sortPackage(more: Readonly<Record<string, string>>) {
  const bytes = makeZip({ ...annualPackage('true'), ...more });
  const [record] = openFiling([{ url: documentUrl('S100ZZ01', 1), sha256: '', bytes }]).records;
  if (record?.contents == null) throw new Error('the package was not opened');
  return sortFiles(record.contents);
}

test('every file of a filing is read, left out by a rule, or unread', () => {
  expect(sortPackage({})).toEqual({ read: 2, explained: { auditor_report: 1 }, unread: [] });
  const more = {
    'XBRL/PublicDoc/images/logo.png': 'x',
    'XBRL/PublicDoc/manifest_PublicDoc.xml': '<manifest/>',
    'XBRL/PublicDoc/labels.xml': '<linkbase xmlns="http://www.xbrl.org/2003/linkbase"/>',
    'XBRL/PublicDoc/figures.bin': 'x',
    'XBRL/PublicDoc/figures.xml': '<figures/>',
  };
  expect(sortPackage(more)).toEqual({
    read: 3,
    explained: { auditor_report: 1, manifest: 1, picture: 1 },
    unread: ['XBRL/PublicDoc/figures.bin', 'XBRL/PublicDoc/figures.xml'],
  });
});

test('members of a zip without a task are left out by a rule or named', () => {
  expect(sortUnread(['__MACOSX/a.html', 'b/', 'c.JPG', 'd.html', 'e'])).toEqual({
    explained: { shadow_of_a_file: 1, folder: 1, picture: 1 },
    unread: ['d.html', 'e'],
  });
  expect(reasonLeftOut({ path: 'a.xml', type: 'NPORT-P', form: '' })).toBe('form_without_a_reader');
  expect(reasonLeftOut({ path: 'a.xml', type: 'PROXY VOTING RECORD', form: '' })).toBe('form_without_a_reader');
  expect(reasonLeftOut({ path: 'FORM13F_readme.htm', type: '', form: '' })).toBe('description_of_tables');
  expect(reasonLeftOut({ path: 'SIGNATURE.tsv', type: '', form: '' })).toBe('signatures');
  expect(reasonLeftOut({ path: 'a.xml', type: '10-K', form: '' })).toBeNull();
});
