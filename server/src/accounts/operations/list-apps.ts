import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { SCOPES } from '../account.ts';
import { listApps as readApps } from '../oauth/apps.ts';
import { ownAccount } from '../views/own-account.ts';

const app = z
  .object({
    client_id: z.string(),
    name: z.string().describe('What the app calls itself.'),
    host: z.string().describe('Where its answers go: a host, or this computer.'),
    scopes: z.array(z.enum(SCOPES)),
    connected_at: z.string(),
    last_used_at: z.string().nullable().describe('When it last called, to the minute.'),
  })
  .meta({ id: 'UserApp' });

export const listApps = operation({
  name: 'listApps',
  route: 'GET /api/user/apps',
  tool: { none: 'which apps may use the account is for its holder to see' },
  summary: 'Apps that may use the account',
  description:
    'The OAuth clients that the holder of the account let in, those used last first, with what each may do. API keys are in a list of their own.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(app) }).meta({ id: 'UserAppListResponse' }),
  example: {},
  async run(context) {
    const apps = await readApps(context.db, ownAccount(context).accountId, context.now);
    return {
      items: apps.map(one => ({
        client_id: one.clientId,
        name: one.name,
        host: one.host,
        scopes: one.scopes,
        connected_at: one.connectedAt,
        last_used_at: one.lastUsedAt,
      })),
    };
  },
});
