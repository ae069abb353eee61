import { getRevenueSegments } from './companies/get-revenue-segments.ts';
import { getDocument } from './documents/get-document.ts';
import { getDocumentContent } from './documents/get-document-content.ts';
import { getDocumentTaxonomy } from './documents/get-document-taxonomy.ts';
import { listDocuments } from './documents/list-documents.ts';
import { lookupEntity } from './entities/lookup-entity.ts';
import { searchEntities } from './entities/search-entities.ts';
import { discoverFilings } from './filings/discover-filings.ts';
import { getEarningsEvent } from './filings/get-earnings-event.ts';
import { getFilingKpis } from './filings/get-filing-kpis.ts';
import { getFilingSection } from './filings/get-filing-section.ts';
import { getFilingStatements } from './filings/get-filing-statements.ts';
import { listFilingFacts } from './filings/list-filing-facts.ts';
import { listFilingSections } from './filings/list-filing-sections.ts';
import { listFilings } from './filings/list-filings.ts';
import { listNewestFilings } from './filings/list-newest-filings.ts';
import { resolveFiling } from './filings/resolve-filing.ts';
import { searchFilings } from './filings/search-filings.ts';
import { getCompanyFinancials } from './financials/get-company-financials.ts';
import { getKpiTaxonomy } from './financials/get-kpi-taxonomy.ts';
import { screenFinancials } from './financials/screen-financials.ts';
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
  listNewestFilings,
  getFilingKpis,
  searchFilings,
  listFilingSections,
  getFilingSection,
  listFilingFacts,
  getFilingStatements,
  getEarningsEvent,
  getCompanyFinancials,
  getRevenueSegments,
  screenFinancials,
  getKpiTaxonomy,
  getDocumentTaxonomy,
  listDocuments,
  getDocument,
  getDocumentContent,
];
