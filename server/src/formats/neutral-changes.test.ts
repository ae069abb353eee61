import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { annualReport } from '../../test/fictional/filing.ts';
import { fictionalCompanies } from '../../test/fictional/registry.ts';
import { HTML_CHANGES, XML_CHANGES } from '../../test/neutral-changes.ts';
import { splitSections } from '../sources/sec-edgar/sections/split-sections.ts';
import { parseHtml } from './html-text/parse-html.ts';
import { extractInline } from './ixbrl/extract-inline.ts';
import { extractInstance } from './xbrl/extract-instance.ts';
import type { XbrlReport } from './xbrl/report.ts';

const PERIODIC = new URL('../../../../shared/data/us/periodic/', import.meta.url).pathname;
const [company] = fictionalCompanies(1);
const report =
  company === undefined ? '' : annualReport(company, { revenue: 41_250, netIncome: 6_400, assets: 91_000 });

const recorded = (path: string): string => gunzipSync(readFileSync(PERIODIC + path)).toString();
const inline = (source: string): XbrlReport => extractInline([{ name: 'report', source }]);
const instance = (source: string): XbrlReport => extractInstance({ name: 'instance', source });

/** Facts without their places and prefixes, which mean nothing, and without escaped markup, which is the document's own. */
function factsOf({ facts }: XbrlReport): unknown[] {
  return facts
    .filter(fact => fact.isNumeric || !fact.value?.includes('<'))
    .map(({ namespace, localName, periodStart, periodEnd, dimensions, unit, decimals, value }) => {
      const members = dimensions.map(({ axis, axisNamespace, member, memberNamespace }) => {
        return [axisNamespace, localPart(axis), memberNamespace, memberNamespace === null ? member : localPart(member)];
      });
      return [namespace, localName, periodStart, periodEnd, members, unit, decimals, value?.replace(/\s+/g, ' ')];
    });
}

function localPart(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Keys and texts of sections, whatever the white space. */
function sectionsOf(source: string): string[] {
  const documents = [{ fileName: 'report.htm', nativeType: '10-K', isPrimary: true, text: parseHtml(source) }];
  const { sections } = splitSections({ formType: '10-K', periodEnd: null, filingDate: null, itemCodes: [], documents });
  return sections.map(({ sectionKey, text }) => `${sectionKey} ${text.replace(/[\s\u00A0\u00AD\u200B]+/g, '')}`);
}

describe.each(Object.entries(XML_CHANGES))('XBRL with %s', (_, change) => {
  test('gives the same facts of an inline report', () => {
    const facts = factsOf(inline(report));
    expect(facts).toHaveLength(10);
    expect(factsOf(inline(change(report)))).toEqual(facts);
  });

  test.skipIf(!existsSync(PERIODIC))('gives the same facts of a recorded instance (needs ../shared)', () => {
    const source = recorded('xbrl/nflx-20091231/nflx-20091231.xml.gz');
    const facts = factsOf(instance(source));
    expect(facts.length).toBeGreaterThan(200);
    expect(factsOf(instance(change(source)))).toEqual(facts);
  });
});

describe.each([...Object.entries(XML_CHANGES), ...Object.entries(HTML_CHANGES)])('a report with %s', (_, change) => {
  test('gives the same sections', () => {
    const sections = sectionsOf(report);
    expect(sections).toHaveLength(6);
    expect(sectionsOf(change(report))).toEqual(sections);
  });
});
