import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { extractInstance } from './extract-instance.ts';
import type { XbrlReport } from './report.ts';

const YEAR = '<startDate>2023-01-01</startDate><endDate>2023-12-31</endDate>';

function context(id: string, period = YEAR, segment = ''): string {
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://larch.example">L</xbrli:identifier>${
    segment && `<xbrli:segment>${segment}</xbrli:segment>`
  }</xbrli:entity><xbrli:period>${period.replaceAll(/<(\/?)/g, '<$1xbrli:')}</xbrli:period></xbrli:context>`;
}

const UNITS = `<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>`;

function instance(content: string): string {
  return `<?xml version="1.0"?><xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:l="http://larch.example/2023"
xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xl="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xml:lang="en">
<link:schemaRef xl:type="simple" xl:href="larch.xsd"/>${content}</xbrli:xbrl>`;
}

function read(source: string): XbrlReport {
  return extractInstance({ name: 'larch.xml', source });
}

function kinds(report: XbrlReport): string[] {
  return report.anomalies.map(({ kind }) => kind);
}

describe('extractInstance', () => {
  it('keeps numbers without an accuracy and reports them once, but not nil facts and fractions', () => {
    const bare = '<l:Sales id="a" contextRef="y" unitRef="usd">1</l:Sales>';
    const exempt = `<l:Sales contextRef="y" unitRef="usd" i:nil="true"/><l:Share contextRef="y" unitRef="usd">
<xbrli:numerator>1</xbrli:numerator><xbrli:denominator>3</xbrli:denominator></l:Share>`;
    const report = read(instance(context('y') + UNITS + exempt + bare + bare.replace('"a"', '"b"')));
    expect(report.facts.length).toBe(4);
    expect(report.anomalies).toMatchObject([
      { kind: 'no_accuracy', locator: 'a', detail: expect.stringMatching(/^2 /) },
    ]);
  });

  it('keeps a unit that breaks a rule of units and reports it', () => {
    const same = UNITS.replace('xbrli:shares', 'iso4217:USD');
    expect(read(instance(context('y') + same)).anomalies).toMatchObject([
      { kind: 'questionable_unit', locator: 'eps' },
      { kind: 'no_facts' },
    ]);
    const foreign = UNITS.replace('xbrli:shares', 'xbrli:USD');
    const fact = '<l:Sales contextRef="y" unitRef="eps" decimals="0">1</l:Sales>';
    const report = read(instance(context('y') + foreign + fact));
    expect(kinds(report)).toEqual(['questionable_unit']);
    expect(report.facts[0]?.unit).toBe('USD/USD');
  });

  it("reports attributes of XBRL's own namespaces on a tuple, and reads its members", () => {
    const fact = '<l:Sales contextRef="y" unitRef="usd" decimals="0">1</l:Sales>';
    const report = read(instance(`${context('y')}${UNITS}<l:Group id="g" xbrli:a="1">${fact}</l:Group>`));
    expect(report.anomalies).toMatchObject([{ kind: 'unknown_attribute', locator: 'g' }]);
    expect(report.facts.length).toBe(1);
  });

  it('reads items with their context, unit, accuracy and position', () => {
    const fact = '<l:Sales id="s" contextRef="y" unitRef="usd" decimals="-3">1250000.00</l:Sales>';
    const source = instance(context('y') + UNITS + fact);
    const report = read(source);
    expect(report.anomalies).toEqual([]);
    expect(report.schemaRefs).toEqual(['larch.xsd']);
    expect(report.facts).toEqual([
      {
        prefix: 'l',
        namespace: 'http://larch.example/2023',
        localName: 'Sales',
        contextId: 'y',
        entity: { scheme: 'http://larch.example', identifier: 'L' },
        periodStart: '2023-01-01',
        periodEnd: '2023-12-31',
        dimensions: [],
        unit: 'USD',
        isNumeric: true,
        value: '1250000',
        decimals: -3,
        language: null,
        target: null,
        isHidden: false,
        document: 'larch.xml',
        elementId: 's',
        start: source.indexOf(fact),
        end: source.indexOf(fact) + fact.length,
      },
    ]);
  });

  it('reads facts before their context and unit', () => {
    const report = read(
      instance(`<l:Eps contextRef="y" unitRef="eps" decimals="2">1.50</l:Eps>${context('y')}${UNITS}`),
    );
    expect(report.facts.map(({ unit, value }) => [unit, value])).toEqual([['USD/shares', '1.5']]);
  });

  it('reads explicit and typed members, nil, forever, and text with its language', () => {
    const segment = `<xbrldi:explicitMember dimension="l:RegionAxis">l:NorthMember</xbrldi:explicitMember>
      <xbrldi:typedMember dimension="l:LotAxis"><l:lot>7</l:lot></xbrldi:typedMember>`;
    const content = `${context('d', YEAR, segment)}${context('f', '<forever/>')}${UNITS}
      <l:Sales contextRef="d" unitRef="usd" i:nil="true"/><l:Policy contextRef="f" xml:lang="fr">A &amp; <![CDATA[<b>]]></l:Policy>`;
    const [sales, policy] = read(instance(content)).facts;
    expect(sales?.value).toBeNull();
    expect(sales?.dimensions.map(({ axis, member, isTyped }) => [axis, member, isTyped])).toEqual([
      ['l:RegionAxis', 'l:NorthMember', false],
      ['l:LotAxis', '7', true],
    ]);
    expect([policy?.periodEnd, policy?.value, policy?.language, policy?.isNumeric]).toEqual([
      null,
      'A & <b>',
      'fr',
      false,
    ]);
  });

  it('computes decimals from precision', () => {
    const item = (value: string, precision: string): string =>
      `<l:Sales contextRef="y" unitRef="usd" precision="${precision}">${value}</l:Sales>`;
    const values = [item('123456', '3'), item('0.05', '1'), item('1', 'INF'), item('0', '4'), item('5', '0')];
    const report = read(instance(context('y') + UNITS + values.join('')));
    expect(report.facts.map(({ decimals }) => decimals)).toEqual([-3, 2, 'INF', 'INF', null]);
  });

  it('reads facts inside tuples, and fractions as their two terms', () => {
    const content = `<l:Loan><l:Sales contextRef="y" unitRef="usd" decimals="0">5</l:Sales></l:Loan>
      <l:Ratio contextRef="y" unitRef="usd"><xbrli:numerator>1</xbrli:numerator><xbrli:denominator>3</xbrli:denominator></l:Ratio>`;
    const report = read(instance(context('y') + UNITS + content));
    expect(report.facts.map(({ value, fraction }) => fraction ?? value)).toEqual([
      '5',
      { numerator: '1', denominator: '3' },
    ]);
  });

  it('connects footnotes to facts', () => {
    const content = `${context('y')}${UNITS}<l:Sales id="s" contextRef="y" unitRef="usd" decimals="0">5</l:Sales>
      <link:footnoteLink xl:type="extended"><link:loc xl:type="locator" xl:href="#s" xl:label="a"/>
      <link:footnote xl:type="resource" xl:label="b" xml:lang="en">Restated.</link:footnote>
      <link:footnoteArc xl:type="arc" xl:from="a" xl:to="b"/></link:footnoteLink>`;
    const report = read(instance(content));
    expect(report.footnotes).toEqual([{ id: null, language: 'en', text: 'Restated.', factIds: ['s'] }]);
  });
});

describe('extractInstance reports errors and keeps the other facts', () => {
  const good = '<l:Sales id="g" contextRef="y" unitRef="usd" decimals="0">5</l:Sales>';
  it.each([
    ['unknown_context', '<l:Sales id="b" contextRef="z" unitRef="usd" decimals="0">5</l:Sales>'],
    ['unknown_unit', '<l:Sales id="b" contextRef="y" unitRef="yen" decimals="0">5</l:Sales>'],
    ['not_a_number', '<l:Sales id="b" contextRef="y" unitRef="usd" decimals="0">1,5</l:Sales>'],
    ['undeclared_prefix', '<m:Sales id="b" contextRef="y" unitRef="usd" decimals="0">5</m:Sales>'],
    ['invalid_context', context('b', '<startDate>2024-01-01</startDate><endDate>2023-01-01</endDate>')],
    ['invalid_unit', '<xbrli:unit id="b"/>'],
    ['duplicate_id', context('y')],
    ['footnote_arc', '<link:footnoteLink><link:footnoteArc xl:type="arc" xl:from="a" xl:to="b"/></link:footnoteLink>'],
    ['not_well_formed', '<l:Loan></l:Lone></l:Loan>'],
    ['unknown_entity', '<l:Policy>&nbsp;</l:Policy>'],
  ])('for %s', (kind, content) => {
    const report = read(instance(context('y') + UNITS + content + good));
    expect(kinds(report)).toContain(kind);
    expect(report.facts.map(({ elementId }) => elementId)).toEqual(['g']);
  });

  it('keeps a fact with questionable accuracy or content', () => {
    const item = (attributes: string): string => `<l:Sales contextRef="y" unitRef="usd" ${attributes}</l:Sales>`;
    const content = [
      item('decimals="0" precision="1">5'),
      item('decimals="two">5'),
      item('i:nil="true" decimals="0">5'),
    ];
    const report = read(instance(context('y') + UNITS + content.join('')));
    expect(report.facts.map(({ value, decimals }) => [value, decimals])).toEqual([
      ['5', 0],
      ['5', null],
      [null, 0],
    ]);
    expect(kinds(report)).toEqual(['two_accuracies', 'invalid_accuracy', 'nil_with_content', 'accuracy_of_nil']);
  });

  it('reports numbers that contradict each other beyond rounding', () => {
    const item = (id: string, value: string, decimals: string): string =>
      `<l:Sales id="${id}" contextRef="y" unitRef="usd" decimals="${decimals}">${value}</l:Sales>`;
    const fine = item('a', '1234', '0') + item('b', '1200', '-2');
    expect(kinds(read(instance(context('y') + UNITS + fine)))).toEqual([]);
    const report = read(
      instance(context('y') + context('same') + UNITS + item('a', '1234', '0') + item('c', '1300', '-2')),
    );
    expect(report.anomalies.map(({ kind, locator }) => [kind, locator])).toEqual([['inconsistent_duplicate', 'c']]);
    expect(report.facts).toHaveLength(2);
  });

  it('reports a missing or empty instance', () => {
    expect(kinds(read('<html/>'))).toEqual(['not_an_instance']);
    expect(kinds(read(''))).toEqual(['not_well_formed', 'not_an_instance']);
    expect(kinds(read(instance('')))).toEqual(['no_facts']);
  });
});

describe('extractInstance reads hostile input in bounded time', () => {
  const good = `${context('y')}${UNITS}<l:Sales contextRef="y" unitRef="usd" decimals="0">5</l:Sales>`;

  function timed(source: string): XbrlReport {
    const reports: XbrlReport[] = [];
    expect(processorMs(() => reports.push(read(source)))).toBeLessThan(10_000);
    return reports[0] as XbrlReport;
  }

  it('without expanding or fetching entity bombs and external entities', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const content = '<l:Policy contextRef="y">&b;&f;</l:Policy>';
    const report = timed(instance(good + content).replace('?>', `?>${bomb}`));
    expect(report.facts.at(-1)?.value).toBe('&b;&f;');
    expect(kinds(report)).toEqual(expect.arrayContaining(['document_type', 'unknown_entity']));
  });

  it('with elements nested 100,000 deep', () => {
    const report = timed(instance('<l:a xmlns:q="q">'.repeat(100_000) + '</l:a>'.repeat(100_000) + good));
    expect(kinds(report)).toEqual(['too_deep']);
    expect(report.facts).toHaveLength(1);
  });

  it('with 100,000 unmatched end tags', () => {
    const report = timed(instance('<l:a>'.repeat(900) + '</l:b>'.repeat(100_000) + '</l:a>'.repeat(900) + good));
    expect(report.facts).toHaveLength(1);
    expect(report.anomalies.length).toBeLessThan(30);
  });

  it('with an attribute and a fact of ten million characters', () => {
    const long = 'x'.repeat(10_000_000);
    const content = `<l:Policy contextRef="${long}">a</l:Policy><l:Policy contextRef="y">${long}</l:Policy>`;
    const report = timed(instance(good + content));
    expect(kinds(report)).toEqual(['attribute_too_long', 'unknown_context']);
    expect(report.facts.map(({ value }) => value?.length)).toEqual([1, 10_000_000]);
  });

  it('with a document cut anywhere', () => {
    const source = instance(good);
    for (let end = 0; end < source.length; end += 7) expect(kinds(read(source.slice(0, end)))).not.toEqual([]);
  });

  it('with NUL characters and text of another charset', () => {
    const report = timed(instance(`${good}<l:Policy contextRef="y">a\u0000b\uFFFD</l:Policy>`));
    expect(report.facts.at(-1)?.value).toBe('a\uFFFDb\uFFFD');
    expect(kinds(report)).toEqual(['nul_character']);
  });

  it('with footnotes that connect everything to everything', () => {
    const locators = '<link:loc xl:type="locator" xl:href="#s" xl:label="a"/>'.repeat(5_000);
    const footnotes = '<link:footnote xl:type="resource" xl:label="b" xml:lang="en">n</link:footnote>'.repeat(5_000);
    const arc = '<link:footnoteArc xl:type="arc" xl:from="a" xl:to="b"/>';
    const report = timed(instance(`${good}<link:footnoteLink>${locators}${footnotes}${arc}</link:footnoteLink>`));
    expect(kinds(report)).toContain('too_many_footnotes');
  });
});

const PERIODIC = new URL('../../../../../shared/data/us/periodic/', import.meta.url).pathname;

describe.skipIf(!existsSync(PERIODIC))('instances of real filings (skipped without ../shared/data/us)', () => {
  it.each([
    [
      'aapl_10-Q_20250329__aapl-20250329_htm.xml.gz',
      760,
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      '95359000000',
    ],
    ['aaoi-20131231.xml.gz', 1004, 'SalesRevenueNet', '78424000'],
    ['nflx_10-Q_2010__nflx-20100930.xml.gz', 303, 'Revenues', '553219000'],
  ])('%s: %i facts, no anomaly', (file, count, concept, value) => {
    const report = read(gunzipSync(readFileSync(PERIODIC + file)).toString());
    expect(report.anomalies).toEqual([]);
    expect(report.facts).toHaveLength(count);
    const values = report.facts.filter(fact => fact.localName === concept && fact.dimensions.length === 0);
    expect(values.map(fact => fact.value)).toContain(value);
  });
});
