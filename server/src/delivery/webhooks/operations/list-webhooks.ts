import { z } from 'zod';
import { ownAccount, ownRead } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../webhook-rows.ts';
import { webhook } from '../webhook-shapes.ts';

export const listWebhooks = operation({
  name: 'listWebhooks',
  route: 'GET /api/user/webhooks',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'List webhooks',
  description:
    'The webhooks of the account, oldest first, without secrets. A webhook that the service deactivated states the reason.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z.array(webhook),
  example: {},
  async run(context) {
    const rows = await context.db.query<WebhookRow>(sql`
      select ${WEBHOOK_COLUMNS} from webhooks where account_id = ${ownAccount(context).accountId}
      order by created_at, webhook_id`);
    return rows.map(row => toWebhook(row, null));
  },
});
