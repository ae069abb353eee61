import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { lists } from '../kit/channels.ts';
import { clockAhead } from '../kit/clock-ahead.ts';
import { discoverEach, emptyDiscovery, fetchAddress } from '../kit/discovery.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient } from '../kit/source.ts';
import { canonicalKeyOfCode, companies, LIST_URL } from './companies.ts';

const HOST = 'www.asx.com.au';

/** The companies listed on the Australian Securities Exchange. */
export const asx = registry({
  id: 'asx',
  publisher: 'ASX Limited (Australian Securities Exchange)',
  url: 'https://www.asx.com.au/markets/trade-our-cash-market/directory',
  licence: 'No open licence: for the operator’s own use, do not redistribute',
  // No limit is published.
  requestsPerSecond: 0.5,
  hosts: [HOST],
  clock: clockAhead(10),
  precedence: { companies: 10 },
  documents: [companies],
  channels: {
    companies: lists({
      host: HOST,
      cron: '30 5 * * 1-6',
      timeZone: 'Australia/Sydney',
      tasks: () => [companies.task({})],
    }),
  },
  named: discoverNamed,
});

async function discoverNamed(client: RegistryClient, { names }: NamedRequest): Promise<Discovery> {
  const document = await fetchAddress(client, LIST_URL);
  const listed = document && companies.read(document.bytes, new AnomalyLog('asx', LIST_URL), {});
  if (!listed) throw new AsfiledError('upstream_error', 'asx returned no list of companies (ASXListedCompanies.csv).');
  const discovery = { ...emptyDiscovery(), tasks: [companies.task({})] };
  const keys = new Set(listed.map(({ canonicalKey }) => canonicalKey));
  return discoverEach(names, discovery, 'share', async name => {
    const code = name.trim().toUpperCase().replace(/^ASX:/, '');
    return keys.has(canonicalKeyOfCode(code)) ? null : { notFound: `unknown ${name}: the exchange lists no such code` };
  });
}
