import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import type { Column } from '../../../figures/financials/views/screen-question.ts';
import { screenFields } from '../../../figures/financials/views/screen-question.ts';
import { currency, date, invalidInput } from '../../../kit/input-fields.ts';
import { LONGEST_REST_DAYS } from '../../../markets/prices/rules/price-moves.ts';
import { loadSessions } from '../../../markets/prices/views/load-sessions.ts';
import type { UniverseQuestion } from '../../universe/views/companies.ts';
import { universeQuestion } from '../../universe/views/universe-question.ts';
import { daysOf, STEPS } from '../rules/panel-days.ts';
import { FORMATS, type PanelFormat, type PanelShape, SHAPES } from '../rules/render-rows.ts';

/** Days of one request. */
export const MOST_DAYS = 1_000;

const { as_of: _as_of, ...universe } = universeQuestion;

/** Parameters of a panel. */
export const panelFields = {
  ...universe,
  measures: screenFields.columns.describe(
    'Codes and formulas, separated by commas, as in columns of /api/v1/financials/screen: line items and measures of /api/v1/kpi-taxonomy, multiples of the day included, <code>_growth, or a formula such as capital_expenditure / revenue.',
  ),
  days: z
    .array(date)
    .min(1)
    .max(MOST_DAYS)
    .optional()
    .describe('The days, separated by commas, in any order; instead of start and end.'),
  start: date.optional().describe('First day of the span; with step.'),
  end: date.optional().describe('Last day of the span; by default the last day that is over (UTC).'),
  step: z
    .enum([...STEPS, 'session'])
    .default('month')
    .describe(
      'The days of the span: every day, Fridays (week), the last days of months, quarters or years, or the sessions of the one market_id: days with a stored close of its benchmark index.',
    ),
  currency: currency
    .optional()
    .describe('Convert amounts to this currency (ISO 4217) at the stored reference rates; as filed by default.'),
  shape: z
    .enum(SHAPES)
    .default('wide')
    .describe(
      'wide: a row for each company and day, with a column for each measure. long: a row for each measure, with the reason of a null value.',
    ),
  format: z.enum(FORMATS).default('csv').describe('CSV (RFC 4180) with a header, or JSON lines.'),
};

/** What a panel contains: companies, days, and measures. */
export interface PanelQuestion {
  universe: UniverseQuestion;
  columns: readonly Column[];
  /** Ascending, each once. */
  days: readonly IsoDate[];
  currency?: string | undefined;
  shape: PanelShape;
  format: PanelFormat;
}

const panelInput = z.object(panelFields);

/**
 * The question of a request. Throws `validation_error` if the days are given twice or not at all, are not over, or are too many, or if
 * a measure is given twice, and `not_found` if the sessions of the span are not stored. `mostDays` bounds the days.
 */
export async function toPanelQuestion(
  db: Database,
  given: z.output<typeof panelInput>,
  now: Date,
  mostDays = MOST_DAYS,
): Promise<PanelQuestion> {
  const { measures, days: listed, start, end, step, currency: to, shape, format, ...universeOf } = given;
  const names = measures.map(({ key }) => key);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidInput('query', 'measures', `has "${twice}" twice`, twice);
  if (listed !== undefined && (start ?? end) !== undefined)
    throw invalidInput('query', 'days', 'cannot be combined with start and end', listed);
  const last = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const place = listed === undefined ? 'start' : 'days';
  const days = listed === undefined ? await daysOfSpan(db, given, last, mostDays) : [...new Set(listed)].sort();
  const newest = days.at(-1);
  if (newest === undefined) throw invalidInput('query', place, `has no last day of a ${step} up to end`, start);
  if (newest > last)
    throw invalidInput('query', place === 'days' ? 'days' : 'end', `has ${newest}, which is not over`, newest);
  if (days.length > mostDays)
    throw invalidInput('query', place, `gives more than ${mostDays} days; ask for a part of them`, start);
  return { universe: universeOf, columns: measures, days, currency: to, shape, format };
}

async function daysOfSpan(
  db: Database,
  { start, end, step, market_id: markets = [] }: z.output<typeof panelInput>,
  last: IsoDate,
  mostDays: number,
): Promise<IsoDate[]> {
  if (start === undefined) throw invalidInput('query', 'start', 'is required without days', undefined);
  const until = end ?? last;
  if (step !== 'session') return daysOf(step, start, until, mostDays);
  const [market, ...others] = markets;
  if (market === undefined || others.length > 0)
    throw invalidInput('query', 'step', 'session requires exactly one market_id', step);
  const [from, to] = [parseDay(start) ?? 0, parseDay(until) ?? 0];
  const { indexId, days } = (await loadSessions(db, market)) ?? { indexId: 'any index', days: [] };
  const [first, newest] = [days[0] ?? Number.POSITIVE_INFINITY, days.at(-1) ?? 0];
  // A span may begin or end with days on which exchanges are closed, but not with sessions that are not stored.
  if (first > from + LONGEST_REST_DAYS || newest < to - LONGEST_REST_DAYS) {
    const stored = days.length === 0 ? 'none' : `${toIsoDate(first)} to ${toIsoDate(newest)}`;
    throw new AsfiledError(
      'not_found',
      `Not all sessions of the market ${market} from ${start} to ${until} are stored. Stored closes of ${indexId}: ${stored}.`,
    );
  }
  return days.filter(day => day >= from && day <= to).map(toIsoDate);
}

const DAY_MS = 86_400_000;
