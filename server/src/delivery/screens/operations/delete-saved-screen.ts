import { z } from 'zod';
import { ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { ownScreen } from '../saved-screens.ts';
import { screenId } from '../screen-shapes.ts';

export const deleteSavedScreen = operation({
  name: 'deleteSavedScreen',
  route: 'DELETE /api/user/screens/{screen_id}',
  tool: { none: 'agents screen with screen_financials' },
  summary: 'Delete a saved screen',
  description: 'Deletes a saved screen of the account. Its share_id no longer opens it for others.',
  tag: 'Saved screens',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['not_found'],
  input: z.strictObject({ screen_id: screenId }),
  output: z.null(),
  example: { screen_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11' },
  async run(context, { screen_id }) {
    await ownScreen(context.db, context, screen_id);
    await context.db.execute(sql`delete from saved_screens where screen_id = ${screen_id}`);
    return null;
  },
});
