import { z } from 'zod';
import { financialsScreen } from '../../../domain/figures/financials/views/screen-page.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { pageFields, runScreen, sharedScreen } from '../saved-screens.ts';
import { shareId } from '../screen-shapes.ts';

export const runSharedScreen = operation({
  name: 'runSharedScreen',
  route: 'GET /api/v1/shared-screens/{share_id}/results',
  tool: { none: 'agents screen with screen_financials' },
  summary: 'Run a shared screen',
  description:
    'The companies that match a screen that another account shares, in the shape of financials/screen and at its price for the caller: a page costs 10 credits.',
  tag: 'Saved screens',
  plan: 'free',
  credits: 10,
  errors: ['not_found', 'bad_request', 'invalid_cursor'],
  input: z.strictObject({ share_id: shareId, ...pageFields }),
  output: financialsScreen,
  example: { share_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', limit: 20 },
  async run(context, { share_id, ...page }) {
    const { query } = await sharedScreen(context.db, share_id);
    return runScreen(context, query, page);
  },
});
