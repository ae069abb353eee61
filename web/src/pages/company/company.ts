import type { CompanyFinancialsOut, Entity, ProductListFilingsOut } from '@asfiled/client';
import { createContext, useContext } from 'react';
import { type ApiQuery, useApi } from '../../api/use-api.ts';
import { companyInput } from '../../components/company-address.ts';
import { companyRoute } from './route.ts';

const CompanyContext = createContext<Entity | null>(null);

export const CompanyProvider = CompanyContext.Provider;

/** The company of the page; only within it. */
export function useCompany(): Entity {
  const company = useContext(CompanyContext);
  if (company === null) throw new Error('not on a page of a company');
  return company;
}

/** How the service is asked for the company of the page. */
export function useCompanyInput(): { canonical_key: string } | { ticker: string; market_id: string } {
  return companyInput(companyRoute.useParams());
}

/** All years as restated: what overview, financials and charts share, so that it is paid once. */
export function useYears(): ApiQuery<'getCompanyFinancials'> {
  return useApi('getCompanyFinancials', useCompanyInput());
}

export function useTaxonomy(): ApiQuery<'getKpiTaxonomy'> {
  return useApi('getKpiTaxonomy', {});
}

/** The newest filings: on the overview, and the newest one in the header. */
export function useNewestFilings(): ApiQuery<'listFilings'> {
  const { market, ticker } = companyRoute.useParams();
  return useApi('listFilings', { ticker, market_id: market, limit: 100 }, { enabled: !ticker.includes(':') });
}

export type Filing = ProductListFilingsOut['filings'][number];
export type Period = CompanyFinancialsOut['periods'][number];
export type FigureValue = Period['values'][string];
