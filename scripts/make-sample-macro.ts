/**
 * Writes interest rates, an economic outlook and climate targets to sample/:
 *
 *     node scripts/make-sample-macro.ts FOLDER [sample]
 *
 * FOLDER holds the publishers' files: `par-yield-curve-rates-1990-2023.csv` of the Treasury, `ecb_spot_2y.csv` and
 * `ecb_spot_10y.csv` of the European Central Bank's portal, `us-10y_h15_monthly.csv` of the Federal Reserve, plain or
 * gzip, at any depth. Their figures are real. The outlook and the targets are of a fictional country and fictional
 * companies. Output is reproducible. sample/README.md states sources, terms and dates.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { MacroRate } from '../server/src/domain/markets/macro/model/macro-rate.ts';
import { AnomalyLog } from '../server/src/kernel/anomaly-log.ts';
import { curveUrl, parseCurve } from '../server/src/sources/ecb/yield-curve.ts';
import { parseGraph, seriesUrl } from '../server/src/sources/fred/series.ts';
import { reportUrl } from '../server/src/sources/imf/vintages.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { LIST_URL } from '../server/src/sources/sbti/source.ts';
import { parseYields, yearUrl } from '../server/src/sources/us-treasury/yields.ts';
import { fictionalWorkbook } from '../server/test/fictional/workbook.ts';

const [folder, sample = 'sample'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/make-sample-macro.ts FOLDER [sample]');
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });

function read<T>(name: string, parse: (bytes: Buffer, log: AnomalyLog) => T): T {
  const path = paths.find(path => path.replace(/\.gz$/, '').endsWith(name));
  if (path === undefined) throw new Error(`${folder} has no ${name}`);
  const bytes = readFileSync(join(folder ?? '', path));
  const log = new AnomalyLog('sample', name);
  const read = parse(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, log);
  // Circulating copies of the Federal Reserve's table repeat old months with one digit less.
  const [odd] = log.list().filter(anomaly => !anomaly.kind.startsWith('repeated_day'));
  if (odd !== undefined) throw new Error(`${name}: ${JSON.stringify(odd)}`);
  return read;
}

function write(url: string, bytes: Buffer): void {
  const target = join(sample, mirrorPath({ url }));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

function writeText(url: string, lines: readonly string[]): void {
  const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
  // The gzip header has a byte for the operating system, which differs between machines.
  packed[9] = 0xff;
  const target = join(sample, `${mirrorPath({ url })}.gz`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, packed);
}

const since = (first: string) => (rate: MacroRate) => rate.date >= first && rate.ratePct !== null;

// The curve of the last quarter of 2023.
const yields = read('par-yield-curve-rates-1990-2023.csv', parseYields).filter(since('2023-10-01'));
const tenors = [...new Set(yields.map(rate => rate.series.tenor ?? ''))];
const days = Map.groupBy(yields, rate => rate.date);
writeText(yearUrl(2023), [
  `Date,${tenors.map(tenor => `"${tenor.replace('M', ' Mo').replace('Y', ' Yr')}"`).join()}`,
  ...[...days.keys()]
    .sort()
    .reverse()
    .map(date => {
      const rates = days.get(date) ?? [];
      const cells = tenors.map(tenor => rates.find(rate => rate.series.tenor === tenor)?.ratePct ?? '');
      return [date.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1'), ...cells].join();
    }),
]);

// Two points of the euro-area curve, autumn 2025.
const spots = ['ecb_spot_2y.csv', 'ecb_spot_10y.csv']
  .flatMap(name => read(name, parseCurve))
  .filter(since('2025-09-01'));
const key = 'B.U2.EUR.4F.G_N_A.SV_C_YM.SR_2Y+SR_10Y';
writeText(curveUrl(null, key), [
  'KEY,TIME_PERIOD,OBS_VALUE',
  ...spots.map(({ series, date, ratePct }) => `${series.seriesId},${date},${ratePct}`),
]);

// Ten-year yields of the United States by month, up to the last complete month.
const months = read('us-10y_h15_monthly.csv', (bytes, log) => parseGraph('GS10', bytes, log))
  .filter(since('2023-01-01'))
  .filter(rate => rate.date < '2025-02-01');
writeText(seriesUrl('GS10'), ['observation_date,GS10', ...months.map(({ date, ratePct }) => `${date},${ratePct}`)]);

/** A country report in the format of the International Monetary Fund, of a fictional country. */
const YEARS = [2022, 2023, 2024, 2025, 2026, 2027];
const SERIES: readonly (readonly [subject: string, unit: string, scale: string, ...values: string[]])[] = [
  [
    'Gross domestic product, constant prices',
    'Percent change',
    '',
    '3.104',
    '2.250',
    '1.875',
    '2.010',
    '2.125',
    '2.200',
  ],
  [
    'Gross domestic product, current prices',
    'U.S. dollars',
    'Billions',
    '41.250',
    '43.005',
    '44.870',
    '46.910',
    '49.040',
    '51.300',
  ],
  ['Inflation, average consumer prices', 'Percent change', '', '6.820', '4.415', '2.930', '2.240', '2.050', '2.000'],
  ['Unemployment rate', 'Percent of total labor force', '', '5.900', '5.650', '5.480', '5.350', '5.300', 'n/a'],
  ['General government gross debt', 'Percent of GDP', '', '58.300', '57.120', '56.900', '56.420', '55.870', '55.200'],
];
writeText(reportUrl('2026-04'), [
  ['ISO', 'Country', 'Subject Descriptor', 'Units', 'Scale', ...YEARS, 'Estimates Start After'].join('\t'),
  ...SERIES.map(([subject, unit, scale, ...values]) =>
    ['XDA', 'Demo Archipelago (fictional)', subject, unit, scale, ...values, '2024'].join('\t'),
  ),
  '',
  'International Monetary Fund, World Economic Outlook Database, April 2026',
]);

/** A list of climate targets in the format of the Science Based Targets initiative, of fictional companies. */
const SERIAL_OF_2026 = 46_023;
write(
  LIST_URL,
  fictionalWorkbook([
    [
      ...['sbti_id', 'company_name', 'isin', 'lei', 'location', 'near_term_status', 'near_term_target_classification'],
      ...['near_term_target_year', 'net_zero_status', 'net_zero_year', 'full_target_language', 'date_updated'],
      'reason_for_extension_or_removal',
    ],
    [
      ...[
        99_000_001,
        'Demo Fixture Robotics Inc (fictional)',
        'NA',
        'NA',
        'United States of America',
        'Targets set',
        '1.5°C',
      ],
      ...[
        2032,
        'Committed',
        null,
        'Fictional: cuts its own emissions by 42 % by 2032, from 2023.',
        SERIAL_OF_2026 + 40,
        null,
      ],
    ],
    [
      ...[
        99_000_002,
        'Sample Orchard Foods Corp (fictional)',
        'NA',
        'NA',
        'United States of America',
        'Targets set',
        '1.5°C',
      ],
      ...[2030, 'Targets set', 'FY2045', 'Fictional: net zero by fiscal 2045.', SERIAL_OF_2026 + 12, null],
    ],
    [
      ...[
        99_000_003,
        'Placeholder Cloudworks Inc (fictional)',
        'NA',
        'NA',
        'United States of America',
        'Commitment removed',
        null,
      ],
      ...[null, 'Commitment removed', null, null, SERIAL_OF_2026 + 61, 'Expired commitment'],
    ],
  ]),
);
