import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { toIsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { decodeFactFilings, decodeObservations } from '../../../filings/facts/model/facts-codec.ts';
import { FACTS_ARE_READ, notCoveredField, whyNotStated } from '../../../filings/filings/views/unread-filings.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { endOfDay } from '../../../kit/end-of-day.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { climateTarget, type EMISSION_SCOPES, emission } from '../views/climate-shapes.ts';
import { TARGET_COLUMNS, TARGET_LINKS, type TargetRow, toTarget } from '../views/target-rows.ts';

/** Maximum number of states of a company's targets; more occur only if a company lists a name repeatedly. */
const MAX_TARGETS = 100;

export const getCompanyClimate = operation({
  name: 'getCompanyClimate',
  route: 'GET /api/v1/companies/{market}/{ticker}/climate',
  tool: 'get_company_climate',
  summary: 'Emissions and climate targets of a company',
  description:
    'Greenhouse gas emissions as the company tags them in its filings (ESRS E1-6, gross, tonnes of CO2 equivalent), and its climate targets in the lists of the Science Based Targets initiative, newest first. A target has one row per state that a stored list gives it; is_listed marks the states in the newest list. Rows of a list match a company by LEI, else by ISIN, else by an identical name in the same country that no other company has; matched_on names the method. targets is null if the operator disabled the data set. Without either, empty_reason says why.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({ market: marketId, ticker }),
  output: z
    .object({
      entity: entityRef,
      emissions: z.array(emission).describe('Newest period first.'),
      targets: z
        .array(climateTarget)
        .nullable()
        .describe('Newest list first; null if the operator disabled the data set.'),
      ...notCoveredField,
      ...fresh,
    })
    .meta({ id: 'CompanyClimateOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now, switchedOff = [] }, { market, ticker: symbol }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const isOff = switchedOff.includes('climate_targets');
    const [{ emissions, newestFiled }, rows] = await Promise.all([
      loadEmissions(db, issuerIdsOf(issuer)),
      isOff ? null : findTargets(db, issuer.entity_id),
    ]);
    const newest = [newestFiled, rows?.[0]?.vintage_date ?? null]
      .filter(value => value !== null)
      .sort()
      .at(-1);
    const isEmpty = emissions.length === 0 && (rows === null || rows.length === 0);
    return {
      entity: toEntityRef(issuer),
      emissions,
      targets: rows?.map(toTarget) ?? null,
      data_as_of: newest === undefined ? null : endOfDay(newest, now),
      ...(isEmpty ? await whyNothing(db, issuerIdsOf(issuer), isOff) : { empty_reason: null }),
    };
  },
});

type Scope = (typeof EMISSION_SCOPES)[number];

/** Gross emissions by the taxonomy of the European Sustainability Reporting Standards (ESRS E1-6). */
const SCOPES: Readonly<Record<string, Scope>> = {
  'esrs:GrossScope1GreenhouseGasEmissions': 'scope_1',
  'esrs:GrossLocationBasedScope2GreenhouseGasEmissions': 'scope_2_location',
  'esrs:GrossMarketBasedScope2GreenhouseGasEmissions': 'scope_2_market',
  'esrs:GrossScope3GreenhouseGasEmissions': 'scope_3',
};

/** Tonnes of carbon dioxide equivalent, as the units registry names them. */
const TONNES = /(?:^|:)tCO2e$/;

interface SeriesRow {
  registry: string;
  concept: string;
  unit: string;
  observations: string;
  filings: string;
}

interface LoadedEmissions {
  emissions: z.input<typeof emission>[];
  /** Filing date of the newest filing with any of them; null if there is none. */
  newestFiled: string | null;
}

/**
 * Tagged gross emissions of a company's issuers, newest period first; the newest filing takes precedence for a period.
 */
async function loadEmissions(db: Database, issuerIds: readonly string[]): Promise<LoadedEmissions> {
  const rows = await db.query<SeriesRow>(sql`
    select s.registry, f.concept, f.unit, f.observations, s.filings
    from fact_series f join fact_sources s on s.issuer_id = f.issuer_id and s.source = f.source
    where f.issuer_id = any(${[...issuerIds]}::bigint[]) and f.concept = any(${Object.keys(SCOPES)}::text[])
      and f.dimensions = ''`);
  const found = new Map<string, { filed: string; emission: z.input<typeof emission> }>();
  for (const { registry, concept, unit, observations, filings } of rows) {
    const scope = SCOPES[concept];
    if (scope === undefined || !TONNES.test(unit)) continue;
    const { ends, values, filings: places } = decodeObservations(observations);
    const known = decodeFactFilings(filings);
    for (const [at, end] of ends.entries()) {
      const value = values[at];
      const filing = known[places[at] ?? -1];
      if (value === null || value === undefined || filing === undefined) continue;
      const periodEnd = toIsoDate(end);
      const key = `${periodEnd} ${scope}`;
      const before = found.get(key);
      if (before !== undefined && before.filed >= filing.filed) continue;
      const where = { filing_id: filingId(registry, filing.accession), section_key: null, quote: null };
      const evidence = [{ ...where, char_start: null, char_end: null, value: plainNumber(value), url: null }];
      const stated = { scope, scope_3_category: null, tonnes_co2e: plainNumber(value), assurance: null, evidence };
      const year = { reporting_year: Number(periodEnd.slice(0, 4)), period_end: periodEnd };
      found.set(key, { filed: filing.filed, emission: { ...year, ...stated } });
    }
  }
  const inOrder = [...found].sort(([a], [b]) => {
    return a.slice(0, 10) === b.slice(0, 10) ? (a < b ? -1 : 1) : a < b ? 1 : -1;
  });
  return {
    emissions: inOrder.map(([, one]) => one.emission),
    newestFiled:
      [...found.values()]
        .map(item => item.filed)
        .sort()
        .at(-1) ?? null,
  };
}

function findTargets(db: Database, entityId: string): Promise<TargetRow[]> {
  return db.query<TargetRow>(sql`
    select ${TARGET_COLUMNS}
    from (${TARGET_LINKS}) k join climate_targets t on t.source = k.source and t.target_digest = k.target_digest
    where k.entity_id = ${entityId}
    order by t.last_vintage desc, t.first_vintage desc, t.source, t.target_digest limit ${MAX_TARGETS}::integer`);
}

/** `not_reported` only if an annual report was read, which would state emissions, and a list, which would state targets. */
async function whyNothing(db: Database, issuerIds: readonly string[], isOff: boolean) {
  const reports = await whyNotStated(db, { issuerIds, categories: ['annual_report'], isRead: FACTS_ARE_READ });
  if (isOff || reports.empty_reason === 'not_covered') return reports;
  const list = await db.queryOne(sql`select 1 from climate_vintages limit 1`);
  return list === null ? { empty_reason: 'not_covered' as const } : reports;
}
