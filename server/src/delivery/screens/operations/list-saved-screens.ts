import { z } from 'zod';
import { ownAccount, ownLimits, ownRead } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { type SavedScreen, SCREEN_COLUMNS } from '../saved-screens.ts';
import { savedScreen } from '../screen-shapes.ts';

export const listSavedScreens = operation({
  name: 'listSavedScreens',
  route: 'GET /api/user/screens',
  tool: 'list_saved_screens',
  summary: 'List the saved screens',
  description: 'The saved screens of the account by name, with their parameters. Free.',
  tag: 'Saved screens',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z
    .object({
      items: z.array(savedScreen),
      total: z.int(),
      limit: z.int().describe("Saved screens that the account's plan allows."),
    })
    .meta({ id: 'SavedScreenList' }),
  example: {},
  async run(context) {
    const items = await context.db.query<SavedScreen>(sql`
      select ${SCREEN_COLUMNS} from saved_screens
      where account_id = ${ownAccount(context).accountId} order by lower(name), screen_id`);
    return { items, total: items.length, limit: ownLimits(context).savedScreens };
  },
});
