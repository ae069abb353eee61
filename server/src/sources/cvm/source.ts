import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { appendAll } from '../../kernel/lists.ts';
import { lists } from '../kit/channels.ts';
import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import { withBulkFiles } from '../kit/or-missing.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { BulkPiece, BulkPlan, BulkReader, Discovery, RegistryClient } from '../kit/source.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { saoPaulo } from './filings.ts';
import { readTableLines } from './read-table.ts';
import { register } from './register.ts';
import { DOCUMENT_TYPES, tableNameOf } from './table-names.ts';
import { cnpjPlaceOf, isReadTable, isZip, yearTables, yearUrl } from './year-tables.ts';

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

/** Plans the zip of one type of documents and year (`dfp_cia_aberta_2023.zip`): tables over many companies. */
async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  const name = reader.members.map(tableNameOf).find(found => found !== null);
  return name === undefined || name === null ? null : { kind: 'tables', name: `${name.type}/${name.year}` };
}

/** Gives each company its rows of each table that is read, under the header. */
async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  for (const member of reader.members.filter(isReadTable)) {
    const part = `${tableNameOf(member)?.table}.csv`;
    const given = new Set<string>();
    let header = '';
    let place = -1;
    for await (const lines of readTableLines(reader.stream(member))) {
      const pieces: BulkPiece[] = [];
      for (const line of lines) {
        if (header === '') {
          header = line;
          place = cnpjPlaceOf(line);
          if (place < 0) log.add('missing_column', member, 'CNPJ_CIA');
          continue;
        }
        if (place < 0 || line === '') continue;
        const number = cnpj(line.split(';')[place] ?? '');
        if (number === null) {
          log.add('bad_row', member, line);
          continue;
        }
        // The header goes before the first row of each company.
        const text = given.has(number) ? `${line}\n` : `${header}\n${line}\n`;
        given.add(number);
        pieces.push({ issuerKey: canonicalKeyOfCnpj(number), part, text });
      }
      yield pieces;
    }
  }
}

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
