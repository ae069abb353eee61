import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedMacro } from '../../../../../test/seeds/macro.ts';
import type { WeoSeries } from '../model/world-outlook.ts';
import { listWeoAreas } from './list-weo-areas.ts';

const ROUTE = '/api/v1/macro/weo/areas';

/** A fictional series. */
const seriesOf = (vintage: string, area: string, subject: string): WeoSeries => ({
  vintage,
  area,
  areaName: `Fictional ${area}`,
  subject,
  subjectName: subject,
  unit: 'Percent',
  lastActualYear: null,
  note: null,
  points: [{ year: 2020, value: '1' }],
});

describe(`GET ${ROUTE}`, () => {
  const database = useTestDatabase();
  const api = useTestApi(database);

  it('returns an empty list if no vintages are stored', async () => {
    const { json } = await api.get(ROUTE);
    expect(json).toEqual({ vintage: null, items: [], data_as_of: null, empty_reason: 'not_covered' });
  });

  it('lists the countries of a vintage by code, with the number of their series', async () => {
    const weoSeries = [
      seriesOf('2023-10', 'XDC', 'LUR'),
      seriesOf('2024-04', 'XDB', 'LUR'),
      seriesOf('2024-04', 'XDA', 'LUR'),
      seriesOf('2024-04', 'XDA', 'LP'),
    ];
    await seedMacro(database.db, 'imf', { weoSeries });
    const { json } = await api.get(ROUTE);
    expect(listWeoAreas.output.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({
      vintage: '2024-04',
      items: [
        { area: 'XDA', area_name: 'Fictional XDA', subjects_count: 2 },
        { area: 'XDB', area_name: 'Fictional XDB', subjects_count: 1 },
      ],
      data_as_of: '2024-04-01T00:00:00Z',
      empty_reason: null,
    });
    expect((await api.get(`${ROUTE}?vintage=2023-10`)).json).toMatchObject({ items: [{ area: 'XDC' }] });
    expect((await api.get(`${ROUTE}?vintage=2011-09`)).json).toMatchObject({ items: [], empty_reason: 'not_covered' });
  });

  it('takes a vintage of the sample for the latest only if no other is stored', async () => {
    await seedMacro(database.db, 'imf', { weoSeries: [seriesOf('2026-04', 'XDA', 'LUR')] });
    expect((await api.get(ROUTE)).json).toMatchObject({ vintage: '2024-04' });
  });

  it('rejects an invalid month', async () => {
    const { status, json } = await api.get(`${ROUTE}?vintage=April`);
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['query', 'vintage'] }]]);
  });
});
