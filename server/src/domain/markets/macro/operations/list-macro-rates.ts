import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { endOfDay } from '../../../kit/end-of-day.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { screenWindowOf, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../../../kit/screens/screen-predicate.ts';
import { RATE_FREQUENCIES, RATE_GROUPS, type RateFrequency, type RateGroup } from '../model/macro-rate.ts';

const macroRate = z
  .object({
    group: z.enum(RATE_GROUPS),
    series_id: z.string().describe("The publisher's own id."),
    country_code: z.string().describe('ISO 3166-1 alpha-2; EA = the euro area.'),
    tenor: z.string().nullable().describe('Time to maturity such as 3M, 1.5M or 10Y; null where the rate has none.'),
    rate_pct: z.number().describe('Percent a year, newest value.'),
    rate_date: isoDate.describe(
      'Date that the publisher states; the first day of the month for a monthly average, the last for a value at the end of a month.',
    ),
    start_rate_pct: z.number().nullable().describe('The earlier value; null if there is none.'),
    start_date: isoDate
      .nullable()
      .describe('Date of the earlier value: the last one at least window_days before rate_date.'),
    change_bps: z.number().nullable().describe('rate_pct minus start_rate_pct, in basis points.'),
    frequency: z.enum(RATE_FREQUENCIES),
    note: z.string().nullable().describe('Further description of the rate; null if its group describes it.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'MacroRate' });

const DEFAULT_DAYS = 30;
/** Groups with one rate per country, which can be filtered by level. */
const LEVELLED: readonly RateGroup[] = ['gov10y', 'policy'];

const output = z
  .object({ window_days: z.int(), items: z.array(macroRate), ...fresh })
  .meta({ id: 'MacroRatesResponse' });

export const listMacroRates = operation({
  name: 'listMacroRates',
  route: 'GET /api/v1/macro/rates',
  tool: 'list_macro_rates',
  summary: 'Interest rates of governments and central banks',
  description: `The newest value of each stored series of interest rates and how much it moved, ordered by group, country and tenor. Groups: ust (par yields of the US Treasury, daily), gov10y (ten-year government bond yields by country, mostly monthly averages), ea_curve (spot rates of the euro area of the European Central Bank, daily), policy (rates of central banks; that of the US is the mid-point of its range). The change compares the newest value with the last one at least window_days earlier (default ${DEFAULT_DAYS}). A policy rate holds until it changes; other values are used only if they are recent for their frequency. Series that ended over a year before the newest of their group are omitted. If publishers correct a value, the newest statement is used. Without stored series the response is empty; run asfiled ingest us-treasury, fred, ecb, bis, bank-of-canada.`,
  tag: 'Macro',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z
    .strictObject({
      group: z
        .array(z.enum(RATE_GROUPS))
        .max(RATE_GROUPS.length)
        .optional()
        .describe('Groups, separated by commas: ust, gov10y, ea_curve, policy. Default: all.'),
      min_value: z
        .number()
        .min(-1_000)
        .max(1_000_000)
        .optional()
        .describe('Only rows of the groups policy and gov10y at or above this percentage.'),
      ...screenWindowOf(DEFAULT_DAYS),
      changed: z.boolean().default(false).describe('Only rows whose level differs from window_days earlier.'),
    })
    .refine(windowsAgree, WINDOWS_DISAGREE),
  output,
  example: { group: ['ust'], window: '1m' },
  async run({ db, now }, { group = [...RATE_GROUPS], min_value, changed, ...given }) {
    const days = windowDays(given, DEFAULT_DAYS);
    const rows = await findRates(db, group, days);
    const kept = rows
      .filter(row => min_value === undefined || (LEVELLED.includes(row.group) && Number(row.rate_pct) >= min_value))
      .filter(row => !changed || (row.change_bps !== null && Number(row.change_bps) !== 0));
    const newest = rows.reduce<string | null>(
      (best, row) => (row.rate_date > (best ?? '') ? row.rate_date : best),
      null,
    );
    const response: z.input<typeof output> = {
      window_days: days,
      items: kept.map(toRate),
      data_as_of: newest === null ? null : endOfDay(newest, now),
      empty_reason: kept.length > 0 ? null : rows.length > 0 ? ('not_reported' as const) : ('not_covered' as const),
    };
    return toJsonText(response);
  },
});

interface Row {
  group: RateGroup;
  series_id: string;
  country_code: string;
  tenor: string | null;
  rate_pct: string;
  rate_date: string;
  start_rate_pct: string | null;
  start_date: string | null;
  change_bps: string | null;
  frequency: RateFrequency;
  note: string | null;
  source: string;
}

/** Each series needs two index lookups. */
function findRates(db: Database, groups: readonly RateGroup[], days: number): Promise<Row[]> {
  return db.query<Row>(sql`
    with newest as (
      select s.*, v.rate_pct, v.rate_date, max(v.rate_date) over (partition by s.rate_group) as newest_of_group
      from rate_series s cross join lateral (
        select rate_pct, rate_date from rate_values
        where source = s.source and series_id = s.series_id and rate_pct is not null
        order by rate_date desc limit 1) v
      where s.rate_group = any(${[...groups]}::text[])
    )
    select n.rate_group as "group", n.series_id, n.country_code, n.tenor, n.rate_pct, n.rate_date,
      v.rate_pct as start_rate_pct, v.rate_date as start_date, trim_scale((n.rate_pct - v.rate_pct) * 100) as change_bps,
      n.frequency, n.note, n.source
    from newest n left join lateral (
      select rate_pct, rate_date from rate_values
      where source = n.source and series_id = n.series_id and rate_pct is not null
        and rate_date <= n.rate_date - ${days}::integer
        and (n.rate_group = 'policy'
          or rate_date > n.rate_date - ${days}::integer - case n.frequency when 'daily' then 10 else 45 end)
      order by rate_date desc limit 1) v on true
    where n.rate_date > n.newest_of_group - 366
    order by n.rate_group, n.country_code, n.tenor_months nulls first, n.series_id collate "C", n.source collate "C"`);
}

function toRate(row: Row): z.input<typeof macroRate> {
  return {
    group: row.group,
    series_id: row.series_id,
    country_code: row.country_code,
    tenor: row.tenor,
    rate_pct: plainNumber(Number(row.rate_pct), row.rate_pct),
    rate_date: row.rate_date,
    start_rate_pct: row.start_rate_pct === null ? null : plainNumber(Number(row.start_rate_pct), row.start_rate_pct),
    start_date: row.start_date,
    change_bps: row.change_bps === null ? null : plainNumber(Number(row.change_bps), row.change_bps),
    frequency: row.frequency,
    note: row.note,
    source: row.source,
  };
}
