import { parseDay } from '../../../../kernel/dates.ts';
import type { FaceRow, FactFiling, FactSeries, FactSet } from '../../../filings/facts/model/facts.ts';
import type { FinancialsInput } from './financials.ts';

/** A report of a fictional filer: figures by concept, by `start..end` for durations and by date for instants. */
export interface FictionalReport {
  accession: string;
  form: string;
  filed: string;
  fiscalYear?: number | null;
  durations?: Record<string, Record<string, number>>;
  instants?: Record<string, Record<string, number>>;
  /** Unit of amounts, `USD` by default; amounts per share and share counts have their own by name. */
  currency?: string;
  face?: FaceRow[];
  /** The category of a report from a registry without forms. */
  category?: string;
  /** The last day of the period as the registry states it; null if it states none. */
  periodEnd?: string | null;
}

const PER_SHARE = /PerShare/;
const SHARES = /SharesOutstanding|SharesIssued|NumberOf.*Shares/;

/** A fact set of fictional reports for tests, in the structure of a companyfacts file. */
export function fictionalFacts(reports: readonly FictionalReport[], source = 'companyfacts'): FactSet {
  const filings: FactFiling[] = [];
  const series = new Map<string, FactSeries>();
  const faces: Record<string, FaceRow[]> = {};
  for (const report of reports) {
    const filing = filings.length;
    filings.push({
      accession: report.accession,
      form: report.form,
      filed: report.filed,
      acceptedAt: null,
      fiscalYear: report.fiscalYear ?? null,
      fiscalPeriod: null,
      periodEnd: report.periodEnd ?? null,
      ...(report.category === undefined ? {} : { category: report.category }),
    });
    if (report.face) faces[report.accession] = report.face;
    const add = (name: string, start: number | null, end: number, value: number) => {
      const concept = name.includes(':') ? name : `us-gaap:${name}`;
      const currency = report.currency ?? 'USD';
      const unit = PER_SHARE.test(name) ? `${currency}/shares` : SHARES.test(name) ? 'shares' : currency;
      const key = `${concept} ${unit}`;
      const columns = series.get(key) ?? {
        concept,
        unit,
        dimensions: '',
        starts: [],
        ends: [],
        values: [],
        filings: [],
      };
      series.set(key, columns);
      columns.starts.push(start);
      columns.ends.push(end);
      columns.values.push(value);
      columns.filings.push(filing);
    };
    for (const [dates, figures] of Object.entries(report.durations ?? {})) {
      const [start = '', end = ''] = dates.split('..');
      for (const [name, value] of Object.entries(figures)) add(name, day(start), day(end), value);
    }
    for (const [date, figures] of Object.entries(report.instants ?? {})) {
      for (const [name, value] of Object.entries(figures)) add(name, null, day(date), value);
    }
  }
  return { source, datesRounded: false, filings, series: [...series.values()], faces };
}

/** Income and cash flow of a fictional period, in proportion to its revenue; every identity holds. */
export function flows(revenue: number, more: Record<string, number> = {}): Record<string, number> {
  const part = (share: number) => Math.round(revenue * share);
  const cost = part(0.6);
  const operating = revenue - cost - part(0.2);
  const tax = Math.round(operating * 0.25);
  return {
    Revenues: revenue,
    CostOfRevenue: cost,
    GrossProfit: revenue - cost,
    OperatingExpenses: part(0.2),
    OperatingIncomeLoss: operating,
    IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest: operating,
    IncomeTaxExpenseBenefit: tax,
    NetIncomeLoss: operating - tax,
    NetCashProvidedByUsedInOperatingActivities: part(0.3),
    NetCashProvidedByUsedInInvestingActivities: -part(0.1),
    NetCashProvidedByUsedInFinancingActivities: -part(0.05),
    CashAndCashEquivalentsPeriodIncreaseDecrease: part(0.3) - part(0.1) - part(0.05),
    PaymentsToAcquirePropertyPlantAndEquipment: part(0.08),
    ...more,
  };
}

/** A fictional balance sheet that balances. */
export function balance(assets: number, more: Record<string, number> = {}): Record<string, number> {
  const liabilities = Math.round(assets * 0.4);
  return {
    Assets: assets,
    AssetsCurrent: Math.round(assets * 0.5),
    LiabilitiesCurrent: Math.round(assets * 0.2),
    Liabilities: liabilities,
    StockholdersEquity: assets - liabilities,
    LiabilitiesAndStockholdersEquity: assets,
    CashAndCashEquivalentsAtCarryingValue: Math.round(assets * 0.1),
    ...more,
  };
}

export function fictionalInput(sets: readonly FactSet[], more: Partial<FinancialsInput> = {}): FinancialsInput {
  return { sets, knownAt: {}, sic: null, canonicalKey: 'cik:0', asOf: null, ...more };
}

function day(date: string): number {
  const found = parseDay(date);
  if (found === null) throw new Error(`not a date: ${date}`);
  return found;
}
