import { appendAll } from '../../kernel/append-all.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { lists } from '../kit/channels.ts';
import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import { withBulkFiles } from '../kit/or-missing.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient } from '../kit/source.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { saoPaulo } from './filings.ts';
import { register } from './register.ts';
import { DOCUMENT_TYPES } from './table-names.ts';
import { isZip, yearTables, yearUrl } from './year-tables.ts';

const HOST = 'dados.cvm.gov.br';

/** The companies under the Brazilian securities commission, and the tables that it makes of their filings. */
export const cvm = registry({
  id: 'cvm',
  publisher: 'Comissão de Valores Mobiliários',
  url: 'https://dados.cvm.gov.br',
  licence: 'Open Database License (ODbL); https://dados.cvm.gov.br',
  requestsPerSecond: 1,
  hosts: [HOST],
  knownAtOfDay: saoPaulo.endOf,
  precedence: { cadastro: 10, 'fca/': 20, 'fre/': 30, 'dfp/': 40, 'itr/': 50, 'ipe/': 60 },
  documents: [register, yearTables],
  channels: {
    register: lists({
      host: HOST,
      cron: '0 8 * * *',
      timeZone: 'America/Sao_Paulo',
      tasks: () => [register.task({})],
    }),
    documents: {
      host: HOST,
      cron: '0 9 * * 1,4',
      timeZone: 'America/Sao_Paulo',
      read: client => discoverYears(client, null),
      readAll: discoverYears,
    },
  },
  named: async (_, request) => discoverNamed(request),
  discoverRecorded,
  planBulk,
  splitBulk,
});

function discoverNamed({ ids, tickers }: NamedRequest): Discovery {
  const reason = 'cvm publishes tables of all companies only: omit the name, or load a zip with --bulk';
  return { ...emptyDiscovery(), missing: [...ids, ...tickers].map(key => ({ kind: 'company', key, reason })) };
}

/**
 * The tables of the years since a day; without a day, of this year and the one before, which is still being completed. They
 * are bulk files, too large to be held in memory. A year that has not begun has none.
 */
function discoverYears(client: RegistryClient, since: IsoDate | null): Promise<Discovery> {
  const last = Number(saoPaulo.dateAt(client.now()).slice(0, 4));
  const first = since === null ? last - 1 : Number(since.slice(0, 4));
  const urls: string[] = [];
  for (let year = first; year <= last; year++)
    appendAll(
      urls,
      DOCUMENT_TYPES.map(type => yearUrl(type, year)),
    );
  return withBulkFiles(client, emptyDiscovery(), 'cvm', urls);
}

async function discoverRecorded(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const zips: string[] = [];
  for (const url of urls) {
    const source = (register.open(url) ?? yearTables.open(url))?.source;
    if (source == null) continue;
    if (isZip(url)) zips.push(url);
    else discovery.tasks.push(urlTask(source.replace(/\/.*/, ''), url, [url]));
  }
  return withBulkFiles(client, discovery, 'cvm', zips);
}
