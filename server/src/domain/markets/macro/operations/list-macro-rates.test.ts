import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../../test/api.ts';
import { readMarketTruth } from '../../../../../test/checks/market-truth.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { readLoose, seedMacro } from '../../../../../test/seeds/macro.ts';
import { sql } from '../../../../db/database.ts';
import type { MacroRate, RateSeries } from '../model/macro-rate.ts';
import { listMacroRates } from './list-macro-rates.ts';

const ROUTE = '/api/v1/macro/rates';

/** Fictional series. */
const TEN: RateSeries = {
  group: 'ust',
  seriesId: 'BC_10YEAR',
  countryCode: 'US',
  tenor: '10Y',
  frequency: 'daily',
  note: null,
};
const SHORT: RateSeries = { ...TEN, seriesId: 'BC_3MONTH', tenor: '3M' };
const POLICY: RateSeries = { ...TEN, group: 'policy', seriesId: 'WS_CBPOL.D.XX', countryCode: 'XX', tenor: null };
const BOND: RateSeries = { ...TEN, group: 'gov10y', seriesId: 'FICT', countryCode: 'XX', frequency: 'monthly' };

const values = (series: RateSeries, days: Record<string, string | null>): MacroRate[] =>
  Object.entries(days).map(([date, ratePct]) => ({ series, date, ratePct }));

describe(`GET ${ROUTE}`, () => {
  const database = useTestDatabase();
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(database.db);
  });
  const rates = (query = '') => api.get(ROUTE + query);
  const shown = async (query: string) => {
    const { json } = await rates(query);
    return (json.items as { series_id: string; change_bps: number | null }[]).map(item => [
      item.series_id,
      item.change_bps,
    ]);
  };

  it('returns an empty list if no rates are stored', async () => {
    const nothing = { window_days: 30, items: [], data_as_of: null, empty_reason: 'not_covered' };
    expect((await rates()).json).toEqual(nothing);
  });

  it('gives the newest value of each series with its move, by group, country and tenor', async () => {
    const written = await seedMacro(database.db, 'us-treasury', {
      macroRates: [
        ...values(TEN, { '2024-01-02': '4', '2024-02-01': '4.25', '2024-02-02': null }),
        ...values(SHORT, { '2024-02-01': '5.5' }),
      ],
    });
    expect(written).toBe(3);
    await seedMacro(database.db, 'bis', { macroRates: values(POLICY, { '2023-06-01': '5', '2024-02-01': '5' }) });
    await seedMacro(database.db, 'fred', { macroRates: values(BOND, { '2023-11-01': '3', '2024-01-01': '3.0001' }) });
    const { json } = await rates();
    expect(listMacroRates.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ window_days: 30, data_as_of: '2024-02-01T23:59:59Z', empty_reason: null });
    const items = json.items as { series_id: string }[];
    expect(items.map(item => item.series_id)).toEqual(['FICT', 'WS_CBPOL.D.XX', 'BC_3MONTH', 'BC_10YEAR']);
    // A null does not replace a value: the newest date with a value counts.
    expect(items[3]).toEqual({
      group: 'ust',
      series_id: 'BC_10YEAR',
      country_code: 'US',
      tenor: '10Y',
      rate_pct: 4.25,
      rate_date: '2024-02-01',
      start_rate_pct: 4,
      start_date: '2024-01-02',
      change_bps: 25,
      frequency: 'daily',
      note: null,
      source: 'us-treasury',
    });
    expect(items[2]).toMatchObject({ start_rate_pct: null, start_date: null, change_bps: null });
    // A policy rate holds regardless of its age; a yield of two months ago is not used for one month ago.
    expect(await shown('?window=1y')).toEqual([
      ['FICT', null],
      ['WS_CBPOL.D.XX', null],
      ['BC_3MONTH', null],
      ['BC_10YEAR', null],
    ]);
    expect(await shown('?window=3m')).toEqual([
      ['FICT', null],
      ['WS_CBPOL.D.XX', 0],
      ['BC_3MONTH', null],
      ['BC_10YEAR', null],
    ]);
    expect(await shown('?window_days=61&group=gov10y')).toEqual([['FICT', 0.01]]);
  });

  it('filters by group, level and change', async () => {
    expect(await shown('?group=policy,ust&changed=true')).toEqual([['BC_10YEAR', 25]]);
    expect(await shown('?min_value=3.5')).toEqual([['WS_CBPOL.D.XX', 0]]);
    expect((await rates('?group=ust&min_value=1')).json).toMatchObject({ items: [], empty_reason: 'not_reported' });
  });

  it('applies corrections from later documents only', async () => {
    const before = await rates('?group=ust');
    const again = { macroRates: values(TEN, { '2024-02-01': '4.25' }) };
    expect(await seedMacro(database.db, 'us-treasury', again)).toBe(0);
    expect((await rates('?group=ust')).text).toBe(before.text);
    const corrected = { macroRates: values(TEN, { '2024-02-01': '4.26', '2024-02-05': '4.3' }) };
    expect(await seedMacro(database.db, 'us-treasury', corrected, '2026-01-03T00:00:00Z')).toBe(2);
    const older = { macroRates: values(TEN, { '2024-02-01': '4.25' }) };
    expect(await seedMacro(database.db, 'us-treasury', older, '2026-01-02T00:00:00Z')).toBe(0);
    const takenBack = { macroRates: values(TEN, { '2024-02-05': null }) };
    expect(await seedMacro(database.db, 'us-treasury', takenBack, '2026-01-04T00:00:00Z')).toBe(1);
    expect((await rates('?group=ust')).json.items).toContainEqual(expect.objectContaining({ rate_pct: 4.26 }));
  });

  it('carries the digits of the source', async () => {
    const filed = { macroRates: values(TEN, { '2024-02-06': '4.31234567890123456' }) };
    await seedMacro(database.db, 'us-treasury', filed, '2026-01-05T00:00:00Z');
    expect((await rates('?group=ust')).text).toContain('"rate_pct":4.31234567890123456,');
    const padded = { macroRates: values(TEN, { '2024-02-07': '4.30', '2023-12-29': '4.29999999999999999999' }) };
    await seedMacro(database.db, 'us-treasury', padded, '2026-01-06T00:00:00Z');
    const { text } = await rates('?group=ust&window_days=40');
    expect(text).toContain('"rate_pct":4.30,');
    expect(text).toContain('"change_bps":0.000000000000000001,');
  });

  it('omits ended series', async () => {
    const ended = { ...POLICY, seriesId: 'WS_CBPOL.D.XY', countryCode: 'XY' };
    await seedMacro(database.db, 'bis', { macroRates: values(ended, { '1998-12-31': '3' }) });
    expect(await shown('?group=policy')).toEqual([['WS_CBPOL.D.XX', 0]]);
  });

  it('rejects an invalid group, number or window', async () => {
    const bad = { group: 'bonds', min_value: 'high', window: '2w', window_days: '0', changed: 'maybe', country: 'US' };
    for (const [name, value] of Object.entries(bad)) {
      const { status, json } = await rates(`?${name}=${value}`);
      expect([name, status]).toEqual([name, 422]);
      expect(JSON.stringify(json.detail)).toContain(`"${name}"`);
    }
    expect((await rates('?window=1m&window_days=31')).status).toBe(422);
  });
});

const MACRO = new URL('../../../../../../../shared/data/market/macro/', import.meta.url).pathname;

/** Files with the connector that reads them, older ones first. */
const FILES: [string, string[]][] = [
  [
    'us-treasury',
    [
      ...['1990', '2003', '2006', '2010', '2018', '2020'].map(year => `ust/xml_legacy/${year}.xml.gz`),
      'ust/csv/par-yield-curve-rates-1990-2023.csv.gz',
      'ust/csv/daily-treasury-rates_2023.csv',
    ],
  ],
  ['ecb', ['ea_curve/ecb_spot_10y.csv', 'ea_curve/ecb_spot_2y.csv']],
  ['fred', ['CA', 'DE', 'EZ', 'FR', 'GB', 'US'].map(country => `gov10y/IRLTLT01${country}M156N.csv`)],
  [
    'bis',
    [
      ...['CA', 'CH', 'DK', 'GB', 'JP', 'US'].map(country => `policy/bis_monthly_${country}.json`),
      'policy/bis_cbpol_summary_2026-05.csv',
    ],
  ],
  ['bank-of-canada', ['boc_valet/v39079-recent-5.json', 'boc_valet/bond-yields-recent-1.json']],
];

describe.skipIf(!existsSync(MACRO))('the publishers’ files (requires ../shared/data/market)', () => {
  const database = useTestDatabase();
  let api: TestApi;
  const anomalies: string[] = [];

  beforeAll(async () => {
    for (const [registry, paths] of FILES) {
      for (const path of paths) {
        const read = await readLoose(registry, MACRO + path);
        anomalies.push(...read.anomalies.map(anomaly => `${path} ${anomaly.kind}`));
        await seedMacro(database.db, registry, read.published);
      }
    }
    api = await createTestApi(database.db);
  });

  /** The series of a row of the truth table, with its date format. */
  function seriesOf(kind: string, key: string, calculation: string): string {
    const [first = '', second = ''] = key.split(' ');
    if (calculation === 'boc') return kind === 'policy' ? 'V39079' : 'BD.CDN.10YR.DQ.YLD';
    if (kind === 'ust') return `BC_${second.replace('M', 'MONTH').replace('Y', 'YEAR')}`;
    if (kind === 'ea_curve') return `YC.B.U2.EUR.4F.G_N_A.SV_C_YM.${first}`;
    if (kind === 'gov10y') return `IRLTLT01${first === 'EA' ? 'EZ' : first}M156N`;
    return `WS_CBPOL.${calculation === 'policysum' ? 'D' : 'M'}.${first === 'EA' ? 'XM' : first}`;
  }

  async function valueOn(seriesId: string, day: string): Promise<number | null> {
    const row = await database.db.queryOne<{ rate_pct: string | null }>(sql`
      select rate_pct from rate_values where series_id = ${seriesId} and rate_date::text like ${`${day}%`}`);
    return row?.rate_pct == null ? null : Number(row.rate_pct);
  }

  it('are read without an anomaly, and agree with every row of the truth table', async () => {
    expect(anomalies).toEqual([]);
    const truths = readMarketTruth(/./).filter(truth => ['ust', 'ea_curve', 'gov10y', 'policy'].includes(truth.kind));
    expect(truths).toHaveLength(88);
    const wrong: unknown[] = [];
    for (const { kind, key, calculation, date, value, startDate, startValue } of truths) {
      const seriesId = seriesOf(kind, key, calculation);
      const found = await valueOn(seriesId, date);
      if (value === null ? found !== null : Math.abs((found ?? Number.NaN) - value) > 5e-7 || found === null)
        wrong.push([kind, key, date, found, value]);
      const isMove = / move \d/.test(key);
      if (isMove) {
        const { json } = await api.get(`${ROUTE}?group=${kind}&window=${key.split(' ').at(-1)}`);
        const row = (json.items as Record<string, unknown>[]).find(item => item.series_id === seriesId);
        expect(row).toMatchObject({
          rate_date: date,
          start_date: startDate,
          start_rate_pct: expect.closeTo(startValue ?? Number.NaN, 9),
          change_bps: expect.closeTo(((value ?? Number.NaN) - (startValue ?? Number.NaN)) * 100, 3),
        });
      } else if (calculation === 'policychg') {
        const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5)) - 2;
        const before = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
        expect([key, date, await valueOn(seriesId, before)]).toEqual([key, date, startValue]);
      } else if (calculation === 'policysum') {
        expect(await valueOn(seriesId, startDate)).toBe(value);
        const before = await database.db.queryOne<{ rate_pct: string }>(sql`
          select rate_pct from rate_values where series_id = ${seriesId} and rate_date < ${startDate}
          order by rate_date desc limit 1`);
        expect([key, Number(before?.rate_pct)]).toEqual([key, startValue]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('give thirteen tenors of the Treasury, and the newest of two publishers for Canada', async () => {
    const { json } = await api.get(`${ROUTE}?group=ust,gov10y`);
    const items = json.items as { group: string; country_code: string; tenor: string }[];
    expect(items.filter(item => item.group === 'ust').map(item => item.tenor)).toEqual([
      '1M',
      '2M',
      '3M',
      '4M',
      '6M',
      '1Y',
      '2Y',
      '3Y',
      '5Y',
      '7Y',
      '10Y',
      '20Y',
      '30Y',
    ]);
    expect(items.filter(item => item.country_code === 'CA')).toHaveLength(2);
  });
});
