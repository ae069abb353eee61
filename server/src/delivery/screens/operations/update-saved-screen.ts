import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql, type Transaction } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import {
  lockScreens,
  ownScreen,
  requireFreeName,
  requireRoomForAlerts,
  type SavedScreen,
  SCREEN_COLUMNS,
} from '../saved-screens.ts';
import { alerts, savedScreen, screenId, screenName, screenQueryInput } from '../screen-shapes.ts';

export const updateSavedScreen = operation({
  name: 'updateSavedScreen',
  route: 'PATCH /api/user/screens/{screen_id}',
  tool: { none: 'agents screen with screen_financials' },
  summary: 'Rename, change or share a saved screen, or switch its alerts',
  description:
    'Changes the given members and keeps the others; query replaces all parameters. shared true creates a missing share_id; false revokes it, and sharing again creates another. A change of alerts or query restarts alerts: the next check records the matching companies and announces nothing.',
  tag: 'Saved screens',
  plan: 'free',
  ...ownWrite,
  errors: ['not_found', 'conflict', 'upgrade_required'],
  input: z.strictObject({
    screen_id: screenId,
    name: screenName.optional(),
    query: screenQueryInput.optional(),
    shared: z.boolean().optional().describe('Whether other accounts can open the screen by its share_id.'),
    alerts: alerts.optional(),
  }),
  output: savedScreen,
  example: { screen_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', shared: true },
  async run(context, { screen_id, name, query, shared, alerts: wantsAlerts }) {
    const { accountId } = ownAccount(context);
    return context.db.transaction(async tx => {
      await lockScreens(tx, accountId);
      const before = await ownScreen(tx, context, screen_id);
      if (name !== undefined) await requireFreeName(tx, { accountId, name, except: screen_id });
      if (wantsAlerts === true && !before.alerts) await requireRoomForAlerts(tx, context, screen_id);
      if (query !== undefined || wantsAlerts !== undefined) await forgetMatches(tx, screen_id);
      const after = await tx.queryOne<SavedScreen>(sql`
        update saved_screens set name = ${name ?? before.name}, query = ${JSON.stringify(query ?? before.query)},
          share_id = case when ${shared ?? before.share_id !== null} then coalesce(share_id, gen_random_uuid()) end,
          alerts = ${wantsAlerts ?? before.alerts},
          updated_at = ${context.now.toISOString()}
        where screen_id = ${screen_id} returning ${SCREEN_COLUMNS}`);
      return after ?? before;
    });
  },
});

/** The next check records what the screen matches, and announces nothing. */
async function forgetMatches(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`update saved_screens set checked_figures = null, alerts_paused = null where screen_id = ${id}`);
  await tx.execute(sql`delete from saved_screen_companies where screen_id = ${id}`);
}
