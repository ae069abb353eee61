import { z } from 'zod';
import { ownAccount } from '../../../../accounts/views/own-account.ts';
import { sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { JsonText, operation } from '../../../kit/operation.ts';
import { MANIFEST_RETENTION_DAYS } from '../store.ts';
import { panelManifest } from '../views/panel-manifest.ts';

export const getPanelManifest = operation({
  name: 'getPanelManifest',
  route: 'GET /api/v1/panel/{panel_id}/manifest',
  tool: { none: 'panels are for programs' },
  summary: 'Manifest of an exported panel',
  description: `Describes a panel of exportPanel that the account read to its end: columns with units and formulas, the version of the rules, for each day the instant until which records count and the number of companies and null values, and the number of rows and bytes with the SHA-256 digest of the bytes. Kept for ${MANIFEST_RETENTION_DAYS} days. Free. 404 if the response was not complete.`,
  tag: 'Companies',
  plan: 'free',
  credits: 0,
  errors: ['not_found'],
  input: z.strictObject({ panel_id: z.uuid().describe('Id of the panel, from the header Link of its response.') }),
  output: panelManifest,
  example: { panel_id: '00000000-0000-4000-8000-000000000000' },
  async run(context, { panel_id }) {
    const { accountId } = ownAccount(context);
    const row = await context.db.queryOne<{ manifest: string }>(sql`
      select manifest from panels where panel_id = ${panel_id} and account_id = ${accountId}`);
    if (row === null) throw new AsfiledError('not_found', `No complete panel ${panel_id} of this account is stored.`);
    return new JsonText(row.manifest);
  },
});
