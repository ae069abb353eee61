import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFacts, seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { readLoose } from '../../../../../test/seeds/macro.ts';
import { reportedFact, seedReport } from '../../../../../test/seeds/reports.ts';
import { seedTargets, statedTarget } from '../../../../../test/seeds/targets.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { OPERATIONS } from '../../../../transports/operations.ts';
import { withoutDataSets } from '../../../kit/responses/data-sets.ts';
import { upsertClimateTargets } from '../store.ts';
import { getCompanyClimate } from './get-company-climate.ts';

const LEI = '5493006W3QUS5LMH6R84';
const OTHER_LEI = 'INR2EJN1ERAN0W5ZP974';
const KEY_LEI = 'Y87794H0US1R65VBXU25';
const ISIN = 'US0378331005';
const SHARED_ISIN = 'US5949181045';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  const { db } = database;
  const listing = (ticker: string, isin?: string) => [isin === undefined ? { ticker } : { ticker, isin }];
  await seedIssuer(db, {
    key: 'test:1',
    name: 'Aurora Works Inc',
    listings: listing('AURW'),
    identifiers: { lei: LEI },
  });
  await seedIssuer(db, { key: 'test:2', name: 'Borealis Inc', listings: listing('BORE', ISIN) });
  await seedIssuer(db, { key: 'test:3', name: 'Cirrus Plc', listings: listing('CIRR') });
  await seedIssuer(db, { key: 'test:4', name: 'Delta Twin Inc', listings: listing('DELT') });
  await seedIssuer(db, { key: 'test:5', name: 'DELTA TWIN, INC.', listings: listing('DELX') });
  await seedIssuer(db, { key: 'test:6', name: 'Parent Inc', listings: listing('PARE', SHARED_ISIN) });
  await seedIssuer(db, { key: `lei:${KEY_LEI}`, name: 'Eta SE', listings: listing('ETAS') });
});
const climate = async (ticker: string) => (await api.get(`/api/v1/companies/us/${ticker}/climate`)).json;
const targetsOf = async (ticker: string) => {
  const { targets } = (await climate(ticker)) as {
    targets: { near_term_status: string; vintage_date: string; is_listed: boolean; matched_on: string }[];
  };
  return targets.map(
    target =>
      `${target.vintage_date} ${target.near_term_status} ${target.matched_on}${target.is_listed ? '' : ' (gone)'}`,
  );
};

describe('GET /api/v1/companies/{market}/{ticker}/climate', () => {
  it('returns an empty response without stored lists and 404 for an unknown company', async () => {
    const json = await climate('AURW');
    expect(getCompanyClimate.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ emissions: [], targets: [], data_as_of: null, empty_reason: 'not_covered' });
    expect((await api.get('/api/v1/companies/us/NOBODY/climate')).status).toBe(404);
    expect((await api.get('/api/v1/companies/us/AURW/climate?year=2024')).status).toBe(422);
  });

  it('matches only by LEI, ISIN, or an exact name in the same country', async () => {
    const us = { countryCode: 'US' };
    const written = await seedTargets(database.db, [
      statedTarget({ companyName: 'Aurora (as listed)', lei: LEI }),
      statedTarget({ companyName: 'Borealis Group', isins: [ISIN] }),
      statedTarget({ companyName: 'Eta', lei: KEY_LEI }),
      statedTarget({ companyName: 'CIRRUS PLC', ...us, nearTermStatus: 'committed' }),
      // A different legal form, country or identifier: these three are not Cirrus Plc.
      statedTarget({ companyName: 'Cirrus Ltd', ...us }),
      statedTarget({ companyName: 'Cirrus Plc', countryCode: 'GB' }),
      // Two companies have this name.
      statedTarget({ companyName: 'Delta Twin Inc', ...us }),
      // A supplier listed with another company's ISIN, and that company without its own.
      statedTarget({ companyName: 'Supplier GmbH', isins: [SHARED_ISIN], countryCode: 'DE' }),
      statedTarget({ companyName: 'Parent', isins: [SHARED_ISIN], lei: OTHER_LEI, ...us }),
    ]);
    expect(written).toBe(9);
    expect(await targetsOf('AURW')).toEqual(['2024-08-22 targets_set lei']);
    expect(await targetsOf('ETAS')).toEqual(['2024-08-22 targets_set lei']);
    expect(await targetsOf('BORE')).toEqual(['2024-08-22 targets_set isin']);
    expect(await targetsOf('CIRR')).toEqual(['2024-08-22 committed name']);
    for (const ticker of ['DELT', 'DELX', 'PARE']) {
      expect([ticker, await climate(ticker)]).toMatchObject([
        ticker,
        { targets: [], empty_reason: 'not_covered', not_covered: [{ category: 'annual_report' }] },
      ]);
    }
    expect(await climate('AURW')).toMatchObject({
      entity: { canonical_key: 'test:1', company_name: 'Aurora Works Inc', ticker: 'AURW', market_id: 'us' },
      targets: [{ net_zero_year: 2050, status_date: '2023-12-01', target_text: 'Cuts by half.', source: 'sbti' }],
      data_as_of: '2024-08-22T23:59:59Z',
      empty_reason: null,
    });
  });

  it('keeps successive statements of lists, including removed commitments', async () => {
    const removed = { nearTermStatus: 'commitment_removed', statusReason: 'Expired commitment' } as const;
    const list = [
      statedTarget({ companyName: 'Aurora (as listed)', lei: LEI, ...removed }, '2025-09-04'),
      statedTarget({ companyName: 'Borealis Group', isins: [ISIN] }, '2025-09-04'),
    ];
    expect(await seedTargets(database.db, list)).toBe(2);
    expect(await seedTargets(database.db, list)).toBe(0);
    // An older list that is read later changes nothing that newer lists state.
    const older = [statedTarget({ companyName: 'Borealis Group', isins: [ISIN] }, '2023-07-20')];
    expect(await seedTargets(database.db, older)).toBe(1);
    expect(await targetsOf('AURW')).toEqual(['2025-09-04 commitment_removed lei', '2024-08-22 targets_set lei (gone)']);
    expect(await targetsOf('BORE')).toEqual(['2025-09-04 targets_set isin']);
    expect(await targetsOf('CIRR')).toEqual(['2024-08-22 committed name (gone)']);
  });

  it('gives emissions as tagged, the newest filing’s for a period', async () => {
    const { db } = database;
    const id = await seedIssuer(db, { key: 'lei:TEST', name: 'Tagged SE', listings: [{ ticker: 'TAGG' }] });
    const day = (date: string) => parseDay(date) ?? 0;
    const series = (concept: string, values: number[], ends: string[], filings: number[], unit = 'utr:tCO2e') => ({
      concept,
      unit,
      dimensions: '',
      starts: ends.map(end => day(end) - 365),
      ends: ends.map(day),
      values,
      filings,
    });
    const filing = (accession: string, filed: string) => ({
      ...{ accession, form: 'AFR', filed, acceptedAt: null, fiscalYear: null, fiscalPeriod: null, periodEnd: null },
    });
    await seedFacts(db, id, {
      source: 'summary',
      datesRounded: false,
      filings: [filing('r1', '2025-03-01'), filing('r2', '2026-03-01')],
      series: [
        series(
          'esrs:GrossScope1GreenhouseGasEmissions',
          [100, 90, 95],
          ['2024-12-31', '2025-12-31', '2024-12-31'],
          [0, 1, 1],
        ),
        series('esrs:GrossScope3GreenhouseGasEmissions', [1000], ['2025-12-31'], [1]),
        series('esrs:GrossMarketBasedScope2GreenhouseGasEmissions', [5], ['2025-12-31'], [1], 'xbrli:pure'),
      ],
      faces: {},
    });
    const json = await climate('TAGG');
    expect(getCompanyClimate.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ targets: [], data_as_of: '2026-03-01T23:59:59Z', empty_reason: null });
    const emissions = json.emissions as {
      period_end: string;
      scope: string;
      tonnes_co2e: number;
      evidence: { filing_id: string }[];
    }[];
    expect(
      emissions.map(emission => [
        emission.period_end,
        emission.scope,
        emission.tonnes_co2e,
        emission.evidence[0]?.filing_id.split(':')[1],
      ]),
    ).toEqual([
      ['2025-12-31', 'scope_1', 90, 'r2'],
      ['2025-12-31', 'scope_3', 1000, 'r2'],
      ['2024-12-31', 'scope_1', 95, 'r2'],
    ]);
  });

  it('returns not_reported only if a list and an annual report were read', async () => {
    const { db } = database;
    const id = await seedIssuer(db, { key: 'test:8', name: 'Silent SE', listings: [{ ticker: 'SILE' }] });
    await seedFilings(db, id, [{ nativeId: 'silent', form: '10-K', filed: '2025-03-01' }]);
    expect(await climate('SILE')).toMatchObject({
      empty_reason: 'not_covered',
      not_covered: [{ category: 'annual_report', filing_id: 'sec-edgar:silent' }],
    });
    await seedReport(db, id, 'silent', { facts: [reportedFact({})], statements: [] });
    const json = await climate('SILE');
    expect(json).toMatchObject({ emissions: [], targets: [], empty_reason: 'not_reported' });
    expect(json).not.toHaveProperty('not_covered');
  });

  it('returns no targets if the operator disabled them', async () => {
    const operations = withoutDataSets(OPERATIONS, ['climate_targets']);
    const off = await createTestApi(database.db, { operations });
    const { json } = await off.get('/api/v1/companies/us/AURW/climate');
    expect(json).toMatchObject({ targets: null, data_as_of: null, empty_reason: 'not_covered' });
  });
});

const LISTS = new URL('../../../../../../../shared/data/market/climate/sbti/', import.meta.url).pathname;

describe.skipIf(!existsSync(LISTS))('two lists of the initiative (requires ../shared/data/market)', () => {
  const lists = useTestDatabase();

  it('show the targets of a company over the years, and a company removed from the list', async () => {
    const { db } = lists;
    await seedIssuer(db, {
      ...{ key: 'cik:789019', name: 'MICROSOFT CORP', listings: [{ ticker: 'MSFT', isin: 'US5949181045' }] },
    });
    await seedIssuer(db, {
      key: 'test:arm',
      name: 'Arm Holdings',
      listings: [{ ticker: 'ARM', isin: 'GB0000595859' }],
    });
    for (const year of ['2025-09', '2023-08']) {
      const { published } = await readLoose('sbti', `${LISTS}companies-taking-action_${year}.xlsx`);
      await db.transaction(tx => upsertClimateTargets(tx, 'sbti', published.climateTargets ?? []));
    }
    const real = await createTestApi(db);
    const microsoft = (await real.get('/api/v1/companies/us/MSFT/climate')).json.targets as { matched_on: string }[];
    expect(microsoft[0]).toMatchObject({ vintage_date: '2025-09-04', is_listed: true, matched_on: 'isin' });
    const arm = await real.get('/api/v1/companies/us/ARM/climate');
    expect(arm.json.targets).toMatchObject([
      { near_term_status: 'commitment_removed', vintage_date: '2023-07-20', is_listed: false },
    ]);
  });
});
