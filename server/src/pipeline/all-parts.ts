// Written by `npm run lists` from the folders.
import type { Part } from '../domain/part.ts';
import { briefsPart } from '../domain/insights/briefs/part.ts';
import { climatePart } from '../domain/markets/climate/part.ts';
import { currenciesPart } from '../domain/figures/currencies/part.ts';
import { documentsPart } from '../domain/filings/documents/part.ts';
import { earningsPart } from '../domain/figures/earnings/part.ts';
import { eventsPart } from '../domain/disclosures/events/part.ts';
import { factsPart } from '../domain/filings/facts/part.ts';
import { filingsPart } from '../domain/filings/filings/part.ts';
import { financialsPart } from '../domain/figures/financials/part.ts';
import { guidancePart } from '../domain/figures/guidance/part.ts';
import { holdersPart } from '../domain/ownership/holders/part.ts';
import { insidersPart } from '../domain/ownership/insiders/part.ts';
import { issuersPart } from '../domain/filings/issuers/part.ts';
import { macroPart } from '../domain/markets/macro/part.ts';
import { peoplePart } from '../domain/ownership/people/part.ts';
import { pressPart } from '../domain/disclosures/press/part.ts';
import { pricesPart } from '../domain/markets/prices/part.ts';
import { proposalsPart } from '../domain/filings/proposals/part.ts';
import { redFlagsPart } from '../domain/disclosures/red-flags/part.ts';
import { sectionsPart } from '../domain/filings/sections/part.ts';
import { signalsPart } from '../domain/insights/signals/part.ts';
import { streetPart } from '../domain/markets/street/part.ts';
import { supplyChainPart } from '../domain/disclosures/supply-chain/part.ts';
import { tablesPart } from '../domain/filings/tables/part.ts';
import { transcriptsPart } from '../domain/disclosures/transcripts/part.ts';
import { valuationPart } from '../domain/markets/valuation/part.ts';

/** The parts of every subject, by area. */
export const ALL_PARTS: readonly (readonly Part[])[] = [
  [documentsPart, factsPart, filingsPart, issuersPart, proposalsPart, sectionsPart, tablesPart],
  [currenciesPart, earningsPart, financialsPart, guidancePart],
  [climatePart, macroPart, pricesPart, streetPart, valuationPart],
  [holdersPart, insidersPart, peoplePart],
  [eventsPart, pressPart, redFlagsPart, supplyChainPart, transcriptsPart],
  [briefsPart, signalsPart],
];
