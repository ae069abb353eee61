import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import {
  lockScreens,
  requireFreeName,
  requireRoom,
  requireRoomForAlerts,
  type SavedScreen,
  SCREEN_COLUMNS,
} from '../saved-screens.ts';
import { alerts, savedScreen, screenName, screenQueryInput } from '../screen-shapes.ts';

export const createSavedScreen = operation({
  name: 'createSavedScreen',
  route: 'POST /api/user/screens',
  tool: { none: 'agents screen with screen_financials' },
  summary: 'Save a screen',
  description:
    'Saves the parameters of a screen under a name. With alerts, the account is notified of companies that enter or leave the result later. Returns conflict if the account has a screen of that name, and upgrade_required or conflict if the plan allows no further screen, or none with alerts.',
  tag: 'Saved screens',
  plan: 'free',
  ...ownWrite,
  status: 201,
  errors: ['conflict', 'upgrade_required'],
  input: z.strictObject({ name: screenName, query: screenQueryInput, alerts: alerts.default(false) }),
  output: savedScreen,
  example: {
    name: 'Growing and lightly indebted',
    query: { where: 'revenue_growth_3y > 10% and net_debt_to_ebitda < 2', sort: '-revenue', market_id: 'us' },
  },
  async run(context, { name, query, alerts: wantsAlerts }) {
    const { accountId } = ownAccount(context);
    const at = context.now.toISOString();
    return context.db.transaction(async tx => {
      await lockScreens(tx, accountId);
      await requireFreeName(tx, { accountId, name });
      await requireRoom(tx, context);
      if (wantsAlerts) await requireRoomForAlerts(tx, context);
      const screen = await tx.queryOne<SavedScreen>(sql`
        insert into saved_screens (account_id, name, query, alerts, created_at, updated_at)
        values (${accountId}, ${name}, ${JSON.stringify(query)}, ${wantsAlerts}, ${at}, ${at}) returning ${SCREEN_COLUMNS}`);
      if (screen === null) throw new Error('an insert returned no row');
      return screen;
    });
  },
});
