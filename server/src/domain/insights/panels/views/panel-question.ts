import { z } from 'zod';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { Column } from '../../../figures/financials/views/screen-question.ts';
import { screenFields } from '../../../figures/financials/views/screen-question.ts';
import { currency, date, invalidInput } from '../../../kit/input-fields.ts';
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
    .enum(STEPS)
    .default('month')
    .describe('The days of the span: every day, Fridays (week), or the last days of months, quarters or years.'),
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
 * a measure is given twice. `mostDays` bounds the days.
 */
export function toPanelQuestion(given: z.output<typeof panelInput>, now: Date, mostDays = MOST_DAYS): PanelQuestion {
  const { measures, days, start, end, step, currency: to, shape, format, ...universeOf } = given;
  const names = measures.map(({ key }) => key);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidInput('query', 'measures', `has "${twice}" twice`, twice);
  return { universe: universeOf, columns: measures, days: daysGiven(), currency: to, shape, format };

  function daysGiven(): IsoDate[] {
    const last = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
    if (days !== undefined && (start ?? end) !== undefined)
      throw invalidInput('query', 'days', 'cannot be combined with start and end', days);
    if (days === undefined && start === undefined)
      throw invalidInput('query', 'start', 'is required without days', undefined);
    const chosen = days === undefined ? daysOf(step, start ?? '', end ?? last, mostDays) : [...new Set(days)].sort();
    const place = days === undefined ? 'start' : 'days';
    const newest = chosen.at(-1);
    if (newest === undefined) throw invalidInput('query', place, `has no last day of a ${step} up to end`, start);
    if (newest > last)
      throw invalidInput('query', place === 'days' ? 'days' : 'end', `has ${newest}, which is not over`, newest);
    if (chosen.length > mostDays)
      throw invalidInput('query', place, `gives more than ${mostDays} days; ask for a part of them`, start);
    return chosen;
  }
}

const DAY_MS = 86_400_000;
