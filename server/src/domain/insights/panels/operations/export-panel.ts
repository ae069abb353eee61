import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ownAccount } from '../../../../accounts/views/own-account.ts';
import type { Database } from '../../../../db/database.ts';
import { invalidInput } from '../../../kit/input-fields.ts';
import { CSV, NDJSON, operation, TextStream, textStream } from '../../../kit/operation.ts';
import { storeManifest } from '../store.ts';
import { type PanelPlan, PanelWriter, planPanel } from '../views/panel.ts';
import { MOST_DAYS, panelFields, toPanelQuestion } from '../views/panel-question.ts';

/** Companies, summed over the days of one request. */
const MOST_COMPANY_DAYS = 2_000_000;
/** Companies and days that cost the price of the operation once. */
const COMPANY_DAYS_PER_PRICE = 1_000;

export const exportPanel = operation({
  name: 'exportPanel',
  route: 'GET /api/v1/panel',
  tool: { none: 'a panel is too large for an agent; screen_financials and list_universe read its parts' },
  summary: 'Export measures of a universe on many days',
  description: `Measures of all companies of a universe on each of some days, each as known by the end of its day: companies that later left their market included, and no figure, count or close that became known later. Each value is that of financials/screen with as_of for the company, each company that of listUniverse. The response is streamed as CSV or JSON lines, ordered by day and canonical key. Names and tickers are left out, because registries state only the current ones; universe/export has them. The header Link names the manifest (getPanelManifest), which has the digest of the bytes once the response is complete. Up to ${MOST_DAYS} days and ${MOST_COMPANY_DAYS.toLocaleString('en-US')} companies summed over the days. Costs 10 credits for each ${COMPANY_DAYS_PER_PRICE.toLocaleString('en-US')} of them begun, debited before the first byte and refunded if the service breaks the response. An account has two panels at a time.`,
  tag: 'Companies',
  plan: 'free',
  credits: 10,
  errors: ['not_found'],
  input: z.strictObject(panelFields),
  output: textStream,
  mediaType: CSV,
  otherMediaType: NDJSON,
  example: {
    market_id: ['demo'],
    measures: 'revenue,operating_margin,price_to_earnings',
    start: '2025-09-01',
    end: '2025-12-31',
    step: 'month',
  },
  async run(context, input) {
    const { db, now } = context;
    const { accountId } = ownAccount(context);
    const plan = await planPanel(db, await toPanelQuestion(db, input, now), now);
    const { companyDays } = plan;
    if (companyDays > MOST_COMPANY_DAYS) {
      const message = `give ${companyDays} companies summed over the days; at most ${MOST_COMPANY_DAYS} are exported at once`;
      throw invalidInput('query', input.days === undefined ? 'start' : 'days', message, input.start ?? input.days);
    }
    const panelId = randomUUID();
    return new TextStream({
      accountId,
      mediaType: input.format === 'csv' ? CSV : NDJSON,
      fileName: `panel-${panelId}.${input.format}`,
      describedBy: `/api/v1/panel/${panelId}/manifest`,
      units: Math.max(1, Math.ceil(companyDays / COMPANY_DAYS_PER_PRICE)),
      pieces: () => write(db, plan, { panelId, accountId }),
    });
  },
});

/** The manifest is stored before the response ends, so that a client finds it. */
async function* write(
  db: Database,
  plan: PanelPlan,
  of: { panelId: string; accountId: string },
): AsyncGenerator<string, void, undefined> {
  const writer = new PanelWriter(db, plan);
  for await (const piece of writer.pieces()) if (piece !== '') yield piece;
  await storeManifest(db, { ...of, manifest: JSON.stringify(writer.manifest) }, plan.startedAt);
}
