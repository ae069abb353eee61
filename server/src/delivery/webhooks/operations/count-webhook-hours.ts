import { z } from 'zod';
import { ownRead } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { instant } from '../../../domain/kit/fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { ownWebhook } from '../webhook-rows.ts';
import { webhookId } from '../webhook-shapes.ts';

export const countWebhookHours = operation({
  name: 'countWebhookHours',
  route: 'GET /api/user/webhooks/{webhook_id}/hours',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Count the deliveries of the last 24 hours by hour',
  description:
    'For each of the last 24 hours (UTC), the current one last: the number of deliveries created in it that are now delivered, failed or pending. Excludes test pings.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownRead,
  errors: ['not_found'],
  input: z.strictObject({ webhook_id: webhookId }),
  output: z
    .object({
      items: z.array(
        z.object({
          hour: instant.describe('The start of the hour.'),
          delivered: z.int(),
          failed: z.int(),
          pending: z.int(),
        }),
      ),
    })
    .meta({ id: 'UserWebhookHoursOut' }),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11' },
  async run(context, { webhook_id }) {
    await ownWebhook(context.db, context, webhook_id);
    const items = await context.db.query<{ hour: string; delivered: number; failed: number; pending: number }>(sql`
      with counted as (
        select date_trunc('hour', created_at) as hour,
          (count(*) filter (where status = 'delivered'))::integer as delivered,
          (count(*) filter (where status = 'failed'))::integer as failed,
          (count(*) filter (where status = 'pending'))::integer as pending
        from webhook_deliveries
        where webhook_id = ${webhook_id} and event_type <> 'webhook.test'
          and created_at >= date_trunc('hour', ${context.now.toISOString()}::timestamptz) - interval '23 hours'
        group by 1
      )
      select hour, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed, coalesce(pending, 0) as pending
      from generate_series(date_trunc('hour', ${context.now.toISOString()}::timestamptz) - interval '23 hours',
        ${context.now.toISOString()}::timestamptz, interval '1 hour') as hour left join counted using (hour)
      order by hour`);
    return { items };
  },
});
