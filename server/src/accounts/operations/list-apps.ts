import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { SCOPES } from '../account.ts';
import { listApps as readApps } from '../oauth/apps.ts';
import { ownAccount, ownRead } from '../views/own-account.ts';

const app = z
  .object({
    client_id: z.string(),
    name: z.string().describe('The name that the app declares.'),
    host: z.string().describe('The host of its redirect address, or "this computer".'),
    scopes: z.array(z.enum(SCOPES)),
    connected_at: z.string(),
    last_used_at: z.string().nullable().describe('Time of the last call, to the minute.'),
  })
  .meta({ id: 'UserApp' });

export const listApps = operation({
  name: 'listApps',
  route: 'GET /api/user/apps',
  tool: { none: 'only the account owner manages connected apps' },
  summary: 'List connected apps',
  description:
    'OAuth clients with access to the account, most recently used first, with their scopes. API keys are listed separately.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(app) }).meta({ id: 'UserAppListResponse' }),
  example: {},
  async run(context) {
    const apps = await readApps(context.db, ownAccount(context).accountId, context.now);
    return {
      items: apps.map(({ clientId, name, host, scopes, connectedAt, lastUsedAt }) => ({
        client_id: clientId,
        name,
        host,
        scopes,
        connected_at: connectedAt,
        last_used_at: lastUsedAt,
      })),
    };
  },
});
