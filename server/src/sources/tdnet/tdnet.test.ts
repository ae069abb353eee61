import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../test/checks/values-of-facts.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingestFrom, startTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk, archiveDocuments, type Ingest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { disclosureOf, documentUrl } from './addresses.ts';
import { listUrl } from './lists.ts';
import { tdnet } from './source.ts';

const { discover, fetch: fetchTask } = tdnet;

const DAY = listUrl('2024-05-14', 1);

function row(cells: Partial<Record<string, string>> = {}): string {
  const all = {
    kjTime: '15:30',
    kjCode: '990A0',
    kjName: '架空製粉　　 ',
    kjTitle: '<a href="140120240514512345.pdf">2024年３月期 決算短信〔日本基準〕（連結）</a>',
    kjXbrl: '<div><a href="081220240514512345.zip">XBRL</a></div>',
    kjPlace: '東名 ',
    kjHistroy: '　　',
    ...cells,
  };
  return `<tr>${Object.entries(all)
    .map(([name, text]) => (text === undefined ? '' : `<td class="oddnew-M ${name}" noWrap>${text}</td>`))
    .join('')}</tr>`;
}

function page(rows: readonly string[], total = rows.length, pages = 1): string {
  const links = Array.from({ length: pages }, (_, at) => `pagerLink('I_list_00${at + 1}_20240514.html')`).join(' ');
  return `<html><div id="kaiji-date-1">2024年05月14日</div><div class="kaijiSum">1～${rows.length}件&nbsp;/&nbsp;全${total}件</div><div onClick="${links}"></div><table id="main-list-table">${rows.join('')}</table></html>`;
}

async function parse(url: string, bytes: Buffer | string) {
  const { records, anomalies } = await tdnet.parse([{ url, sha256: '', bytes: Buffer.from(bytes) }]);
  return { records, kinds: anomalies.map(anomaly => anomaly.kind) };
}

describe('a page of a list', () => {
  test('gives companies with exchanges and disclosures, by Japan’s clock', async () => {
    const other = row({ kjTitle: '<a href="140120240514512399.pdf">（訂正）役員の異動</a>', kjXbrl: ' ' });
    const { records, kinds } = await parse(DAY, page([row(), other]));
    expect(kinds).toEqual([]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ canonicalKey: 'sec_code:990A0', issuer: { companyName: '架空製粉' } });
    expect(records[0]?.issuer?.listings.map(listing => `${listing.ticker} ${listing.mic} ${listing.isHome}`)).toEqual([
      '990A XTKS true',
      '990A XNGO false',
    ]);
    expect(
      records[0]?.filings.map(filing => [
        filing.nativeId,
        filing.category,
        filing.knownAt,
        filing.hasXbrl,
        filing.isAmendment,
      ]),
    ).toEqual([
      ['20240514512345', 'earnings_release', '2024-05-14T06:30:00Z', true, false],
      ['20240514512399', 'material_event', '2024-05-14T06:30:00Z', false, true],
    ]);
  });

  test.each([
    [page([row({ kjCode: '?' })]), 'bad_row'],
    [page([row({ kjPlace: undefined })]), 'changed_columns'],
    [page([row({ kjTitle: '<a href="https://elsewhere.example/x.pdf">x</a>', kjXbrl: '' })]), 'bad_row'],
    ['<html>ただいまメンテナンス中です</html>', 'not_a_list'],
    ['', 'not_a_list'],
  ])('is reported if it is not a list or has invalid rows', async (html, kind) => {
    expect(await parse(DAY, html)).toEqual({ records: [], kinds: [kind] });
  });

  test('gives documents of one disclosure one number', () => {
    expect(disclosureOf('140120160711447971.pdf')).toBe('20160711447971');
    expect(disclosureOf('091220160711447971.zip')).toBe('20160711447971');
    expect(disclosureOf('x.pdf')).toBeNull();
  });

  test('identifies renamed documents by their schema, in any encoding', () => {
    const text = '<html><link:schemaRef xlink:href="tse-acedjpsm-990A0-20240514512345.xsd"/></html>';
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      expect(tdnet.identifyImport('x.htm', bytes)).toBe(
        'package/20240514512345/tse-acedjpsm-990A0-20240514512345-ixbrl.htm',
      );
    }
  });
});

describe('discovery', () => {
  const clientOf = (responses: Readonly<Record<string, string | Buffer>>) =>
    clientWith(tdnet, responses, { now: () => new Date('2024-05-14T10:00:00Z') });

  test('reads all pages that the first links, and reports missing pages and rows', async () => {
    const client = clientOf({ [DAY]: page([row()], 3, 3), [listUrl('2024-05-14', 2)]: page([row()], 3, 3) });
    const found = await discover(client, { kind: 'channel', channel: 'today', position: null });
    expect(found.tasks.map(task => `${task.kind} ${task.key}`)).toEqual([
      'list list/2024-05-14/001',
      'filing 20240514512345',
      'list list/2024-05-14/002',
      'filing 20240514512345',
    ]);
    expect(found.anomalies.map(anomaly => anomaly.kind)).toEqual(['missing_page', 'count_mismatch']);
    expect(found.position).toBe('2024-05-14');
    const lists = await discover(client, { kind: 'channel', channel: 'today', position: null, forms: [] });
    expect(lists.tasks.map(task => task.kind)).toEqual(['list', 'list']);
  });

  test('rejects a page in place of a document', async () => {
    const url = documentUrl('081220240514512345.zip');
    const task = {
      kind: 'filing',
      key: '',
      issuerKey: null,
      documents: null,
      since: null,
      urls: [`${url}#sec_code:990A0`],
    };
    await expect(fetchTask(clientOf({ [url]: '<html/>' }), task)).rejects.toMatchObject({ code: 'upstream_error' });
    const [document] = await fetchTask(clientOf({ [url]: makeZip({ a: 'b' }) }), task);
    expect(document?.url).toBe(`${url}#sec_code:990A0`);
  });

  test('reports damaged packages', async () => {
    const url = `${documentUrl('081220240514512345.zip')}#sec_code:990A0`;
    expect((await parse(url, makeZip({ a: 'b' }).subarray(0, 40))).kinds).toEqual(['not_a_zip']);
    expect((await parse(url, '{"error":1}')).kinds).toEqual(['unexpected_content']);
  });
});

/** A plain instance of before 2014, of a fictional company, in the form of the exchange's taxonomy of 2007. */
function oldSummary(facts: readonly [name: string, context: string, value: number][]): string {
  const periods: Readonly<Record<string, string>> = {
    PriorYear: '<xbrli:startDate>2011-04-01</xbrli:startDate><xbrli:endDate>2012-03-31</xbrli:endDate>',
    CurrentYear: '<xbrli:startDate>2012-04-01</xbrli:startDate><xbrli:endDate>2013-03-31</xbrli:endDate>',
    NextYear: '<xbrli:startDate>2013-04-01</xbrli:startDate><xbrli:endDate>2014-03-31</xbrli:endDate>',
  };
  const contexts = Object.entries(periods).flatMap(([year, duration]) =>
    ['Consolidated', 'NonConsolidated'].flatMap(basis => {
      const scenario = basis === 'Consolidated' ? '' : '<xbrli:scenario><tse-oe-ed:NonConsolidated/></xbrli:scenario>';
      const instant = duration.replace(/.*<xbrli:endDate>(.*)<\/xbrli:endDate>/, '<xbrli:instant>$1</xbrli:instant>');
      return Object.entries({ Duration: duration, Instant: instant }).map(
        ([kind, period]) =>
          `<xbrli:context id="${year}${basis}${kind}"><xbrli:entity><xbrli:identifier scheme="http://www.tse.or.jp/sicc">990A0</xbrli:identifier></xbrli:entity><xbrli:period>${period}</xbrli:period>${scenario}</xbrli:context>`,
      );
    }),
  );
  const lines = facts.map(
    ([name, contextRef, value]) => `<${name} contextRef="${contextRef}" unitRef="JPY" decimals="-6">${value}</${name}>`,
  );
  return `<?xml version="1.0"?><xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:tse-t-ed="http://www.xbrl.tdnet.info/jp/br/tdnet/t/ed/2007-06-30" xmlns:tse-t-rv="http://www.xbrl.tdnet.info/jp/br/tdnet/t/rv/2007-06-30" xmlns:tse-oe-ed="http://www.xbrl.tdnet.info/jp/br/tdnet/o/ed/oe/2007-06-30">${contexts.join('')}<xbrli:unit id="JPY"><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unit>${lines.join('')}<tse-t-ed:CompanyName contextRef="CurrentYearConsolidatedInstant">架空製粉株式会社</tse-t-ed:CompanyName><tse-t-ed:DocumentName contextRef="CurrentYearConsolidatedInstant">決算短信〔日本基準〕（連結）</tse-t-ed:DocumentName></xbrli:xbrl>`;
}

describe('a disclosure before 2014 (no such document is recorded)', () => {
  async function open(report: string, facts: Parameters<typeof oldSummary>[0]) {
    const name = `tdnet-${report}-990A0-20130515399999.xbrl`;
    const bytes = Buffer.from(oldSummary(facts));
    const { records, anomalies } = await tdnet.parse([{ url: tdnet.identifyImport(name, bytes), sha256: '', bytes }]);
    const [record] = records;
    return { record, kinds: anomalies.map(anomaly => anomaly.kind), values: valuesOf(record?.facts ?? []) };
  }

  test('has the current names for results, and separate forecasts', async () => {
    const { record, kinds, values } = await open('acedjpsm', [
      ['tse-t-ed:NetSales', 'CurrentYearConsolidatedDuration', 27_000_000_000],
      ['tse-t-ed:NetSales', 'PriorYearConsolidatedDuration', 28_000_000_000],
      ['tse-t-ed:NetSales', 'CurrentYearNonConsolidatedDuration', 20_000_000_000],
      ['tse-t-ed:ForecastNetSales', 'NextYearConsolidatedDuration', 30_000_000_000],
      ['tse-t-ed:TotalAssets', 'CurrentYearConsolidatedInstant', 33_000_000_000],
    ]);
    expect(kinds).toEqual([]);
    expect(record).toMatchObject({ canonicalKey: 'sec_code:990A0', issuer: { companyName: '架空製粉株式会社' } });
    expect(record?.filings[0]).toMatchObject({
      nativeId: '20130515399999',
      formType: 'acedjpsm',
      category: 'earnings_release',
      filingDate: '2013-05-15',
      periodEnd: '2013-03-31',
    });
    expect([...values]).toEqual([
      ['tse-ed-t:NetSales [] 2012-04-01/2013-03-31', 27_000_000_000],
      ['tse-ed-t:NetSales [] 2011-04-01/2012-03-31', 28_000_000_000],
      ['tse-ed-t:NetSales [basis=non_consolidated] 2012-04-01/2013-03-31', 20_000_000_000],
      ['tse-ed-t:ForecastNetSales [] 2013-04-01/2014-03-31', 30_000_000_000],
      ['tse-ed-t:TotalAssets [] /2013-03-31', 33_000_000_000],
    ]);
  });

  test.each([
    ['anedjpsm', '[]'],
    ['rvfc', '[basis=non_consolidated]'],
  ])(
    'of report %s has separate values without a dimension if its name identifies the company alone',
    async (report, dimensions) => {
      const { values } = await open(report, [
        ['tse-t-ed:NetSales', 'PriorYearNonConsolidatedDuration', 20_000_000_000],
      ]);
      expect([...values.keys()]).toEqual([`tse-ed-t:NetSales ${dimensions} 2011-04-01/2012-03-31`]);
    },
  );

  test('opens as a package whose files were renamed, by the schema of its summary', async () => {
    const summary = oldSummary([['tse-t-ed:TotalAssets', 'CurrentYearConsolidatedInstant', 7]]);
    const schema = '<link:schemaRef xlink:href="tdnet-acedjpsm-990A0-20130515399999.xsd"/>';
    const start = summary.indexOf('>', summary.indexOf('<xbrli:xbrl')) + 1;
    const files = { 'in/1.xml': `${summary.slice(0, start)}${schema}${summary.slice(start)}` };
    const { records } = await tdnet.parse([
      { url: documentUrl('081220130515399999.zip'), sha256: '', bytes: makeZip(files) },
    ]);
    expect([...valuesOf(records[0]?.facts ?? []).keys()]).toEqual(['tse-ed-t:TotalAssets [] /2013-03-31']);
    const reader = {
      members: Object.keys(files),
      async *stream(): AsyncIterable<Buffer> {
        yield Buffer.from(files['in/1.xml']);
      },
    };
    expect(await tdnet.planBulk(reader, 'a.zip')).toMatchObject({ name: 'package/20130515399999' });
  });

  test('opens as a package, with statements read apart from the summary', async () => {
    const statements = oldSummary([['tse-t-ed:NetAssets', 'CurrentYearConsolidatedInstant', 5]]);
    const bytes = makeZip({
      'tdnet-acedjpfr-990A0-2013-03-31-01-2013-05-15.xbrl': statements,
      'tdnet-acedjpsm-990A0-20130515399999.xbrl': oldSummary([
        ['tse-t-ed:TotalAssets', 'CurrentYearConsolidatedInstant', 7],
      ]),
    });
    const { records } = await tdnet.parse([{ url: documentUrl('081220130515399999.zip'), sha256: '', bytes }]);
    expect(records[0]?.filings[0]?.formType).toBe('acedjpsm');
    expect([...valuesOf(records[0]?.facts ?? []).keys()]).toEqual([
      'tse-ed-t:TotalAssets [] /2013-03-31',
      'tse-ed-t:NetAssets [] /2013-03-31',
    ]);
  });
});

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const FILES = ['85660_20240502_edjp.zip', 'rvfc.zip'];
const PAGES = ['results_forecast2_range.htm', 'summary2_ifrs-cons-2013-q4.htm', 'summary2_jp-noncons-2014-q2.htm'];

describe.skipIf(!existsSync(join(INTL, 'jp/tdnet')))('recorded files (skipped if they are missing)', () => {
  const database = useTestDatabase();
  const folder = useTemporaryFolder();

  async function open(name: string) {
    const bytes = readFileSync(join(INTL, 'jp/tdnet', name));
    const url = name.endsWith('.zip')
      ? documentUrl(name.startsWith('8566') ? '081220240502385660.zip' : '081220240514595320.zip')
      : tdnet.identifyImport(name, bytes);
    return tdnet.parse([{ url, sha256: '', bytes }]);
  }

  test('open as packages and summaries, with eras and scales', async () => {
    const lines: string[] = [];
    for (const name of [...FILES, ...PAGES]) {
      const { records, anomalies } = await open(name);
      const [record] = records;
      const filing = record?.filings[0];
      const counts = `${record?.contents?.files.length} files ${record?.contents?.report?.facts.length} facts`;
      lines.push(
        [
          record?.canonicalKey,
          filing?.nativeId,
          filing?.formType,
          filing?.periodEnd,
          filing?.title,
          counts,
          ...anomalies.map(anomaly => anomaly.detail),
        ].join(' '),
      );
    }
    expect(lines).toMatchInlineSnapshot(`
      [
        "sec_code:85660 20240502385660 acedjpsm 2024-03-31 決算短信〔日本基準〕（連結） 17 files 645 facts",
        "sec_code:22180 20240514595320 rvfc 2024-03-31 2024年３月期業績予想値と決算値との差異に関するお知らせ 3 files 101 facts",
        "sec_code:49180 20140130095384 rvfc 2014-03-31 業績予想および配当予想の修正に関するお知らせ 1 files 139 facts",
        "sec_code:89230 20140114084034 acedifsm 2013-11-30 決算短信〔ＩＦＲＳ〕（連結） 1 files 301 facts",
        "sec_code:78490 20240808378490 snedjpsy 2024-06-30 第２四半期（中間期）決算短信〔日本基準〕（非連結） 1 files 140 facts",
      ]
    `);
  });

  test('give the results of the table of truth, and no forecast as a result', async () => {
    const [header = '', ...rows] = readFileSync(join(INTL, 'truth/intl_financials.tsv'), 'utf8')
      .split('\n')
      .filter(Boolean);
    const names = header.split('\t');
    const table = rows.map(line => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])));
    const wrong: string[] = [];
    let found = 0;
    for (const name of [...FILES, ...PAGES]) {
      const values = valuesOf((await open(name)).records[0]?.facts ?? []);
      const isGroup = !name.includes('noncons');
      for (const one of table.filter(cells => cells.document === `jp/tdnet/${name}`)) {
        const basis = one.consolidated === 'no' && isGroup ? 'basis=non_consolidated' : '';
        const own = (concept: string) =>
          [...values].find(
            ([key]) =>
              key.startsWith(`${concept} [${basis}] `) &&
              key.endsWith(`/${one.period_end}`) &&
              (!one.period_start || key.includes(`] ${one.period_start}/`) || key.includes('] /')),
          )?.[1] ?? Number.NaN;
        if (one.basis === 'null') continue;
        const concepts = (one.element_or_label ?? '').split(' + ').map(text => text.split(' ')[0] ?? '');
        const sum = concepts.reduce((total, concept) => total + own(concept), 0);
        if (sum === Number(one.value)) found++;
        else wrong.push(`${name} ${one.line_item} ${one.period_end} ${one.value}: ${sum}`);
      }
      const isForecastOnly = name === 'rvfc.zip' || name === 'results_forecast2_range.htm';
      if (isForecastOnly) wrong.push(...[...values.keys()].filter(key => / \[\] /.test(key)));
    }
    expect(wrong).toEqual([]);
    expect(found).toMatchInlineSnapshot(`70`);
  });

  test('keep the bounds of a range of a forecast', async () => {
    const values = valuesOf((await open('results_forecast2_range.htm')).records[0]?.facts ?? []);
    const bounds = [...values].filter(
      ([key]) => key.startsWith('tse-ed-t:NetSales ') && /(?:Upper|Lower)Member/.test(key),
    );
    expect(bounds).toMatchInlineSnapshot(`
      [
        [
          "tse-ed-t:NetSales [tse-ed-t:PreviousCurrentAxis=tse-ed-t:PreviousMember;tse-ed-t:ResultForecastAxis=tse-ed-t:LowerMember] 2013-04-01/2014-03-31",
          4700000000,
        ],
        [
          "tse-ed-t:NetSales [tse-ed-t:PreviousCurrentAxis=tse-ed-t:PreviousMember;tse-ed-t:ResultForecastAxis=tse-ed-t:UpperMember] 2013-04-01/2014-03-31",
          5000000000,
        ],
        [
          "tse-ed-t:NetSales [tse-ed-t:PreviousCurrentAxis=tse-ed-t:CurrentMember;tse-ed-t:ResultForecastAxis=tse-ed-t:LowerMember] 2013-04-01/2014-03-31",
          4000000000,
        ],
        [
          "tse-ed-t:NetSales [tse-ed-t:PreviousCurrentAxis=tse-ed-t:CurrentMember;tse-ed-t:ResultForecastAxis=tse-ed-t:UpperMember] 2013-04-01/2014-03-31",
          4500000000,
        ],
      ]
    `);
  });

  test('are stored: list, packages and summaries', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'data'), { registries: ['tdnet'] });
    const mirror = await ingest(worker, { kind: 'everything', since: null }, join(INTL, 'mirror'));
    expect(mirror).toMatchObject({ failure: null, failed: 0 });
    const bulk = await archiveBulk(
      worker.tools,
      FILES.map(name => join(INTL, 'jp/tdnet', name)),
    );
    expect(await ingest(worker, bulk)).toMatchObject({ failure: null, failed: 0, done: 2 });
    const loose = await archiveDocuments(
      worker.tools,
      tdnet,
      PAGES.map(name => join(INTL, 'jp/tdnet', name)),
    );
    expect(await ingest(worker, loose)).toMatchObject({ failure: null, failed: 0, done: 3 });
    const counts = await database.db.queryOne(sql`
      select (select count(*) from filings) as filings, (select count(*) from issuers) as issuers,
        (select count(*) from fact_sources) as sources`);
    expect(counts).toMatchInlineSnapshot(`
      {
        "filings": "11",
        "issuers": "9",
        "sources": "5",
      }
    `);
    const kinds = await database.db.query<{ kind: string }>(sql`
      select kind from anomalies where source not like 'normalise/%' order by kind`);
    expect(kinds.map(kind => kind.kind)).toEqual(['count_mismatch', 'missing_page', 'missing_page']);
    await worker.stop();
  });
});

const ingest = (worker: Worker, wanted: Ingest['wanted'], mirror: string | null = null) =>
  ingestFrom('tdnet')(worker, wanted, { mirror });
