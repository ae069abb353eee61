import { z } from 'zod';
import { fromCursor, toCursor } from '../../domain/kit/cursors.ts';
import { instant } from '../../domain/kit/fields.ts';
import { limit, text } from '../../domain/kit/input-fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { AUDIT_KINDS, listAudit } from '../audit/audit-log.ts';
import { ACTORS, describeBrowser } from '../audit/visitor.ts';
import { ownAccount, ownRead } from '../views/own-account.ts';
import { plan } from '../views/user-shapes.ts';

export const listAuditEvents = operation({
  name: 'listAuditEvents',
  route: 'GET /api/user/audit',
  tool: { none: 'the audit log is for the account owner' },
  summary: 'List security events',
  description:
    'The audit log of the account, newest first: sign-ins, failed sign-ins, sessions, and changes of password, two-step sign-in, keys, connected apps and plan, each with the person or key that caused it and the IP address. Entries never change and are retained for 400 days. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: ['invalid_cursor'],
  input: z.strictObject({
    limit: limit(200, 50),
    cursor: text(256).optional().describe('next_cursor of the previous page.'),
  }),
  output: z
    .object({
      items: z.array(
        z
          .object({
            event_id: z.string(),
            occurred_at: instant,
            kind: z.enum(AUDIT_KINDS),
            actor: z
              .enum(ACTORS)
              .describe('owner: somebody who signed in or tried to. operator: a command on the server.'),
            actor_id: z.string().nullable().describe('The key_id of a key, the client_id of an app; null for others.'),
            address: z.string().nullable().describe('The IP address of the request; null for commands.'),
            browser: z.string().nullable().describe('Firefox on Windows; null if unknown.'),
            subject_id: z
              .string()
              .nullable()
              .describe('The key_id or client_id that the event is about; null if none.'),
            subject_name: z.string().nullable().describe('The name of that key or app; null if none.'),
            plan_before: plan.nullable().describe('plan_changed: the previous plan; null for other kinds.'),
            plan_after: plan.nullable().describe('plan_changed: the new plan; null for other kinds.'),
          })
          .meta({ id: 'UserAuditEvent' }),
      ),
      next_cursor: z.string().nullable().describe('Null on the last page.'),
    })
    .meta({ id: 'UserAuditOut' }),
  example: { limit: 20 },
  async run(context, input) {
    const { accountId } = ownAccount(context);
    const before =
      input.cursor === undefined ? null : fromCursor('listAuditEvents', accountId, input.cursor, position)[0];
    const events = await listAudit(context.db, { accountId, before, limit: input.limit + 1 });
    const shown = events.slice(0, input.limit);
    const last = shown.at(-1);
    return {
      items: shown.map(({ details, ...event }) => ({
        event_id: event.eventId,
        occurred_at: event.occurredAt,
        kind: event.kind,
        actor: event.actor,
        actor_id: event.actorId,
        address: event.address,
        browser: describeBrowser(event.userAgent),
        subject_id: details.id ?? null,
        subject_name: details.name ?? null,
        plan_before: plan.safeParse(details.planBefore).data ?? null,
        plan_after: plan.safeParse(details.planAfter).data ?? null,
      })),
      next_cursor:
        last === undefined || events.length <= input.limit
          ? null
          : toCursor('listAuditEvents', accountId, [last.eventId]),
    };
  },
});

const position = z.tuple([z.string().regex(/^\d{1,18}$/)]);
