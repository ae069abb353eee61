import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeZip } from '../../test/write-zip.ts';
import { isReportPackage, openReportPackage } from './report-package.ts';
import { ZipError } from './zip.ts';

const META = {
  'f-2023/META-INF/reportPackage.json': '{"documentInfo":{"documentType":"https://xbrl.org/report-package/2023"}}',
};
const JSON_REPORT = '{"documentInfo":{"documentType":"https://xbrl.org/2021/xbrl-json"},"facts":{}}';

describe('openReportPackage', () => {
  test('groups the documents of a folder into one report, and keeps others separate', () => {
    const opened = openReportPackage(
      makeZip({
        ...META,
        'f-2023/META-INF/taxonomyPackage.xml': '<x/>',
        'f-2023/reports/set/b.html': 'b',
        'f-2023/reports/set/a.xhtml': 'a',
        'f-2023/reports/set/logo.png': 'png',
        'f-2023/reports/one.xhtml': 'one',
        'f-2023/reports/two.xhtml': 'two',
        'f-2023/reports/data.json': JSON_REPORT,
        'f-2023/reports/settings.json': '{}',
        'f-2023/fictional.example/f.xsd': '<schema/>',
        'f-2023/fictional.example/f_lab.xml': '<linkbase/>',
      }),
    );
    expect(opened.documentType).toBe('https://xbrl.org/report-package/2023');
    expect(opened.problems).toEqual([]);
    const names = opened.reports.map(report => [
      report.kind,
      report.documents.map(file => file.path.replace('f-2023/reports/', '')),
    ]);
    expect(names).toEqual([
      ['inline', ['one.xhtml']],
      ['inline', ['two.xhtml']],
      ['json', ['data.json']],
      ['inline', ['set/a.xhtml', 'set/b.html']],
    ]);
    expect(opened.taxonomy.map(file => file.path)).toEqual([
      'f-2023/fictional.example/f.xsd',
      'f-2023/fictional.example/f_lab.xml',
    ]);
  });

  test('reads a package without a single top-level folder and reports a problem', () => {
    const opened = openReportPackage(makeZip({ 'META-INF/taxonomyPackage.xml': '<x/>', 'reports/a.xhtml': 'a' }));
    expect(opened.reports).toHaveLength(1);
    expect(opened.problems.map(problem => problem.kind)).toEqual(['package_layout']);
  });

  test('without a folder of reports knows reports by their roots', () => {
    const instance = '<x:xbrl xmlns:x="http://www.xbrl.org/2003/instance"/>';
    const page = '<html><p xmlns:i="http://www.xbrl.org/2013/inlineXBRL"/></html>';
    const linkbase = '<linkbase xmlns="http://www.xbrl.org/2003/linkbase"/>';
    const files = { 'a/one.xml': instance, 'a/two.xml': page, 'a/three.xml': linkbase, 'b/note.html': '<html/>' };
    const opened = openReportPackage(makeZip(files));
    expect(opened.reports.map(report => [report.kind, report.documents.map(file => file.path)])).toEqual([
      ['inline', ['a/two.xml']],
      ['instance', ['a/one.xml']],
    ]);
    expect(opened.taxonomy.map(file => file.path)).toEqual(['a/three.xml']);
  });

  test('rejects paths that leave the package and zip bombs, and reports damaged members as problems', () => {
    expect(() => openReportPackage(makeZip({ ...META, 'f-2023/../../x.xhtml': 'x' }))).toThrow(ZipError);
    const bomb = makeZip({ ...META, 'f-2023/reports/a.xhtml': Buffer.alloc(8 << 20) });
    expect(() => openReportPackage(bomb)).toThrow(/bytes out of/);
    const damaged = makeZip({ 'f/reports/a.xhtml': 'some text that is packed', 'f/reports/b.xhtml': 'whole' });
    damaged.fill(0xff, 48, 56);
    const opened = openReportPackage(damaged);
    expect(opened.reports.map(report => report.documents[0]?.path)).toEqual(['f/reports/b.xhtml']);
    expect(opened.problems.map(problem => [problem.kind, problem.locator])).toEqual([
      ['corrupt_member', 'f/reports/a.xhtml'],
    ]);
  });

  test('isReportPackage distinguishes packages from other archives', () => {
    expect(isReportPackage(makeZip(META))).toBe(true);
    expect(isReportPackage(makeZip({ 'XBRL/PublicDoc/a.xbrl': 'x' }))).toBe(false);
    expect(isReportPackage(Buffer.from('no zip'))).toBe(false);
  });
});

const KVK = new URL('../../../../shared/data/intl/eu/nl-kvk/groot-nl-jaarrekening-2023.zip', import.meta.url).pathname;

describe.skipIf(!existsSync(KVK))('a package of the Dutch register (skipped without its bytes)', () => {
  test('contains one inline report and a schema with four linkbases', () => {
    const opened = openReportPackage(readFileSync(KVK));
    expect(opened.reports.map(report => report.documents.map(file => file.bytes.length))).toEqual([[1_352_572]]);
    expect(opened.taxonomy).toHaveLength(5);
    expect(opened.documentType).toMatch(/^https:\/\/xbrl\.org\/report-package\/2023/);
    expect(opened.problems).toEqual([]);
  });
});
