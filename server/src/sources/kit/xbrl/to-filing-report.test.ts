import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeHTML } from 'entities';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AsFiledStatement, FilingReport } from '../../../domain/filings/filings/model/filing-contents.ts';
import { extractInstance } from '../../../formats/xbrl/extract-instance.ts';
import { type AsFiledTable, asFiledTables } from './as-filed-statements.ts';
import { readFilingTaxonomy } from './filing-taxonomy.ts';
import { namesOf } from './report-names.ts';
import { toFilingReport } from './to-filing-report.ts';

const PERIODIC = new URL('../../../../../../shared/data/us/periodic/', import.meta.url).pathname;

describe.skipIf(!existsSync(PERIODIC))('statements of real filings (skipped without ../shared/data/us)', () => {
  describe("Apple's 10-Q of 2025-03-29, compared with the SEC's own rendering", () => {
    const name = 'aapl_10-Q_20250329__aapl-20250329';
    const files = ['.xsd', '_pre.xml.gz', '_lab.xml.gz', '_def.xml.gz', '_cal.xml'].map(ending => name + ending);
    let tables: AsFiledTable[] = [];
    let report: FilingReport = { facts: [], statements: [] };

    beforeAll(() => {
      const instance = extractInstance({ name, source: bytesOf(`${name}_htm.xml.gz`).toString() });
      const linkbases = files.map(file => ({ name: file, source: bytesOf(file).toString() }));
      const result = toFilingReport(instance, linkbases);
      expect(result.anomalies).toEqual([]);
      report = result.report;
      tables = asFiledTables(report.facts, readFilingTaxonomy(linkbases, namesOf(instance.facts))).tables;
    });

    it.each(['R2', 'R3', 'R4', 'R7'])('have the rows, labels, periods and figures of %s', page => {
      const rendered = readRenderedPage(bytesOf(`aapl_10-Q_20250329__${page}.htm`).toString());
      const statement = report.statements.find(({ title }) => title === rendered.title);
      expect(statement?.columns.map(({ label }) => label)).toEqual(rendered.columns);
      expect(statement?.rows.map(({ label }) => label)).toEqual(rendered.rows.map(({ label }) => label));
      expect(statement && figuresOf(statement, report)).toEqual(rendered.rows.map(({ figures }) => figures));
    });

    it('have the rows and the period of a note (R8)', () => {
      const rendered = readRenderedPage(bytesOf('aapl_10-Q_20250329__R8.htm').toString());
      const table = tables.find(({ statement }) => statement.title === rendered.title);
      expect(table?.isStatement).toBe(false);
      expect(table?.statement.columns.map(({ label }) => label)).toEqual(rendered.columns);
      expect(table?.statement.rows.map(({ label }) => label)).toEqual(rendered.rows.map(({ label }) => label));
    });

    it('follow the order of FilingSummary.xml, without the SEC’s own roles', () => {
      const summary = bytesOf('aapl_10-Q_20250329__FilingSummary.xml').toString();
      const reports = [...summary.matchAll(/<LongName>([^<]*)<[\s\S]*?<Role>([^<]*)</g)];
      const own = reports.filter(([, , role = '']) => role.startsWith('http://www.apple.com/'));
      expect(own).toHaveLength(40);
      const tablesOfOwn = tables.filter(({ statement }) => statement.role.startsWith('http://www.apple.com/'));
      expect(tablesOfOwn.map(({ statement }) => statement.role)).toEqual(own.map(([, , role]) => role));
      const statements = own.filter(([, name = '']) => / - Statement - /.test(name));
      expect(report.statements.map(({ role }) => role)).toEqual(statements.map(([, , role]) => role));
    });

    it('have their types, parentheticals apart', () => {
      const kinds = report.statements.map(({ statementType }) => statementType);
      expect(kinds).toEqual(['income', 'comprehensive_income', 'balance', 'other', 'changes_in_equity', 'cashflow']);
    });

    it('show changes in equity by member, from opening to closing balance', () => {
      const equity = report.statements.find(({ statementType }) => statementType === 'changes_in_equity');
      const retained = equity?.columns.findIndex(
        column =>
          column.dimensions?.['us-gaap:StatementEquityComponentsAxis'] === 'us-gaap:RetainedEarningsMember' &&
          column.label.endsWith('6 Months Ended Mar. 29, 2025'),
      );
      expect(equity?.columns[retained ?? 0]?.label).toBe(
        'Retained earnings/(Accumulated deficit) | 6 Months Ended Mar. 29, 2025',
      );
      const reported = equity?.rows.map(row => [row.label, valueAt(report, row.cells[retained ?? 0])]);
      expect(reported?.filter(([, value], at) => at === 0 || value !== null)).toEqual([
        ["Increase (Decrease) in Stockholders' Equity [Roll Forward]", null],
        ['Beginning balances', '-19154000000'],
        ['Common stock withheld related to net share settlement of equity awards', '1187000000'],
        ['Net income', '61110000000'],
        ['Dividends and dividend equivalents declared', '7613000000'],
        ['Common stock repurchased', '48708000000'],
        ['Ending balances', '-15552000000'],
      ]);
    });
  });

  it('have labels and roles in the first years too (Netflix, 2010-09-30)', () => {
    const name = 'nflx_10-Q_2010__nflx-20100930';
    const instance = extractInstance({ name, source: bytesOf(`${name}.xml.gz`).toString() });
    const files = ['.xsd', '_pre.xml', '_lab.xml', '_def.xml', '_cal.xml'].map(ending => name + ending);
    const { report } = toFilingReport(
      instance,
      files.map(file => ({ name: file, source: bytesOf(file).toString() })),
    );
    expect(report.statements.map(({ statementType }) => statementType)).toEqual([
      'income',
      'other',
      'balance',
      'other',
      'cashflow',
    ]);
    const [income, , balance, , cashflow] = report.statements;
    expect(income?.rows.slice(0, 3).map(({ label, level, isAbstract }) => [label, level, isAbstract])).toEqual([
      ['Revenues', 0, false],
      ['Cost of revenues:', 0, true],
      ['Subscription', 1, false],
    ]);
    const disposal = income?.rows.find(({ label }) => label === 'Gain on disposal of DVDs');
    expect(disposal?.isNegated).toBe(true);
    expect(disposal?.cells.map(cell => valueAt(report, cell))).toEqual(['1232000', '1604000', '4857000', '2819000']);
    expect(balance?.columns.map(({ label }) => label)).toEqual(['Sep. 30, 2010', 'Dec. 31, 2009']);
    expect(balance?.rows.find(({ label }) => label === 'Commitments and contingencies')?.cells).toEqual([null, null]);
    const cash = cashflow?.rows.slice(-2).map(row => [row.label, ...row.cells.map(cell => valueAt(report, cell))]);
    expect(cash).toEqual([
      ['Cash and cash equivalents, beginning of period', '107327000', '87471000', '134224000', '139881000'],
      ['Cash and cash equivalents, end of period', '113108000', '55717000', '113108000', '55717000'],
    ]);
  });

  it('are absent for an instance without linkbases, whose facts are read', () => {
    const instance = extractInstance({ name: 'aaoi', source: bytesOf('aaoi-20131231.xml.gz').toString() });
    const { report, anomalies } = toFilingReport(instance, []);
    expect(report.statements).toEqual([]);
    expect(anomalies).toEqual([]);
    expect(report.facts).toHaveLength(1004);
    const name = report.facts.find(({ concept }) => concept === 'dei:EntityRegistrantName');
    expect(name?.value).toBe('Applied Optoelectronics, Inc.');
  });
});

describe('a filing of a fictional issuer', () => {
  const instance = extractInstance({ name: 'larch.xml', source: INSTANCE() });

  it('has the usual prefix for standard concepts, and the filer’s prefix for its own', () => {
    const { report } = toFilingReport(instance, []);
    expect(report.facts.map(({ concept }) => concept)).toEqual([
      'us-gaap:Revenues',
      'us-gaap:Revenues',
      'larch:Needles',
      'us-gaap:Cash',
      'us-gaap:Cash',
    ]);
    expect(report.facts[1]?.dimensions).toEqual({ 'us-gaap:StatementBusinessSegmentsAxis': 'larch:ForestMember' });
    expect(report.facts[0]?.elementId).toBe('r1');
    expect(report.facts[2]?.elementId).toMatch(/^@\d+$/);
  });

  it('has no facts of the period forever, with an anomaly', () => {
    const { anomalies } = toFilingReport(instance, []);
    expect(anomalies.map(({ kind, locator }) => [kind, locator])).toEqual([['forever_fact', 'f9']]);
  });

  it('has statements by the top concept without a schema, with names in words where labels are missing', () => {
    const { report } = toFilingReport(instance, [{ name: 'larch_pre.xml', source: PRESENTATION() }]);
    const [statement] = report.statements;
    expect(statement?.statementType).toBe('income');
    expect(statement?.rows.map(({ label, level, dimensions }) => [label, level, Object.values(dimensions)])).toEqual([
      ['Revenues', 0, []],
      ['Needles', 0, []],
      ['Cash, beginning', 0, []],
      ['Forest', 0, ['larch:ForestMember']],
      ['Revenues', 1, ['larch:ForestMember']],
    ]);
    const cells = statement?.rows.map(row => row.cells.map(cell => valueAt(report, cell)));
    expect(cells).toEqual([['150'], ['7'], ['20'], [null], ['90']]);
    expect(statement?.columns).toEqual([
      { label: '12 Months Ended Dec. 31, 2023', periodStart: '2023-01-01', periodEnd: '2023-12-31' },
    ]);
  });

  it('has its facts in spite of broken linkbases, which are reported', () => {
    const broken = PRESENTATION().slice(0, 900);
    const { report, anomalies } = toFilingReport(instance, [{ name: 'larch_pre.xml', source: broken }]);
    expect(report.facts).toHaveLength(5);
    expect(anomalies.map(({ kind }) => kind)).toContain('truncated');
  });
});

function valueAt(report: FilingReport, cell: number | null | undefined): string | null {
  return cell === null || cell === undefined ? null : (report.facts[cell]?.value ?? 'nil');
}

function bytesOf(file: string): Buffer {
  const bytes = readFileSync(PERIODIC + file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

interface RenderedPage {
  title: string;
  columns: string[];
  rows: { label: string; figures: (number | null)[] }[];
}

/** Reads the output of the SEC's renderer: headings in `th`, rows of classes `re`, `ro`, `rh` with figures in their unit. */
function readRenderedPage(html: string): RenderedPage {
  const table = html.slice(0, html.indexOf('</table>'));
  const lines = [...table.matchAll(/<tr([^>]*)>([\s\S]*?)<\/tr>/g)];
  const headings = lines.filter(([, , content = '']) => content.includes('<th'));
  const [top = [], dates = []] = headings.map(([, , content = '']) =>
    [...content.matchAll(/<th([^>]*)>([\s\S]*?)<\/th>/g)].map(([, traits = '', text = '']) => ({
      span: Number(/colspan="(\d+)"/.exec(traits)?.[1] ?? 1),
      text: plain(text),
    })),
  );
  const [first, ...rest] = top;
  const spans = rest.flatMap(({ span, text }) => Array.from({ length: span }, () => text));
  const rows = lines
    .filter(([, traits = '']) => /class="r[eoh]u?"/.test(traits))
    .map(([, , content = '']) => {
      const [label = '', ...cells] = [...content.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, text = '']) =>
        plain(text),
      );
      return { label, figures: cells.map(figureOf) };
    });
  return {
    title: (first?.text ?? '').replace(/ - USD \(\$\).*$/, ''),
    columns: dates.length > 0 ? dates.map(({ text }, index) => `${spans[index]} ${text}`) : spans,
    rows,
  };
}

function plain(html: string): string {
  return decodeHTML(html.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function figureOf(text: string): number | null {
  const digits = text.replace(/[$,\s]/g, '');
  if (digits === '') return null;
  return digits.startsWith('(') ? -Number(digits.slice(1, -1)) : Number(digits);
}

/** Formats like the renderer: dollars in millions, shares in thousands, signs inverted if the label requires it. */
function figuresOf({ rows }: AsFiledStatement, report: FilingReport): (number | null)[][] {
  const divisor = (unit: string | null): number => (unit === 'USD' ? 1e6 : unit === 'shares' ? 1e3 : 1);
  return rows.map(({ cells, isNegated }) =>
    cells.map(cell => {
      const fact = cell === null ? undefined : report.facts[cell];
      if (fact === undefined || fact.value === null) return null;
      return (Number(fact.value) / divisor(fact.unit)) * (isNegated ? -1 : 1);
    }),
  );
}

function INSTANCE(): string {
  const context = (id: string, period: string, segment = ''): string =>
    `<context id="${id}"><entity><identifier scheme="http://www.sec.gov/CIK">0000000001</identifier>${segment}</entity>
    <period>${period}</period></context>`;
  const year = '<startDate>2023-01-01</startDate><endDate>2023-12-31</endDate>';
  const forest = `<segment><xbrldi:explicitMember dimension="gaap:StatementBusinessSegmentsAxis">larch:ForestMember</xbrldi:explicitMember></segment>`;
  return `<?xml version="1.0"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:gaap="http://fasb.org/us-gaap/2023" xmlns:larch="http://larch.example/2023"
  xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
  ${context('y', year)}${context('s', year, forest)}${context('a', '<forever/>')}
  ${context('i', '<instant>2022-12-31</instant>')}${context('j', '<instant>2023-06-30</instant>')}
  <unit id="usd"><measure>iso4217:USD</measure></unit>
  <gaap:Revenues id="r1" contextRef="y" unitRef="usd" decimals="0">150</gaap:Revenues>
  <gaap:Revenues id="r2" contextRef="s" unitRef="usd" decimals="0">90</gaap:Revenues>
  <larch:Needles contextRef="y" unitRef="usd" decimals="0">7</larch:Needles>
  <larch:Needles id="f9" contextRef="a" unitRef="usd" decimals="0">1</larch:Needles>
  <gaap:Cash id="c1" contextRef="i" unitRef="usd" decimals="0">20</gaap:Cash>
  <gaap:Cash id="c2" contextRef="j" unitRef="usd" decimals="0">21</gaap:Cash>
</xbrl>`;
}

function PRESENTATION(): string {
  const gaap = 'https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd#';
  const ids = ['IncomeStatementAbstract', 'StatementTable', 'StatementBusinessSegmentsAxis', 'SegmentDomain'];
  const locators = [
    ...[...ids, 'StatementLineItems', 'Revenues', 'Cash'].map(id => [id, `${gaap}us-gaap_${id}`]),
    ['ForestMember', 'larch.xsd#larch_ForestMember'],
    ['Needles', 'larch.xsd#larch_Needles'],
  ].map(([label, href]) => `<link:loc xlink:type="locator" xlink:label="${label}" xlink:href="${href}"/>`);
  const start = 'http://www.xbrl.org/2003/role/periodStartLabel';
  const arcs = [
    ['IncomeStatementAbstract', 'StatementTable'],
    ['StatementTable', 'StatementBusinessSegmentsAxis'],
    ['StatementBusinessSegmentsAxis', 'SegmentDomain'],
    ['SegmentDomain', 'ForestMember'],
    ['StatementTable', 'StatementLineItems'],
    ['StatementLineItems', 'Revenues'],
    ['StatementLineItems', 'Needles'],
    ['StatementLineItems', 'Cash', start],
  ].map(
    ([from, to, label], order) =>
      `<link:presentationArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/parent-child"
      xlink:from="${from}" xlink:to="${to}" order="${order}" ${label ? `preferredLabel="${label}"` : ''}/>`,
  );
  return `<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">
  <link:presentationLink xlink:type="extended" xlink:role="http://larch.example/role/Income">
  ${locators.join('\n')}${arcs.join('\n')}</link:presentationLink>
  <link:labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">
  <link:loc xlink:type="locator" xlink:label="Cash" xlink:href="${gaap}us-gaap_Cash"/>
  <link:label xlink:type="resource" xlink:label="l" xlink:role="${start}" xml:lang="en-US">Cash, beginning</link:label>
  <link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="Cash" xlink:to="l"/>
  </link:labelLink></link:linkbase>`;
}
