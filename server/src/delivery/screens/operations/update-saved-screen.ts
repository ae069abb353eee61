import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { lockScreens, ownScreen, requireFreeName, type SavedScreen, SCREEN_COLUMNS } from '../saved-screens.ts';
import { savedScreen, screenId, screenName, screenQueryInput } from '../screen-shapes.ts';

export const updateSavedScreen = operation({
  name: 'updateSavedScreen',
  route: 'PATCH /api/user/screens/{screen_id}',
  tool: { none: 'agents screen with screen_financials' },
  summary: 'Rename, change or share a saved screen',
  description:
    'Changes the given members and keeps the others; query replaces all parameters. shared true creates a share_id if there is none; false revokes it, and sharing again creates another.',
  tag: 'Saved screens',
  plan: 'free',
  ...ownWrite,
  errors: ['not_found', 'conflict'],
  input: z.strictObject({
    screen_id: screenId,
    name: screenName.optional(),
    query: screenQueryInput.optional(),
    shared: z.boolean().optional().describe('Whether other accounts can open the screen by its share_id.'),
  }),
  output: savedScreen,
  example: { screen_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', shared: true },
  async run(context, { screen_id, name, query, shared }) {
    const { accountId } = ownAccount(context);
    return context.db.transaction(async tx => {
      await lockScreens(tx, accountId);
      const before = await ownScreen(tx, context, screen_id);
      if (name !== undefined) await requireFreeName(tx, { accountId, name, except: screen_id });
      const after = await tx.queryOne<SavedScreen>(sql`
        update saved_screens set name = ${name ?? before.name}, query = ${JSON.stringify(query ?? before.query)},
          share_id = case when ${shared ?? before.share_id !== null} then coalesce(share_id, gen_random_uuid()) end,
          updated_at = ${context.now.toISOString()}
        where screen_id = ${screen_id} returning ${SCREEN_COLUMNS}`);
      return after ?? before;
    });
  },
});
