import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import type { XbrlReport } from '../xbrl/report.ts';
import { extractInline } from './extract-inline.ts';

const NAMESPACES = `xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
 xmlns:fic="http://fictional.example/2030" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"
 xmlns:ixt3="http://www.xbrl.org/inlineXBRL/transformation/2015-02-26"`;

const ENTITY =
  '<xbrli:entity><xbrli:identifier scheme="http://fictional.example/id">F1</xbrli:identifier></xbrli:entity>';
const HEADER = `<ix:header><ix:references><link:schemaRef xlink:type="simple" xlink:href="fic-2030.xsd"/></ix:references>
<ix:resources>
<xbrli:context id="year">${ENTITY}<xbrli:period><xbrli:startDate>2030-01-01</xbrli:startDate><xbrli:endDate>2030-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="end">${ENTITY}<xbrli:period><xbrli:instant>2030-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:context id="north"><xbrli:entity><xbrli:identifier scheme="http://fictional.example/id">F1</xbrli:identifier><xbrli:segment><xbrldi:explicitMember dimension="fic:RegionAxis"> fic:NorthMember </xbrldi:explicitMember><xbrldi:typedMember dimension="fic:LotAxis"><fic:Lot>7</fic:Lot></xbrldi:typedMember></xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2031-01-01T00:00:00</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header>`;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<html ${NAMESPACES} xml:lang="en"><head><title>Fictional Works</title></head><body>`;

function page(body: string): string {
  return `${HEAD}<div style="display:none">${HEADER}</div>${body}</body></html>`;
}

function read(body: string): XbrlReport {
  return extractInline([{ name: 'fic.htm', source: page(body) }]);
}

function values(report: XbrlReport): (string | null)[] {
  return report.facts.map(fact => fact.value);
}

function kinds(report: XbrlReport): string[] {
  return report.anomalies.map(({ kind }) => kind);
}

const number = (attributes: string, text: string): string =>
  `<ix:nonFraction name="fic:Sales" contextRef="year" unitRef="usd" decimals="-6" ${attributes}>${text}</ix:nonFraction>`;

describe('extractInline', () => {
  it("reads a number's concept, period, unit, scale, sign and position", () => {
    const body = `<p>Loss of (${number('id="f1" scale="6" sign="-" format="ixt:num-dot-decimal"', '1,234.5')})</p>`;
    const report = read(body);
    expect(report.anomalies).toEqual([]);
    expect(report.schemaRefs).toEqual(['fic-2030.xsd']);
    const [fact] = report.facts;
    expect(fact).toMatchObject({
      prefix: 'fic',
      namespace: 'http://fictional.example/2030',
      localName: 'Sales',
      entity: { scheme: 'http://fictional.example/id', identifier: 'F1' },
      periodStart: '2030-01-01',
      periodEnd: '2030-12-31',
      unit: 'USD',
      value: '-1234500000',
      decimals: -6,
      elementId: 'f1',
      isHidden: false,
    });
    const source = page(body);
    expect(source.slice(fact?.start, fact?.end)).toMatch(/^<ix:nonFraction .*>1,234\.5<\/ix:nonFraction>$/);
  });

  it('keeps every digit', () => {
    const report = read(number('scale="-2" format="ixt:num-dot-decimal"', '12,345,678,901,234,567,890.125'));
    expect(values(report)).toEqual(['123456789012345678.90125']);
  });

  it('reads explicit and typed members, and midnight as the end of the previous day', () => {
    const report = read('<ix:nonNumeric name="fic:Note" contextRef="north">x</ix:nonNumeric>');
    expect(report.facts[0]?.periodEnd).toBe('2030-12-31');
    expect(report.facts[0]?.dimensions).toEqual([
      {
        axisNamespace: 'http://fictional.example/2030',
        axis: 'fic:RegionAxis',
        member: 'fic:NorthMember',
        memberNamespace: 'http://fictional.example/2030',
        isTyped: false,
      },
      {
        axisNamespace: 'http://fictional.example/2030',
        axis: 'fic:LotAxis',
        member: '7',
        memberNamespace: null,
        isTyped: true,
      },
    ]);
  });

  it('distinguishes nil from zero', () => {
    const report = read(
      `<ix:nonFraction name="fic:Sales" contextRef="year" unitRef="eps" xsi:nil="true"/>${number('format="ixt:fixed-zero"', '—')}`,
    );
    expect(values(report)).toEqual([null, '0']);
    expect(report.facts[0]?.unit).toBe('USD/shares');
    expect(report.anomalies).toEqual([]);
  });

  it('keeps escaped markup as XML without inline elements, and plain text without markup', () => {
    const inner = `<p class='a'>A &amp; B&#160;<br/>${number('', '5')}</p><ix:exclude><p>page 3</p></ix:exclude><p>C</p>`;
    const escaped = read(`<ix:nonNumeric name="fic:Note" contextRef="year" escape="true">${inner}</ix:nonNumeric>`);
    expect(values(escaped)).toEqual(["<p class='a'>A &amp; B\u00A0<br/>5</p><p>C</p>", '5']);
    const plain = read(`<ix:nonNumeric name="fic:Note" contextRef="year">${inner}</ix:nonNumeric>`);
    expect(values(plain)).toEqual(['A & B\u00A05C', '5']);
  });

  it('closes every empty element of kept markup that HTML would leave open', () => {
    const row = `<tr><td class='a'/><td class="a" /><td class='a'/><td title="&lt;"/><td/></tr>`;
    const report = read(`<ix:nonNumeric name="fic:Note" contextRef="year" escape="true">${row}</ix:nonNumeric>`);
    const cell = '<td class="a"></td>';
    expect(values(report)).toEqual([`<tr>${cell.repeat(3)}<td title="&lt;"></td><td></td></tr>`]);
    expect(report.anomalies).toEqual([]);
  });

  it('resolves a prefix by the declaration in scope', () => {
    const note = '<ix:nonNumeric name="p:Note" contextRef="year">x</ix:nonNumeric>';
    const inside = (namespace: string, body: string): string => `<div xmlns:p="${namespace}">${body}</div>`;
    const report = read(inside('urn:a', `${note}${inside('urn:b', note)}${note}`) + inside('urn:c', note));
    expect(report.facts.map(fact => fact.namespace)).toEqual(['urn:a', 'urn:b', 'urn:a', 'urn:c']);
  });

  it('joins continuations across documents in any order', () => {
    const second = `<html ${NAMESPACES} xml:lang="en"><body><ix:continuation id="c1" continuedAt="c2">two </ix:continuation></body></html>`;
    const first = page(
      '<ix:continuation id="c2">three</ix:continuation><ix:nonNumeric name="fic:Note" contextRef="year" continuedAt="c1">one </ix:nonNumeric>',
    );
    const report = extractInline([
      { name: 'a.htm', source: first },
      { name: 'b.htm', source: second },
    ]);
    expect(values(report)).toEqual(['one two three']);
    expect(report.anomalies).toEqual([]);
  });

  it('reports continuations that are cyclic, missing, shared or unused', () => {
    const note = (id: string, next: string): string =>
      `<ix:nonNumeric name="fic:Note" contextRef="year" id="${id}" continuedAt="${next}">x</ix:nonNumeric>`;
    const circle = read(
      `${note('f', 'a')}<ix:continuation id="a" continuedAt="b">1</ix:continuation><ix:continuation id="b" continuedAt="a">2</ix:continuation>`,
    );
    expect(kinds(circle)).toEqual(['continuation_circle']);
    expect(kinds(read(note('f', 'gone')))).toEqual(['missing_continuation']);
    expect(kinds(read(`${note('f', 'a')}${note('g', 'a')}<ix:continuation id="a">1</ix:continuation>`))).toEqual([
      'shared_continuation',
    ]);
    expect(kinds(read('<ix:continuation id="a">1</ix:continuation>'))).toEqual(['no_facts', 'unused_continuation']);
  });

  it('drops facts with an unknown context, unit or format, and reports each', () => {
    const report = read(
      [
        number('id="good"', '1'),
        '<ix:nonNumeric name="fic:Note" contextRef="gone" id="f1">x</ix:nonNumeric>',
        '<ix:nonFraction name="fic:Sales" contextRef="year" unitRef="gone" decimals="0" id="f2">1</ix:nonFraction>',
        number('id="f3" format="ixt:num-anything"', '1'),
        number('id="f4" format="own:num-dot-decimal"', '1'),
        number('id="f5"', '1,000'),
        number('id="f6" format="ixt:num-dot-decimal"', '(1)'),
      ].join(''),
    );
    expect(report.facts.map(fact => fact.elementId)).toEqual(['good']);
    expect(report.anomalies.map(({ kind, locator }) => `${kind} ${locator}`).sort()).toEqual([
      'format_mismatch f6',
      'missing_context f1',
      'missing_unit f2',
      'not_a_number f5',
      'unknown_format f3',
      'unknown_format f4',
    ]);
  });

  it('accepts a format of another registry and reports it', () => {
    const report = read(number('format="ixt3:num-dot-decimal"', '1,000'));
    expect(values(report)).toEqual(['1000']);
    expect(kinds(report)).toEqual(['format_of_other_registry']);
  });

  it('connects footnotes to facts as in versions 1.1 and 1.0', () => {
    const modern = read(
      `${number('id="f1"', '1')}<ix:footnote id="n1">Restated</ix:footnote><ix:relationship fromRefs="f1" toRefs="n1"/>`,
    );
    expect(modern.footnotes).toEqual([{ id: 'n1', language: 'en', text: 'Restated', factIds: ['f1'] }]);
    const old = page(`${number('id="f1" footnoteRefs="n1"', '1')}<ix:footnote footnoteID="n1">Restated</ix:footnote>`);
    const report = extractInline([{ name: 'old.htm', source: old.replace('2013/inlineXBRL', '2008/inlineXBRL') }]);
    expect(report.footnotes).toEqual([{ id: 'n1', language: 'en', text: 'Restated', factIds: ['f1'] }]);
  });

  it('marks hidden facts and those of other targets', () => {
    const report = read(
      `<ix:header><ix:hidden>${number('', '1')}</ix:hidden></ix:header>${number('target="other"', '2')}`,
    );
    expect(report.facts.map(({ isHidden, target }) => ({ isHidden, target }))).toEqual([
      { isHidden: true, target: null },
      { isHidden: false, target: 'other' },
    ]);
  });

  it('reads fractions and tuples', () => {
    const report = read(
      '<ix:tuple name="fic:Person" tupleID="t"><ix:nonNumeric name="fic:Name" contextRef="year" order="1">Ann</ix:nonNumeric></ix:tuple><ix:fraction name="fic:Share" contextRef="year" unitRef="usd"><ix:numerator>1</ix:numerator>/<ix:denominator>3</ix:denominator></ix:fraction>',
    );
    expect(report.tuples?.[0]?.facts[0]?.value).toBe('Ann');
    expect(report.facts[1]).toMatchObject({ value: null, fraction: { numerator: '1', denominator: '3' } });
  });

  it('reads any declared encoding, and windows-1252 if the declared one is wrong', () => {
    const note = page('<ix:nonNumeric name="fic:Note" contextRef="year">é “x”</ix:nonNumeric>');
    const utf16 = Buffer.from(`\uFEFF${note}`, 'utf16le');
    expect(values(extractInline([{ name: 'a.htm', source: utf16 }]))).toEqual(['é “x”']);
    const western = Buffer.from(note.replace('“x”', 'x').replace('UTF-8', 'UTF-8'), 'latin1');
    const report = extractInline([{ name: 'a.htm', source: western }]);
    expect(values(report)).toEqual(['é x']);
    expect(kinds(report)).toEqual(['encoding']);
  });

  it('reads a document longer than one piece in its declared encoding', () => {
    const text = 'Café £5 '.repeat(50_000);
    const whole = page(`<ix:nonNumeric name="fic:Note" contextRef="year">${text}</ix:nonNumeric>`);
    for (const [encoding, bytes] of [
      ['UTF-8', Buffer.from(whole)],
      ['ISO-8859-1', Buffer.from(whole.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ] as const) {
      const report = extractInline([{ name: 'a.htm', source: bytes }]);
      expect(report.anomalies, encoding).toEqual([]);
      expect(values(report)[0] === text, encoding).toBe(true);
    }
  });
});

describe('extractInline on bad input', () => {
  const within = (limitMs: number, body: () => XbrlReport): XbrlReport => {
    const reports: XbrlReport[] = [];
    expect(processorMs(() => reports.push(body()))).toBeLessThan(limitMs);
    const report = reports[0] as XbrlReport;
    expect(report.anomalies.length).toBeGreaterThan(0);
    return report;
  };

  it('handles 40,000 nested elements, closed or not', () => {
    const deep = '<div>'.repeat(40_000);
    expect(read(`${deep}${number('', '1')}${'</div>'.repeat(40_000)}`).facts.length).toBe(1);
    within(2_000, () => read(`${deep}${number('', '1')}`));
    within(2_000, () => read('<ix:nonNumeric name="fic:Note" contextRef="year" escape="true">'.repeat(40_000)));
    within(2_000, () => read(`<a xmlns:x="y">`.repeat(40_000) + number('', '1')));
  });

  it('skips an unterminated attribute and continues after it', () => {
    const huge = `<p title="${'x'.repeat(40_000_000)}">`;
    const bytes = Buffer.from(page(`${number('', '1')}${huge}${number('', '2')}</p>`));
    const report = within(5_000, () => extractInline([{ name: 'a.htm', source: bytes }]));
    expect(values(report)).toEqual(['1', '2']);
    expect(kinds(report)).toContain('tag_too_long');
  });

  it('neither expands nor fetches entities', () => {
    const levels = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(20)}">`).join('');
    const doctype = `<!DOCTYPE html [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${levels}]>`;
    const body = '<ix:nonNumeric name="fic:Note" contextRef="year">&e20;&f;</ix:nonNumeric>';
    const source = page(body).replace('<html', `${doctype}<html`);
    const report = within(1_000, () => extractInline([{ name: 'a.htm', source }]));
    expect(values(report)).toEqual(['&e20;&f;']);
    expect(kinds(report)).toContain('entities_declared');
  });

  it('removes NULs and control characters', () => {
    const report = read('<ix:nonNumeric name="fic:Note" contextRef="year">a\u0000b\u0008c</ix:nonNumeric>');
    expect(values(report)).toEqual(['abc']);
    expect(kinds(report)).toEqual(['control_characters']);
  });

  it('keeps the facts before a cut and drops the one that was cut', () => {
    const whole = page(`${number('', '1')}${number('id="cut"', '2')}`);
    const report = within(1_000, () =>
      extractInline([{ name: 'a.htm', source: whole.slice(0, whole.indexOf('2</ix')) }]),
    );
    expect(values(report)).toEqual(['1']);
    expect(kinds(report)).toContain('unclosed_fact');
  });

  it("loses one context, not the document, if a context's end tag is missing", () => {
    const source = page(number('', '1')).replace(
      '</xbrli:context>\n<xbrli:context id="end">',
      '\n<xbrli:context id="end">',
    );
    const report = extractInline([{ name: 'a.htm', source }]);
    expect(kinds(report)).toEqual(['not_closed', 'missing_context']);
  });

  it('limits anomalies and references', () => {
    const report = within(3_000, () => read('<ix:nonNumeric contextRef="year">x</ix:nonNumeric>&'.repeat(60_000)));
    expect(report.anomalies.length).toBeLessThan(500);
    expect(report.anomalies.at(-1)?.detail).toMatch(/^and \d+ more/);
    const many = 'x '.repeat(50_000);
    within(5_000, () => read(`<ix:relationship fromRefs="${many}" toRefs="${many}"/>`));
  });

  it('reports plain text, empty input and other formats as anomalies', () => {
    for (const source of [
      '',
      'This is no document.',
      '%PDF-1.7',
      '<',
      '<!',
      '<a',
      '</',
      '<![CDATA[',
      '<!--',
      '&',
      '<!DOCTYPE ['.repeat(1_000),
    ]) {
      expect(kinds(extractInline([{ name: 'a.htm', source }]))).toContain('not_inline');
    }
  });
});
