import { balance, type FictionalReport, flows } from '../../src/domain/figures/financials/rules/fictional-filer.ts';

const ENDS = ['03-31', '06-30', '09-30', '12-31'] as const;

/** The quarters of a fictional filer, and when it reported each. */
export interface FictionalQuarter {
  /** Its last day. */
  end: string;
  filed: string;
  accession: string;
  revenue: number;
  /** Revenue of the four quarters up to its end; null in the first year. */
  trailingRevenue: number | null;
  assets: number;
  /** Shares outstanding as the report states them. */
  shares: number;
}

/** Quarterly and annual reports of a fictional filer whose years are calendar years, in the order of filing. */
export function quarterlyFiler(
  name: string,
  random: () => number,
  { firstYear, years, splitYear }: { firstYear: number; years: number; splitYear?: number },
): { quarters: FictionalQuarter[]; reports: FictionalReport[] } {
  const quarters: FictionalQuarter[] = [];
  const reports: FictionalReport[] = [];
  for (let at = 0; at < years * 4; at++) {
    const year = firstYear + Math.floor(at / 4);
    const quarter = at % 4;
    const end = `${year}-${ENDS[quarter]}`;
    const revenue = Math.round(1e6 * (0.8 + random() * 0.4));
    const filed = new Date(Date.parse(end) + (25 + Math.floor(random() * 35)) * 86_400_000).toISOString().slice(0, 10);
    const last = quarters.slice(-3);
    const trailingRevenue = last.length < 3 ? null : last.reduce((sum, one) => sum + one.revenue, revenue);
    const assets = Math.round(5e6 * (0.8 + random() * 0.4));
    const shares = (1_000_000 + at * 1_000) * (splitYear !== undefined && year >= splitYear ? 4 : 1);
    const accession = `${name}-${at}`;
    quarters.push({ end, filed, accession, revenue, trailingRevenue, assets, shares });
    reports.push({
      accession,
      form: quarter === 3 ? '10-K' : '10-Q',
      filed,
      fiscalYear: year,
      durations: {
        ...toDate(quarters, at, quarter),
        ...(at >= 4 ? toDate(quarters, at - 4, quarter) : {}),
        ...(quarter < 3 ? ofQuarter(quarters, at) : {}),
        ...(quarter < 3 && at >= 4 ? ofQuarter(quarters, at - 4) : {}),
      },
      instants: { [end]: balance(assets, { 'dei:EntityCommonStockSharesOutstanding': shares }) },
    });
  }
  return { quarters, reports };
}

/** Figures of the year up to a quarter. */
function toDate(quarters: readonly FictionalQuarter[], at: number, quarter: number) {
  const parts = quarters.slice(at - quarter, at + 1);
  const end = parts.at(-1)?.end ?? '';
  const revenue = parts.reduce((sum, one) => sum + one.revenue, 0);
  return { [`${end.slice(0, 4)}-01-01..${end}`]: flows(revenue) };
}

function ofQuarter(quarters: readonly FictionalQuarter[], at: number) {
  const { end = '', revenue = 0 } = quarters[at] ?? {};
  const start = new Date(Date.UTC(Number(end.slice(0, 4)), Number(end.slice(5, 7)) - 3, 1)).toISOString().slice(0, 10);
  return { [`${start}..${end}`]: flows(revenue) };
}
