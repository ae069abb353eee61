import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, formOfAnswer, startOf } from '../kit/http/answer-form.ts';
import { publisherSource } from '../kit/publisher.ts';
import { type PriceColumns, parsePriceTable } from '../kit/rates/price-table.ts';
import type { ResponseFault, Source } from '../kit/source.ts';
import { historyUrl, POLISH_HOST, pricedBy, STOOQ_HOST, symbolAt, symbolOf, symbolOfFile } from './symbols.ts';

/** Columns as the English and the Polish site call them, and as people who kept the files do. Closes are restated for all that came later. */
const COLUMNS: PriceColumns = {
  date: ['date', 'data', 'fecha', '<date>'],
  closes: { adjusted: ['close', 'zamkniecie', 'cierre', '<close>'] },
  volume: ['volume', 'wolumen', 'volumen', '<vol>'],
};

/** Stooq: daily closes of shares and indexes, restated for splits and dividends. It has no companies and no filings. */
export const stooq: Source = publisherSource({
  description: {
    registry: 'stooq',
    publisher: 'Stooq',
    url: 'https://stooq.com/db/h/',
    licence: 'No public licence: for the operator’s own use, nothing may be passed on; https://stooq.com/terms.html',
    // No limit is published; addresses that ask for much are refused for a day.
    requestsPerSecond: 0.5,
    hosts: [STOOQ_HOST, POLISH_HOST],
    access: [
      {
        host: STOOQ_HOST,
        key: {
          setting: 'ASFILED_STOOQ_KEY',
          place: { kind: 'query', name: 'apikey' },
          from: 'free, for the operator’s own use, at https://stooq.com/q/d/?s=spy.us&get_apikey',
        },
      },
    ],
  },
  // Closes are asked for by symbol alone: nothing is fetched that the operator has not named.
  schedule: [],
  isFile: url => symbolAt(url) !== null,
  validateResponse,
  urlsSince: () => [],
  urlsOf: name => {
    const symbol = symbolOf(name);
    return symbol === null ? null : [historyUrl(symbol)];
  },
  identifyImport: name => {
    const symbol = symbolOfFile(name);
    return symbol === null ? null : historyUrl(symbol);
  },
  parse: parseHistory,
  expectation: () => ({ min: 1, max: 1 }),
  namedReason: 'a share is called by its symbol (aapl.us, 7203.jp), an index by its own (^spx)',
});

/** Without a key, after too many requests and for machines that it takes for robots the site answers with pages and sentences. */
function validateResponse(_url: string, bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  if (/^"?<?(?:date|data)\b/i.test(start)) return null;
  const detail = start.slice(0, 200);
  if (/daily hits limit|limit/i.test(detail)) return { kind: 'limit_reached', detail, action: 'back_off' };
  if (/^no data|^brak danych/i.test(start)) return { kind: 'no_data', detail, action: 'absent' };
  if (/get_apikey|api ?key/i.test(start)) return { kind: 'key_refused', detail, action: 'reject_key' };
  const form = formOfAnswer(bytes);
  if (form === 'empty') return failed('empty_answer', 'no bytes');
  return failed(form === 'markup' ? 'html_instead_of_text' : 'unexpected_document', detail);
}

/** The closes of one file. */
export function parseHistory(url: string, bytes: Buffer, log: AnomalyLog): PublishedRecords {
  const symbol = symbolAt(url);
  const priced = symbol === null ? null : pricedBy(symbol);
  if (symbol === null || priced === null || formOfAnswer(bytes) !== 'text') {
    log.add('unexpected_document', '', startOf(bytes).slice(0, 200));
    return {};
  }
  const table = parsePriceTable(bytes.toString('utf8'), COLUMNS, log);
  return table === null || table.bars.days.length === 0 ? {} : { priceSeries: [{ symbol, ...priced, ...table }] };
}
