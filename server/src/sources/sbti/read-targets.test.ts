import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMarketTruth } from '../../../test/checks/market-truth.ts';
import { fictionalWorkbook } from '../../../test/fictional/workbook.ts';
import { readLoose } from '../../../test/seeds/macro.ts';
import type { StatedTarget } from '../../domain/markets/climate/model.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readTargets } from './read-targets.ts';
import { sbti } from './source.ts';

function read(bytes: Buffer) {
  const log = new AnomalyLog('sbti', 'test');
  return {
    targets: readTargets(bytes, log),
    anomalies: log.list().map(anomaly => `${anomaly.locator} ${anomaly.kind}`),
  };
}

const OLD = [
  'Company Name',
  'ISIN',
  'LEI',
  'Near term - Target Status',
  'Near term - Target Classification',
  'Near term - Target Year',
  'Long term - Target Status',
  'Net-Zero Committed',
  'Net-Zero Year',
  'Location',
  'Date',
  'Target',
];
const NEW = [
  'sbti_id',
  'company_name',
  'isin',
  'lei',
  'location',
  'near_term_status',
  'near_term_target_classification',
  'near_term_target_year',
  'net_zero_status',
  'net_zero_year',
  'date_updated',
  'full_target_language',
  'reason_for_extension_or_removal',
];

test('reads the layout since 2025 (made-up companies)', () => {
  const { targets, anomalies } = read(
    fictionalWorkbook([
      NEW,
      [
        40_000_001,
        'Fictional Works AG',
        'NA',
        'N/A',
        'Korea, Republic of',
        'Targets set',
        '1.5°C',
        2030,
        'Targets set',
        'FY2050',
        45_092.041_67,
        'Cuts\nby half.',
        null,
      ],
      [
        40_000_002,
        'Gone Ltd',
        null,
        null,
        'United Kingdom',
        'Commitment removed',
        null,
        null,
        'Commitment removed',
        null,
        45_100.041_67,
        null,
        'Expired commitment',
      ],
      [null, null, null],
    ]),
  );
  expect(anomalies).toEqual([]);
  expect(targets).toEqual([
    {
      // The newest day in a workbook without a date.
      vintage: '2023-06-23',
      companyName: 'Fictional Works AG',
      isins: [],
      lei: null,
      countryCode: 'KR',
      nearTermStatus: 'targets_set',
      nearTermClassification: '1.5°C',
      nearTermTargetYear: 2030,
      netZeroStatus: 'targets_set',
      netZeroYear: 2050,
      targetText: 'Cuts by half.',
      statusDate: '2023-06-15',
      statusReason: null,
    },
    expect.objectContaining({
      nearTermStatus: 'commitment_removed',
      statusReason: 'Expired commitment',
      countryCode: 'GB',
    }),
  ]);
});

test('reads the layout before 2025, with words, several years and the day first', () => {
  const { targets, anomalies } = read(
    fictionalWorkbook(
      [
        OLD,
        [
          'Both Inc',
          'US0378331005, US5949181045',
          null,
          'Targets Set',
          '1.5°C',
          '2025, 2030',
          'Targets Set',
          'Yes',
          2040,
          'Turkey',
          '01/12/2023',
          null,
        ],
        [
          'Yes Inc',
          null,
          'LEI5493006W3QUS5LMH6R84',
          'Removed',
          null,
          'FY2031',
          null,
          'Yes',
          null,
          'USA?',
          '31/02/2023',
          null,
        ],
        ['No Inc', 'N/A', '123', 'Pending', null, null, 'Targets Set', 'No', null, null, null, null],
        [null, 'US0378331005'],
      ],
      '2024-01-05',
    ),
  );
  expect(targets).toMatchObject([
    {
      vintage: '2024-01-05',
      isins: ['US0378331005', 'US5949181045'],
      nearTermTargetYear: null,
      netZeroStatus: 'targets_set',
      netZeroYear: 2040,
      countryCode: 'TR',
      statusDate: '2023-12-01',
    },
    {
      lei: '5493006W3QUS5LMH6R84',
      nearTermStatus: 'commitment_removed',
      nearTermTargetYear: 2031,
      netZeroStatus: 'committed',
      countryCode: null,
      statusDate: null,
    },
    { isins: [], lei: null, nearTermStatus: null, netZeroStatus: null },
  ]);
  expect(anomalies).toEqual(
    ['row 3 unknown_country', 'row 3 bad_date', 'row 4 bad_lei', 'row 4 unknown_status', 'row 5 no_company'].sort(
      (a, b) => anomalies.indexOf(a) - anomalies.indexOf(b),
    ),
  );
});

test('reports a file that is not a list of companies', () => {
  expect(read(fictionalWorkbook([['name', 'target']]))).toEqual({
    targets: [],
    anomalies: ['sheet Data unexpected_document'],
  });
  expect(read(Buffer.from('PK no zip'))).toEqual({ targets: [], anomalies: [' not_a_zip'] });
  expect(() => sbti.identifyImport('list.csv', Buffer.from('a,b'))).toThrow(/Unrecognised file list\.csv/);
});

const LISTS = new URL('../../../../../shared/data/market/', import.meta.url).pathname;

/** Members by the names of the truth table. */
const MEMBERS: Record<string, keyof StatedTarget> = {
  near_term_status: 'nearTermStatus',
  near_term_target_year: 'nearTermTargetYear',
  net_zero_status: 'netZeroStatus',
  net_zero_year: 'netZeroYear',
  status_date: 'statusDate',
};

describe.skipIf(!existsSync(LISTS))('three lists of the initiative (needs ../shared/data/market)', () => {
  test('agree with every row of the truth table; only codes are anomalies', async () => {
    const truths = readMarketTruth(/^sbti$/);
    expect(truths).toHaveLength(193);
    const counts: number[] = [];
    for (const file of new Set(truths.map(truth => truth.sourceFile))) {
      const { published, anomalies } = await readLoose('sbti', LISTS + file);
      const targets = published.climateTargets ?? [];
      counts.push(targets.length);
      const kinds = new Set(anomalies.map(anomaly => anomaly.kind));
      for (const known of ['bad_isin', 'bad_lei']) kinds.delete(known);
      expect([file, ...kinds]).toEqual([file]);
      const byName = new Map(targets.map(target => [target.companyName, target]));
      for (const { key, text } of truths.filter(truth => truth.sourceFile === file)) {
        const [, name = '', member = ''] = /^(.*?)(?: ([a-z]+(?:_[a-z]+)+))?$/.exec(key) ?? [];
        const row = byName.get(name);
        const shown = member === '' ? (row === undefined ? '' : 'row') : (row?.[MEMBERS[member] ?? 'vintage'] ?? '');
        expect([file, key, String(shown)]).toEqual([file, key, text]);
      }
    }
    expect(counts).toEqual([5_728, 9_339, 12_321]);
  });
});
