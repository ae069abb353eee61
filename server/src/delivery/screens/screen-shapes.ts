import { z } from 'zod';
import { screenFields } from '../../domain/figures/financials/views/screen-question.ts';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';

const MAX_NAME = 100;
/** Companies that a screen with alerts may match. */
export const MAX_COMPANIES = 1_000;
const year = z.int().min(1900).max(2100).optional();

/** The parameters of a screen as its owner wrote them. */
const screenParameters = {
  filters: text(2048).optional(),
  where: text(1000).optional(),
  columns: text(2048).optional(),
  sort: text(1000).optional(),
  fiscal_year: year,
  fiscal_year_from: year,
  market_id: text(16).optional(),
  tickers: text(2048).optional(),
  currency: text(3).optional(),
  reported_currency: text(3).optional(),
  history_of: text(64).optional(),
} satisfies Record<keyof typeof screenFields, z.ZodType>;

export const screenQuery = z.object(screenParameters).meta({
  id: 'ScreenParameters',
  description: 'Parameters of GET /api/v1/financials/screen, as given.',
});

export type ScreenQuery = z.infer<typeof screenQuery>;

/** Parses parameters into a question. */
export const screenQuestion = z.strictObject(screenFields);

/** Parameters that a screen accepts now. */
export const screenQueryInput = z
  .strictObject(screenParameters)
  .superRefine((given, context) => {
    const isKnown = (path: readonly PropertyKey[]) => context.issues.some(known => known.path?.[0] === path[0]);
    for (const { path, message } of screenQuestion.safeParse(given).error?.issues ?? [])
      if (!isKnown(path)) context.addIssue({ code: 'custom', path, message });
  })
  .describe('Parameters of GET /api/v1/financials/screen, without as_of, limit and cursor.');

export const screenName = text(MAX_NAME)
  .trim()
  .describe(`Unique among the screens of the account; at most ${MAX_NAME} characters.`);

export const alerts = z
  .boolean()
  .describe('Whether to be notified of companies that enter or leave the result after new filings.');

export const screenId = z.uuid().describe('The id of the saved screen.');
export const shareId = z.uuid().describe('The share_id of a screen that another account shares.');

export const savedScreen = z
  .object({
    id: z.uuid(),
    name: z.string(),
    query: screenQuery,
    share_id: z.uuid().nullable().describe('Opens the screen for other accounts; null if it is not shared.'),
    alerts: z.boolean().describe('Whether the account is notified of companies that enter or leave the result.'),
    alerts_paused: z
      .enum(['too_many_companies', 'invalid'])
      .nullable()
      .describe(
        `Why there are no alerts although they are wanted: more than ${MAX_COMPANIES} companies match, or the query is no longer valid. A change of alerts or query resumes them.`,
      ),
    checked_at: instant.nullable().describe('Time of the last check for alerts; null before the first.'),
    companies: z.int().nullable().describe('Companies that matched at the last check; null before the first.'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'SavedScreen', description: 'A screen that an account saved.' });
