import { z } from 'zod';
import { ownRead } from '../../../accounts/views/own-account.ts';
import { financialsScreen } from '../../../domain/figures/financials/views/screen-page.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { ownScreen, pageFields, runScreen } from '../saved-screens.ts';
import { screenId } from '../screen-shapes.ts';

export const runSavedScreen = operation({
  name: 'runSavedScreen',
  route: 'GET /api/user/screens/{screen_id}/results',
  tool: 'run_saved_screen',
  summary: 'Run a saved screen',
  description: 'The companies that match a saved screen, in the shape of financials/screen and at its price.',
  tag: 'Saved screens',
  plan: 'free',
  ...ownRead,
  credits: 10,
  errors: ['not_found', 'bad_request', 'invalid_cursor'],
  input: z.strictObject({ screen_id: screenId, ...pageFields }),
  output: financialsScreen,
  example: { screen_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', limit: 20 },
  async run(context, { screen_id, ...page }) {
    const { query } = await ownScreen(context.db, context, screen_id);
    return runScreen(context, query, page);
  },
});
