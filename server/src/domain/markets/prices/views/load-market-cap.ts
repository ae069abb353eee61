import { type Database, sql } from '../../../../db/database.ts';
import { type Day, type Instant, type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import { isDoubtedCount } from '../../../figures/financials/model/financials.ts';
import {
  decodePeriod,
  type FinancialsDictionary,
  type StoredPeriod,
} from '../../../figures/financials/model/financials-codec.ts';
import type { FoundEntity } from '../../../filings/issuers/views/find-issuer.ts';
import type { PriceActions } from '../model/price-series.ts';

const CODE = 'shares_outstanding';

/** A share count stated in a filing. */
export interface FiledShares {
  shares: number;
  /** The date that the filing states for it. */
  date: IsoDate;
  /** When the filing became known. */
  knownAt: Instant;
}

interface PeriodRow extends StoredPeriod {
  dictionary: string;
}

/** Number of periods searched for the newest count: a year with its quarters and halves, and the year before. */
const PERIODS_LOOKED_AT = 12;

/**
 * The newest share count of a company's filings that was known at a moment, from the first registrant that states one;
 * null if none does. For several share classes it is the total, if canonical financials have one.
 */
export async function loadFiledShares(
  db: Database,
  { registrants }: FoundEntity,
  at: Instant,
): Promise<FiledShares | null> {
  for (const { issuer_id, version } of registrants) {
    if (version === null) continue;
    const rows = await db.query<PeriodRow>(sql`
      select f.dictionary, fiscal_period as "fiscalPeriod", fiscal_year as "fiscalYear", period_start as "periodStart",
        period_end as "periodEnd", native_id as accession, p.company_type as "companyType", p.currency,
        p.accounting_standard as "accountingStandard", status, breaches, items
      from kpi_periods p join issuer_financials f using (issuer_id)
      where issuer_id = ${issuer_id} and period_end <= ${at}::timestamptz::date and fiscal_period <> 'ttm'
      order by period_end desc, period_start limit ${PERIODS_LOOKED_AT}::integer`);
    const found = newestOf(rows, at);
    if (found !== null) return found;
  }
  return null;
}

function newestOf(rows: readonly PeriodRow[], at: Instant): FiledShares | null {
  let newest: FiledShares | null = null;
  for (const row of rows) {
    const dictionary = JSON.parse(row.dictionary) as FinancialsDictionary;
    const value = decodePeriod(row, dictionary, new Set([CODE])).values[CODE];
    if (value === undefined || !(value.value > 0) || isDoubtedCount(value)) continue;
    const knownAt = dictionary.filings.find(([accession]) => accession === value.accession)?.[3];
    if (knownAt === undefined || knownAt > at) continue;
    if (newest === null || value.periodEnd > newest.date)
      newest = { shares: value.value, date: value.periodEnd, knownAt };
  }
  return newest;
}

/**
 * Shares times price, in whole units of the price's currency. Splits between the day on which the count became known and the
 * day of the price multiply the shares, because a filing counts shares as of its own date. Null without a count.
 */
export function marketCapOf(
  filed: FiledShares | null,
  price: { price: number; day: Day },
  actions: PriceActions | null,
): number | null {
  if (filed === null) return null;
  const counted = parseDay(filed.knownAt.slice(0, 10)) ?? price.day;
  const splits = (actions?.splits ?? []).filter(({ day }) => day > counted && day <= price.day);
  return Math.round(splits.reduce((shares, { ratio }) => shares * ratio, filed.shares) * price.price);
}
