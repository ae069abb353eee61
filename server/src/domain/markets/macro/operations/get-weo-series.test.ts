import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { readMarketTruth } from '../../../../../test/checks/market-truth.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { readLoose, seedMacro } from '../../../../../test/seeds/macro.ts';
import type { WeoSeries } from '../model/world-outlook.ts';
import { getWeoSeries } from './get-weo-series.ts';

const ROUTE = '/api/v1/macro/weo';

/** A fictional series of a fictional country. */
const GROWTH: WeoSeries = {
  vintage: '2024-04',
  area: 'XDA',
  areaName: 'Demo Archipelago (fictional)',
  subject: 'NGDP_RPCH',
  subjectName: 'Gross domestic product, constant prices',
  unit: 'Percent change',
  lastActualYear: 2023,
  note: null,
  points: [
    { year: 2023, value: '1.5' },
    { year: 2024, value: '2.25' },
  ],
};

describe(`GET ${ROUTE}`, () => {
  const database = useTestDatabase();
  const api = useTestApi(database);
  const weo = (query: string) => api.get(`${ROUTE}?${query}`);
  const seed = (series: Partial<WeoSeries>[], readAt?: string) =>
    seedMacro(database.db, 'imf', { weoSeries: series.map(item => ({ ...GROWTH, ...item })) }, readAt);

  it('returns an empty response if nothing is stored', async () => {
    const { status, json } = await weo('area=XDA');
    const nothing = { area: 'XDA', area_name: null, vintage: null, series: [], data_as_of: null };
    expect([status, json]).toEqual([200, { ...nothing, empty_reason: 'not_covered' }]);
  });

  it('returns the series of the latest vintage, oldest year first, and marks forecasts', async () => {
    const gdp = {
      subject: 'NGDPD',
      unit: 'U.S. dollars',
      lastActualYear: null,
      points: [
        { year: 2024, value: '123456789012345678901234' },
        { year: 2022, value: null },
      ],
    };
    expect(await seed([{ vintage: '2023-10', points: [{ year: 2023, value: '1' }] }, {}, gdp])).toBe(3);
    const { text, json } = await weo('area=xda');
    expect(getWeoSeries.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      area: 'XDA',
      area_name: 'Demo Archipelago (fictional)',
      vintage: '2024-04',
      data_as_of: '2024-04-01T00:00:00Z',
      empty_reason: null,
    });
    expect(json.series).toMatchObject([
      {
        subject: 'NGDPD',
        last_actual_year: null,
        points: [
          { year: 2022, value: null, is_forecast: null },
          { year: 2024, is_forecast: null },
        ],
      },
      {
        subject: 'NGDP_RPCH',
        last_actual_year: 2023,
        points: [
          { year: 2023, value: 1.5, is_forecast: false },
          { year: 2024, value: 2.25, is_forecast: true },
        ],
      },
    ]);
    // All digits, without an exponent.
    expect(text).toContain('"value":123456789012345678901234');
    expect((await weo('area=XDA&vintage=2023-10')).json.series).toMatchObject([{ points: [{ year: 2023, value: 1 }] }]);
  });

  it('states what a country or a vintage lacks; an area of no vintage is unknown', async () => {
    const { json } = await weo('area=XDA&subject=LUR');
    expect(json).toMatchObject({ series: [], vintage: '2024-04', empty_reason: 'not_reported' });
    const stored = await weo('area=XDA&subject=NGDPD&vintage=2023-10');
    expect(stored.json).toMatchObject({ series: [], vintage: '2023-10', empty_reason: 'not_reported' });
    const other = await weo('area=XDA&vintage=2011-09');
    expect(other.json).toMatchObject({ series: [], vintage: '2011-09', empty_reason: 'not_covered' });
    expect((await weo('area=XXX')).status).toBe(404);
  });

  it('merges files of one vintage by year; a later one corrects, an older one fills gaps alone', async () => {
    expect(await seed([{}])).toBe(0);
    const years = (value2024: string) => [
      { year: 2024, value: value2024 },
      { year: 2025, value: '3' },
    ];
    expect(await seed([{ lastActualYear: null, points: years('2.5') }], '2026-02-01T00:00:00Z')).toBe(1);
    expect(await seed([{ points: [...years('9'), { year: 2026, value: '4' }] }], '2026-01-15T00:00:00Z')).toBe(1);
    const { json } = await weo('area=XDA&subject=NGDP_RPCH');
    expect(json.series).toMatchObject([
      {
        last_actual_year: 2023,
        points: [
          { year: 2023, value: 1.5 },
          { year: 2024, value: 2.5 },
          { year: 2025, value: 3, is_forecast: true },
          { year: 2026, value: 4 },
        ],
      },
    ]);
    expect((await weo('area=XDA&vintage=2023-10')).json.series).toMatchObject([{ points: [{ value: 1 }] }]);
  });

  it('requires an area and rejects an invalid code or month', async () => {
    expect((await api.get(ROUTE)).json.detail).toMatchObject([{ loc: ['query', 'area'] }]);
    const bad = { area: 'AB', subject: 'a b', vintage: '2024-13', country: 'X' };
    for (const [name, value] of Object.entries(bad)) {
      const { status, json } = await weo(`${name === 'area' ? '' : 'area=XDA&'}${name}=${value}`);
      expect([name, status]).toEqual([name, 422]);
      expect(JSON.stringify(json.detail)).toContain(`"${name}"`);
    }
  });
});

const FOLDER = new URL('../../../../../../../shared/data/market/', import.meta.url).pathname;

describe.skipIf(!existsSync(FOLDER))('the Fund’s own files (requires ../shared/data/market)', () => {
  const database = useTestDatabase();

  it('are read without an anomaly, and agree with every row of the truth table', async () => {
    const truths = readMarketTruth(/^(?:weo|rda|sdmx)\b/).filter(truth => truth.kind === 'weo');
    expect(truths).toHaveLength(28);
    for (const file of new Set(truths.map(truth => truth.sourceFile))) {
      const { published, anomalies } = await readLoose('imf', FOLDER + file);
      expect([file, anomalies]).toEqual([file, []]);
      await seedMacro(database.db, 'imf', published);
    }
    const api = await createTestApi(database.db);
    for (const { key, date, value, isForecast, calculation } of truths) {
      const [area, subject] = key.split('.');
      const year = Number(date.split(' ').at(-1));
      const vintage = calculation === 'sdmx' ? '2025-10' : date.slice(0, 7);
      const { json } = await api.get(`${ROUTE}?area=${area}&subject=${subject}&vintage=${vintage}`);
      const [series] = json.series as { points: { year: number }[] }[];
      expect([key, date, series?.points.find(point => point.year === year)]).toEqual([
        key,
        date,
        { year, value, is_forecast: isForecast === 'null' ? null : isForecast === 'true' },
      ]);
    }
    const areas = await api.get('/api/v1/macro/weo/areas?vintage=2024-04');
    expect(areas.json.items).toHaveLength(196);
    expect(areas.json.items).toContainEqual({ area: 'USA', area_name: 'United States', subjects_count: 44 });
  });
});
