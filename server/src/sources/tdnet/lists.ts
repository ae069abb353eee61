import { Parser } from 'htmlparser2';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { maxOf } from '../../kernel/lists.ts';
import { address } from '../kit/address.ts';
import { japanClock } from '../kit/clock-ahead.ts';
import { documentKind, type Mapped, type MappedDocument } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import { disclosureOf, documentUrl, PAGES, tokyoIssuer } from './addresses.ts';

/** A page of a day's list; pages count from 1 and hold 100 rows. A company may be on several pages of a day. */
export const listPages = documentKind({
  address: address(`${PAGES}I_list_{page}_{year}{month}{day}.html`, {
    page: /\d{3}/,
    year: /\d{4}/,
    month: /\d{2}/,
    day: /\d{2}/,
  }),
  source: 'list/{year}-{month}-{day}/{page}',
  states: 'companies with their exchanges, and what they disclosed',
  read: (bytes, log, { page }) => parseListPage(bytes, log, Number(page)),
  map: mapPage,
  validate(bytes) {
    const form = wrongForm(bytes, ['markup']);
    if (form !== null) return form;
    const isList = /kaijiSum|main-list-table/.test(bytes.toString('latin1'));
    return isList ? null : failed('not_a_list', startOf(bytes).slice(0, 200));
  },
  expect: { issuers: { min: 1, max: 200 } },
  accepts: 'pages of lists',
  identify({ name, bytes }) {
    const text = bytes.toString('utf8');
    const [found, year = '', month = '', day = ''] = /id="kaiji-date-1">(\d{4})年(\d{2})月(\d{2})日/.exec(text) ?? [];
    if (found === undefined || !text.includes('main-list-table')) return null;
    return { page: /I_list_(\d{3})_/.exec(name)?.[1] ?? '001', year, month, day };
  },
});

/** The URL of a page of a day. */
export function listUrl(date: IsoDate, page: number): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return listPages.url({ page: String(page).padStart(3, '0'), year, month, day });
}

/** The day of a page of a list; null for other URLs. */
export function dayOfList(url: string): IsoDate | null {
  return /^list\/([\d-]+)\//.exec(listPages.open(url)?.source ?? '')?.[1] ?? null;
}

/** A row of a day's list. */
export interface Disclosure {
  /** `20:30`, Japan. */
  time: string;
  /** Five characters. */
  securitiesCode: string;
  name: string;
  title: string;
  /** Names of the linked documents; null if there is none. */
  pdf: string | null;
  xbrl: string | null;
  /** Letters of exchanges: `東`, `東名`. */
  places: string;
  /** `更新`, `削除`; usually empty. */
  history: string;
}

/** A page of a day's list, with its statements about the whole list. */
export interface ListPage {
  rows: Disclosure[];
  /** Rows of the day; null if the page does not state it. */
  total: number | null;
  pages: number;
}

const CELLS = ['kjTime', 'kjCode', 'kjName', 'kjTitle', 'kjXbrl', 'kjPlace', 'kjHistroy'] as const;
type Cell = (typeof CELLS)[number];
const MAX_ROWS = 1_000;

/** Reads a page of a day's list by the classes of its cells. Rows that lack a cell, a code or a time are anomalies. */
export function parseListPage(bytes: Buffer, log: AnomalyLog, page: number): ListPage {
  const html = bytes.toString('utf8');
  const reader = new RowReader();
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true });
  parser.write(html);
  parser.end();
  const rows: Disclosure[] = [];
  for (const [at, row] of reader.rows.entries()) {
    const missing = CELLS.filter(cell => !row.texts.has(cell));
    const disclosure = toDisclosure(row);
    if (missing.length > 0) log.add('changed_columns', `row ${at + 1}`, `no cell ${missing.join(', ')}`);
    else if (disclosure === null) log.add('bad_row', `row ${at + 1}`, [...row.texts.values()].join(' '));
    else rows.push(disclosure);
  }
  const total = /全\s*(\d+)\s*件/.exec(html)?.[1];
  const pages = [...html.matchAll(/I_list_(\d{3})_\d{8}\.html/g)].map(match => Number(match[1]));
  if (rows.length === 0 && total === undefined) log.add('not_a_list', '', html.slice(0, 100));
  return { rows, total: total === undefined ? null : Number(total), pages: Math.max(page, maxOf(pages)) };
}

interface ReadRow {
  texts: Map<Cell, string>;
  links: Map<Cell, string>;
}

class RowReader {
  readonly rows: ReadRow[] = [];
  #cell: Cell | null = null;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'td') this.#openCell(attributes.class ?? '');
    const row = this.rows.at(-1);
    if (name === 'a' && this.#cell !== null && row !== undefined) row.links.set(this.#cell, attributes.href ?? '');
  }

  ontext(text: string): void {
    const row = this.rows.at(-1);
    if (this.#cell !== null && row !== undefined) row.texts.set(this.#cell, (row.texts.get(this.#cell) ?? '') + text);
  }

  onclosetag(name: string): void {
    if (name === 'td') this.#cell = null;
  }

  /** The time begins a row. */
  #openCell(className: string): void {
    const cell = CELLS.find(cell => className.split(/\s+/).includes(cell)) ?? null;
    if (cell === 'kjTime' && this.rows.length < MAX_ROWS) this.rows.push({ texts: new Map(), links: new Map() });
    this.#cell = this.rows.length === 0 ? null : cell;
    if (cell !== null) this.rows.at(-1)?.texts.set(cell, '');
  }
}

function toDisclosure({ texts, links }: ReadRow): Disclosure | null {
  const text = (cell: Cell): string => (texts.get(cell) ?? '').replace(/[\s\u3000\u00a0]+/g, ' ').trim();
  const [time, securitiesCode] = [text('kjTime'), text('kjCode')];
  if (!/^\d{2}:\d{2}$/.test(time) || !/^[0-9A-Z]{5}$/.test(securitiesCode)) return null;
  return {
    time,
    securitiesCode,
    name: text('kjName'),
    title: text('kjTitle'),
    pdf: nameOf(links.get('kjTitle')),
    xbrl: nameOf(links.get('kjXbrl')),
    places: text('kjPlace').replaceAll(' ', ''),
    history: text('kjHistroy'),
  };
}

/** Links are file names in the folder of the list; others are not followed. */
function nameOf(href: string | undefined): string | null {
  return href !== undefined && /^[0-9A-Za-z_-]+\.(?:pdf|zip)$/.test(href) ? href : null;
}

/** Companies of a page with their disclosures. */
function mapPage(
  { rows }: ListPage,
  { source, values: { year, month, day: dayOfMonth }, log }: MappedDocument<Record<'year' | 'month' | 'day', string>>,
): Mapped {
  const day = `${year}-${month}-${dayOfMonth}`;
  const byKey = new Map<string, IssuerRecords>();
  const standings: FilingStanding[] = [];
  for (const row of rows) {
    const filing = toFiling(row, day);
    if (filing === null) {
      log.add('bad_row', `${row.securitiesCode} ${row.time}`, `${row.title}: no document of a known name`);
      continue;
    }
    // The list marks a deleted disclosure, without the day of its deletion.
    if (/削除/.test(row.history)) standings.push({ nativeId: filing.nativeId, status: 'withdrawn', since: null });
    const canonicalKey = `sec_code:${row.securitiesCode}`;
    const known = byKey.get(canonicalKey) ?? {
      ...emptyRecords(canonicalKey, source),
      // The exchange abbreviates names: ＪＦＥ, 三井住友ＦＧ.
      issuer: tokyoIssuer(canonicalKey, { kind: 'short', name: row.name }, listingsOf(row), day),
    };
    known.filings.push(filing);
    byKey.set(canonicalKey, known);
  }
  return { records: [...byKey.values()], standings };
}

/** Exchanges by the letter of the list; the first is the home of a share listed on several. */
const EXCHANGES: readonly [string, string, string][] = [
  ['東', 'XTKS', 'Tokyo Stock Exchange'],
  ['名', 'XNGO', 'Nagoya Stock Exchange'],
  ['札', 'XSAP', 'Sapporo Securities Exchange'],
  ['福', 'XFKA', 'Fukuoka Stock Exchange'],
];

function listingsOf({ securitiesCode, places }: Disclosure): Listing[] {
  if (!securitiesCode.endsWith('0')) return [];
  const ticker = securitiesCode.slice(0, 4);
  const found = EXCHANGES.filter(([letter]) => places.includes(letter));
  return found.map(([, mic, exchange], at) => ({
    ticker,
    marketId: 'jp',
    mic,
    exchange,
    currency: 'JPY',
    isHome: at === 0,
  }));
}

function toFiling(row: Disclosure, date: IsoDate): Filing | null {
  const name = row.pdf ?? row.xbrl;
  const nativeId = name === null ? null : disclosureOf(name);
  const acceptedAt = japanClock.parse(date, row.time);
  if (name === null || nativeId === null || acceptedAt === null) return null;
  const isResults = /決算短信/.test(row.title);
  return {
    registry: 'tdnet',
    nativeId,
    formType: isResults ? 'earnings' : 'disclosure',
    category: isResults ? 'earnings_release' : 'material_event',
    categoryGroup: isResults ? 'periodic' : 'corporate_action',
    filingDate: date,
    acceptedAt,
    knownAt: acceptedAt,
    periodEnd: null,
    title: row.title,
    language: 'ja',
    itemCodes: [],
    isAmendment: /^[（(]?訂正|[（(](?:数値データ)?訂正/.test(row.title),
    amends: null,
    primaryDocument: row.pdf,
    url: documentUrl(name),
    hasXbrl: row.xbrl !== null,
  };
}
