import { lookupEntity } from './entities/lookup-entity.ts';
import { searchEntities } from './entities/search-entities.ts';
import { discoverFilings } from './filings/discover-filings.ts';
import { getEarningsEvent } from './filings/get-earnings-event.ts';
import { getFilingKpis } from './filings/get-filing-kpis.ts';
import { getFilingStatements } from './filings/get-filing-statements.ts';
import { listFilingFacts } from './filings/list-filing-facts.ts';
import { listFilings } from './filings/list-filings.ts';
import { resolveFiling } from './filings/resolve-filing.ts';
import { getCompanyFinancials } from './financials/get-company-financials.ts';
import { getKpiTaxonomy } from './financials/get-kpi-taxonomy.ts';
import { listMarkets } from './markets/list-markets.ts';
import type { AnyOperation } from './operation.ts';

/** Every operation of the service; transports are loops over these. */
export const OPERATIONS: readonly AnyOperation[] = [
  listMarkets,
  searchEntities,
  lookupEntity,
  discoverFilings,
  resolveFiling,
  listFilings,
  getFilingKpis,
  listFilingFacts,
  getFilingStatements,
  getEarningsEvent,
  getCompanyFinancials,
  getKpiTaxonomy,
];
