import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseOutlook } from './outlook.ts';
import { imf } from './source.ts';
import { fullFileUrl, portalUrl, reportUrl, vintageAt } from './vintages.ts';

const FOOTER = 'International Monetary Fund, World Economic Outlook Database, October 2022';

function read(text: string | Buffer, url = reportUrl('2022-10')) {
  const log = new AnomalyLog('imf', url);
  const series = parseOutlook(url, Buffer.from(text), log);
  return {
    series: series.map(weoSeries => [
      `${weoSeries.vintage} ${weoSeries.area} ${weoSeries.subject} ${weoSeries.lastActualYear}`,
      ...weoSeries.points.map(({ year, value }) => `${year} ${value}`),
    ]),
    anomalies: log.list().map(anomaly => anomaly.kind),
  };
}

const report = (lines: string[], footer = FOOTER) => `${[...lines, '', footer].join('\n')}\n`;
const HEADER = 'Country\tSubject Descriptor\tUnits\tScale\t2021\t2022\tEstimates Start After';
const GDP = 'Gross domestic product, current prices\tU.S. dollars\tBillions';

describe('a report (made-up values)', () => {
  test('is read with scales, thousands separators, missing values, the last actual year and former country names', () => {
    const lines = [
      HEADER,
      `Turkey\t${GDP}\t1,234.5\tn/a\t2021`,
      `Swaziland\t${GDP}\t--\t\t0`,
      `Kosovo\t${GDP}\t0.001\t-2\tFY2021/22`,
    ];
    expect(read(report(lines))).toEqual({
      series: [
        ['2022-10 TUR NGDPD 2021', '2021 1234500000000', '2022 null'],
        ['2022-10 SWZ NGDPD null', '2021 null'],
        ['2022-10 UVK NGDPD null', '2021 1000000', '2022 -2000000000'],
      ],
      anomalies: [],
    });
  });

  test('keeps cells apart after an unclosed quote in a note', () => {
    const noted = 'Country\tSubject Descriptor\tUnits\tScale\tCountry/Series-specific Notes\t2021\t2022';
    const lines = [noted, `Chad\t${GDP}\t"Rebased in 2017\t1.5\t2.5`, `Mali\t${GDP}\t\t3.5\t4.5`];
    expect(read(report(lines)).series.map(([head]) => head)).toEqual([
      '2022-10 TCD NGDPD null',
      '2022-10 MLI NGDPD null',
    ]);
    const before =
      'Gross domestic product based on purchasing-power-parity (PPP) per capita GDP\tCurrent international dollar\tUnits';
    expect(read(report([HEADER, `Chad\t${before}\t1.5\t2.5\t`])).series).toEqual([
      ['2022-10 TCD PPPPC null', '2021 1.5', '2022 2.5'],
    ]);
  });

  test('is read in UTF-16 without a byte order mark, with commas between cells, and with codes in place of names', () => {
    const text = report([HEADER, `Japan\t${GDP}\t1.5\t2.5\t2021`]);
    expect(read(Buffer.from(text, 'utf16le')).series).toEqual([
      ['2022-10 JPN NGDPD 2021', '2021 1500000000', '2022 2500000000'],
    ]);
    const codes =
      'WEO Country Code,ISO,WEO Subject Code,Country,Subject Descriptor,Units,Scale,2022\n111,,LUR,"States, United",x,Percent,,3.5\n001,,LUR,World,x,Percent,,3\n,XDA,ZZZ_NEW,Fictional,New series,Percent,,1\n';
    expect(read(`${codes},,,\n"${FOOTER}",,,\n`).series).toEqual([
      ['2022-10 USA LUR null', '2022 3.5'],
      ['2022-10 XDA ZZZ_NEW null', '2022 1'],
    ]);
  });

  test('is read with decimal commas if they cannot separate thousands; nothing is read if both are possible', () => {
    const unit = 'Gross domestic product, constant prices\tNational currency\tBillions';
    expect(read(report([HEADER, `Chad\t${unit}\t1101,445\t-14,5\t`])).series).toEqual([
      ['2022-10 TCD NGDP_R null', '2021 1101445000000', '2022 -14500000000'],
    ]);
    expect(read(report([HEADER, `Chad\t${unit}\t1,445\t14,502\t`]))).toEqual({
      series: [],
      anomalies: ['unclear_decimals'],
    });
  });

  test('reports unknown countries, subjects and scales, invalid values, and repeated and truncated rows', () => {
    const lines = [
      HEADER,
      `Atlantis\t${GDP}\t1.5\t2.5\t`,
      'Chad\tHappiness\tPercent\t\t1.5\t2.5\t',
      'Chad\tUnemployment rate\tPercent of total labor force\tDozens\t1.5\t2.5\t',
      'Chad\tPopulation\tPersons\tMillions\tmany\t2.5\t',
      'Chad\tPopulation\tPersons\tMillions\t1.5\t2.5\t',
      'Chad\tPopulation\tPersons',
    ];
    expect(read(report(lines))).toEqual({
      series: [['2022-10 TCD LP null', '2022 2500000']],
      anomalies: ['unknown_area', 'unknown_subject', 'unknown_scale', 'bad_value', 'repeated_series', 'cut_row'],
    });
  });

  test('is reported as truncated without its last line; its URL then gives the vintage', () => {
    const text = `${HEADER}\nChad\t${GDP}\t1.5\t2.5\t2021\n`;
    expect(read(text, fullFileUrl('2023-04'))).toMatchObject({
      series: [['2023-04 TCD NGDPD 2021', expect.anything(), expect.anything()]],
      anomalies: ['cut_file'],
    });
    expect(read(text, 'https://www.imf.org/else')).toEqual({ series: [], anomalies: ['cut_file', 'no_vintage'] });
    expect(read('').anomalies).toEqual(['empty_answer']);
    expect(read('a,b\n1,2\n').anomalies).toEqual(['unexpected_document']);
  });
});

test('reads observations with either codes of areas, rounds their values, and omits groups', () => {
  const text =
    'unit,concept,ref_area,lastactualdate,scale,notes,year,value\nB,NGDP_RPCH,111,2023.0,1.0,,2023,2.5309999999999997\nB,NGDP_RPCH,USA,2023,1.0,,2024,2.725\nB,NGDPD,158,,1000000000.0,,2024,4212.9439999999995\nB,NGDP_RPCH,001,,1.0,,2024,3\nB,NGDP_RPCH,999,,1.0,,2024,3\nB,LUR,111,,1.0,,2024,NA\nB,LUR,158,,7,,2024,1\n';
  expect(read(text, reportUrl('2024-04', 'data_2404.csv'))).toEqual({
    series: [
      ['2024-04 USA NGDP_RPCH 2023', '2023 2.531'],
      ['2024-04 JPN NGDPD null', '2024 4212944000000'],
    ],
    anomalies: ['unknown_area', 'bad_value', 'repeated_series'],
  });
});

test('keeps areas and subjects that are in no list under their code', () => {
  const rows = ['B,NGDP_RPCH,QQQ,,1.0,,2024,3', 'B,NEWSUBJECT,USA,,1.0,,2024,4', 'B,NGDP_RPCH,q1,,1.0,,2024,5'];
  const text = `unit,concept,ref_area,lastactualdate,scale,notes,year,value\n${rows.join('\n')}\n`;
  expect(read(text, reportUrl('2024-04', 'data_2404.csv'))).toEqual({
    series: [
      ['2024-04 QQQ NGDP_RPCH null', '2024 3'],
      ['2024-04 USA NEWSUBJECT null', '2024 4'],
    ],
    anomalies: ['unknown_area'],
  });
});

test('reads a message with values in units and the last actual year of the group', () => {
  const message = (published: string) =>
    `<m:StructureSpecificData xmlns:m="m"><m:DataSet PUBLICATION_DATE="${published}"><Series COUNTRY="SVK" INDICATOR="NGDP_R" FREQUENCY="A" SCALE="9"><Obs TIME_PERIOD="2018" OBS_VALUE="94669000000"/><Obs TIME_PERIOD="2025" OBS_VALUE=""/></Series><Series COUNTRY="G001" INDICATOR="NGDP_R" FREQUENCY="A"><Obs TIME_PERIOD="2018" OBS_VALUE="1"/></Series><Series COUNTRY="SVK" INDICATOR="LUR" FREQUENCY="Q"><Obs TIME_PERIOD="2018-Q1" OBS_VALUE="1"/></Series><Group COUNTRY="SVK" INDICATOR="NGDP_R" LATEST_ACTUAL_ANNUAL_DATA="2024"/></m:DataSet></m:StructureSpecificData>`;
  expect(read(message('2025-10-14T13:00:00Z'), portalUrl('SVK'))).toEqual({
    series: [['2025-10 SVK NGDP_R 2024', '2018 94669000000', '2025 null']],
    anomalies: ['unknown_frequency'],
  });
  expect(read(message('soon'), portalUrl('SVK')).series).toEqual([]);
});

test('reads vintages from URLs, and from the content of imported files', () => {
  expect(fullFileUrl('2019-10')).toBe('https://www.imf.org/external/pubs/ft/weo/2019/02/weodata/WEOOct2019all.xls');
  expect(['2019-10', '2021-04', '2024-10'].map(value => vintageAt(fullFileUrl(value)))).toEqual([
    '2019-10',
    '2021-04',
    '2024-10',
  ]);
  expect(vintageAt(reportUrl('2011-09'))).toBe('2011-09');
  expect(imf.identifyImport('WEO_Data.xls', Buffer.from(report([HEADER])))).toBe(reportUrl('2022-10'));
  expect(imf.identifyImport('data_2404.csv', Buffer.from('concept,ref_area,year,value\n'))).toBe(
    reportUrl('2024-04', 'data_2404.csv'),
  );
  expect(() => imf.identifyImport('a.xls', Buffer.from('a\tb\n'))).toThrow(/Unrecognised file a\.xls/);
});
