import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { endOfDay } from '../../../kit/end-of-day.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { climateTarget, emission } from '../views/climate-shapes.ts';
import { loadEmissions } from '../views/load-emissions.ts';
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
      .filter(one => one !== null)
      .sort()
      .at(-1);
    const isEmpty = emissions.length === 0 && (rows === null || rows.length === 0);
    return {
      entity: toEntityRef(issuer),
      emissions,
      targets: rows?.map(toTarget) ?? null,
      data_as_of: newest === undefined ? null : endOfDay(newest, now),
      empty_reason: isEmpty ? await whyNothing(db, isOff) : null,
    };
  },
});

function findTargets(db: Database, entityId: string): Promise<TargetRow[]> {
  return db.query<TargetRow>(sql`
    select ${TARGET_COLUMNS}
    from (${TARGET_LINKS}) k join climate_targets t on t.source = k.source and t.target_digest = k.target_digest
    where k.entity_id = ${entityId}
    order by t.last_vintage desc, t.first_vintage desc, t.source, t.target_digest limit ${MAX_TARGETS}::integer`);
}

/** `not_reported` if a list is stored and the company is not in it; `not_covered` without a stored list. */
async function whyNothing(db: Database, isOff: boolean): Promise<'not_reported' | 'not_covered'> {
  const list = isOff ? null : await db.queryOne(sql`select 1 from climate_vintages limit 1`);
  return list === null ? 'not_covered' : 'not_reported';
}
