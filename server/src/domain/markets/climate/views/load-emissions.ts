import type { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { toIsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { decodeFactFilings, decodeObservations } from '../../../filings/facts/model/facts-codec.ts';
import type { EMISSION_SCOPES, emission } from './climate-shapes.ts';

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

export interface LoadedEmissions {
  emissions: z.input<typeof emission>[];
  /** Filing date of the newest filing with any of them; null if there is none. */
  newestFiled: string | null;
}

/**
 * Tagged gross emissions of a company's issuers, newest period first; the newest filing takes precedence for a period.
 */
export async function loadEmissions(db: Database, issuerIds: readonly string[]): Promise<LoadedEmissions> {
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
        .map(one => one.filed)
        .sort()
        .at(-1) ?? null,
  };
}
