import type { CompanyFinancialsOut, Entity, ProductListFilingsOut } from '@asfiled/client';
import { getRouteApi } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { type ApiQuery, useApi } from '../../api/use-api.ts';
import { companyInput } from '../../components/data/company-params.ts';
import type { LoadedQuery } from '../../components/data/loaded.tsx';
import { MAX_FILINGS } from './company-queries.ts';

export const companyRoute = getRouteApi('/c/$market/$ticker');

const CompanyContext = createContext<Entity | null>(null);

export const CompanyProvider = CompanyContext.Provider;

/** The company of the page; throws outside a company page. */
export function useCompany(): Entity {
  const company = useContext(CompanyContext);
  if (company === null) throw new Error('useCompany outside a company page');
  return company;
}

/** The API input for the company of the page. */
export function useCompanyInput(): { canonical_key: string } | { ticker: string; market_id: string } {
  return companyInput(companyRoute.useParams());
}

/** All years as restated. Overview, financials and charts share this call, so it is charged once. */
export function useYears(): ApiQuery<'getCompanyFinancials'> {
  return useApi('getCompanyFinancials', useCompanyInput());
}

export interface CompanyFilings {
  filings: readonly Filing[];
  has_more: boolean;
  data_as_of: string | null;
}

/** The filings of the company, newest first; an unlisted company's by its canonical key. */
export function useFilings({
  formTypes,
  sinceYear,
}: {
  formTypes?: string[] | undefined;
  sinceYear?: number | undefined;
} = {}): LoadedQuery<CompanyFilings> {
  const { market, ticker } = companyRoute.useParams();
  const hasTicker = !ticker.includes(':');
  const narrowed = { limit: MAX_FILINGS, form_types: formTypes, since_year: sinceYear };
  const listed = useApi(
    'listFilings',
    { ticker, market_id: market, ...narrowed },
    { enabled: hasTicker, keepPrevious: true },
  );
  const found = useApi('discoverFilings', { query: ticker, ...narrowed }, { enabled: !hasTicker, keepPrevious: true });
  return hasTicker ? listed : found;
}

/** Drops ownership filings unless there is nothing else, since they would fill every short list. */
export function reportsFirst(filings: readonly Filing[]): readonly Filing[] {
  const reports = filings.filter(({ category_group }) => category_group !== 'ownership');
  return reports.length > 0 ? reports : filings;
}

export type Filing = ProductListFilingsOut['filings'][number];
export type Period = CompanyFinancialsOut['periods'][number];
export type FigureValue = Period['values'][string];
