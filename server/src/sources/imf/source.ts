import { isVintage } from '../../domain/markets/macro/model/world-outlook.ts';
import { discoverByName, FILES_PRECEDENCE, files, fileTask } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import type { Task } from '../kit/source.ts';
import { messages, reports } from './outlook.ts';
import { fullFileUrl, IMF_HOST, PORTAL_HOST, portalUrl } from './vintages.ts';

/** The World Economic Outlook database of the International Monetary Fund. */
export const imf = registry({
  id: 'imf',
  publisher: 'International Monetary Fund',
  url: 'https://www.imf.org/en/Publications/SPROLLs/world-economic-outlook-databases',
  licence:
    '© International Monetary Fund: use with attribution, commercial use by its terms; https://www.imf.org/external/terms.htm',
  requestsPerSecond: 0.5,
  hosts: [IMF_HOST, PORTAL_HOST],
  access: [{ host: PORTAL_HOST, headers: { accept: 'application/vnd.sdmx.structurespecificdata+xml;version=2.1' } }],
  precedence: FILES_PRECEDENCE,
  documents: [messages, reports],
  channels: {
    // Published in April and October, and corrected in between. Earlier vintages are requested by name.
    outlook: files({
      host: PORTAL_HOST,
      cron: '30 15 * * 3',
      timeZone: 'America/New_York',
      urls: () => [portalUrl('*')],
    }),
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'name a vintage (--id 2023-10), or a country for its newest series (--id SVK)',
      tasksOf,
    }),
});

function tasksOf(name: string): Task[] {
  if (isVintage(name)) return [fileTask(fullFileUrl(name))];
  return /^[A-Za-z]{3}$/.test(name) ? [fileTask(portalUrl(name.toUpperCase()))] : [];
}
