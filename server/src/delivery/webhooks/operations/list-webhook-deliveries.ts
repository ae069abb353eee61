import { z } from 'zod';
import { ownRead } from '../../../accounts/views/own-account.ts';
import { empty, type Sql, sql } from '../../../db/database.ts';
import { fromCursor, toCursor } from '../../../domain/kit/cursors.ts';
import { DELIVERED_EVENT_TYPES } from '../../../domain/kit/event-types.ts';
import { limit, moment, text } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, ownWebhook, toDelivery } from '../webhook-rows.ts';
import { delivery, deliveryStatus, webhookId } from '../webhook-shapes.ts';

const input = z.strictObject({
  webhook_id: webhookId,
  status: deliveryStatus.optional().describe('Only deliveries with this status.'),
  event: z
    .enum([...DELIVERED_EVENT_TYPES, 'webhook.test'])
    .optional()
    .describe('Only deliveries of this event type.'),
  since: moment.optional().describe('Only deliveries created at or after this time.'),
  limit: limit(100, 50),
  cursor: text(512).optional().describe('next_cursor of the previous page; all other parameters must be the same.'),
});

export const listWebhookDeliveries = operation({
  name: 'listWebhookDeliveries',
  route: 'GET /api/user/webhooks/{webhook_id}/deliveries',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'List the deliveries of a webhook',
  description:
    'The deliveries of the last 30 days, newest first, with the time, duration and result of each attempt. Pagination by next_cursor is stable while new deliveries arrive. Get a single delivery for its requests and responses.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownRead,
  errors: ['not_found', 'invalid_cursor'],
  input,
  output: z
    .object({ items: z.array(delivery), next_cursor: z.string().nullable().describe('Null on the last page.') })
    .meta({ id: 'UserWebhookDeliveryListResponse' }),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', status: 'failed' },
  async run(context, { cursor, limit: size, ...question }) {
    await ownWebhook(context.db, context, question.webhook_id);
    const after =
      cursor === undefined ? empty : afterPlace(fromCursor('listWebhookDeliveries', question, cursor, place));
    const rows = await context.db.query<DeliveryRow>(sql`
      select ${DELIVERY_COLUMNS} from webhook_deliveries
      where webhook_id = ${question.webhook_id}
        ${question.status === undefined ? empty : sql`and status = ${question.status}`}
        ${question.event === undefined ? empty : sql`and event_type = ${question.event}`}
        ${question.since === undefined ? empty : sql`and created_at >= ${question.since}`}
        ${after}
      order by created_at desc, delivery_id limit ${size + 1}::integer`);
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    return {
      items: page.map(toDelivery),
      next_cursor:
        last === undefined ? null : toCursor('listWebhookDeliveries', question, [last.created_at, last.delivery_id]),
    };
  },
});

const place = z.tuple([moment, z.uuid()]);

function afterPlace([createdAt, deliveryId]: z.infer<typeof place>): Sql {
  return sql`and created_at <= ${createdAt} and (created_at < ${createdAt} or delivery_id > ${deliveryId})`;
}
