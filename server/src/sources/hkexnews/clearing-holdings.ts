import { Parser } from 'htmlparser2';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { readFormAddress } from '../kit/http/form-address.ts';
import { statedDate } from '../kit/pdf/published-filing.ts';
import type { RegistryClient, SentForm, SourceDocument } from '../kit/source.ts';
import { canonicalKeyOfStock, stockCode } from './stock-codes.ts';
import { pageFault } from './stocks.ts';

const FORM = 'https://www3.hkexnews.hk/sdw/search/searchsdw.aspx';

/** The page of the form; with `#00700`, the task to request the holdings of a stock. */
export const clearingForm = documentKind({
  address: address(`${FORM}#{code?}`),
  states: 'the fields that a request for holdings repeats',
  task: 'holdings',
  key: ({ code }) => code,
  read: () => null,
  validate: bytes => pageFault(bytes, /txtStockCode/),
  fetch: (client, url) => requestHoldings(client, url.slice(url.indexOf('#') + 1)),
});

/**
 * Who holds a stock in the clearing system on a day. Holdings are read for their anomalies: the model has no place for them
 * yet.
 */
export const clearingHoldings = documentKind({
  address: address(`${FORM}@@txtShareholdingDate={date?}&txtStockCode={code?}`),
  source: 'holdings/{code}/{date}',
  named: ({ date }) => ({ date: date.replaceAll('/', '-') }),
  states: 'custodians of a stock: checked, not stored',
  task: 'holdings',
  read: parseClearingHoldings,
  map: ({ code }, { source }) => [emptyRecords(canonicalKeyOfStock(code), source)],
  repeats: 'newest',
  validate: bytes => pageFault(bytes, /txtStockCode/),
  // A recorded address has every field of the page.
  fetch: (client, url) => client.post(FORM, divideForm(readFormAddress(url)?.fields ?? {})),
});

/** The fields of a request; the page of the form fills all others. */
const OWN_FIELDS = ['txtShareholdingDate', 'txtStockCode'];

/** Requests the holdings of the newest day: first the page of the form, then the form with its hidden fields. */
async function requestHoldings(client: RegistryClient, code: string): Promise<SourceDocument | null> {
  const page = await client.get(FORM);
  if (page === null) return null;
  const fields = { ...inputsOf(page.bytes.toString('utf8')), __EVENTTARGET: 'btnSearch', txtStockCode: code };
  return client.post(FORM, divideForm(fields));
}

function divideForm(all: Readonly<Record<string, string>>): SentForm {
  const entries = Object.entries(all);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => OWN_FIELDS.includes(name))),
    hidden: Object.fromEntries(entries.filter(([name]) => !OWN_FIELDS.includes(name))),
  };
}

/** Every named field of a page, with its value. */
function inputsOf(html: string): Record<string, string> {
  const inputs: Record<string, string> = {};
  const parser = new Parser({
    onopentag(tag, { name, value = '' }) {
      if (tag === 'input' && name !== undefined) inputs[name] = value;
    },
  });
  parser.end(html);
  return inputs;
}

/** A participant of the clearing system: a custodian, never the owner. */
export interface ClearingHolding {
  /** `C00019`; null for investors who consent to be named. */
  participantId: string | null;
  name: string;
  address: string | null;
  /** Whole shares, as digits. */
  shares: string;
  /** Of all issued shares, as printed: `17.05`; null if absent. */
  pctOfIssued: string | null;
}

/** Who holds a stock in the clearing system at the end of a day (`searchsdw.aspx`). */
export interface ClearingHoldings {
  code: string;
  date: IsoDate;
  /** Shares of all participants, unnamed ones included; null if the page has no summary. */
  totalShares: string | null;
  issuedShares: string | null;
  participantsCount: number | null;
  holdings: ClearingHolding[];
}

/**
 * Reads the page of a stock's holdings in the clearing system, in the layouts of 2019 and 2026. Null, with an anomaly, if
 * it is no such page (`unexpected_document`) or the registry has no holdings of the stock (`no_holdings`).
 */
export function parseClearingHoldings(bytes: Buffer, log: AnomalyLog): ClearingHoldings | null {
  const page = readPage(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  const code = stockCode(page.inputs.get('txtStockCode') ?? '');
  const date = statedDate((page.inputs.get('txtShareholdingDate') ?? '').replaceAll('/', '-'));
  if (code === null || date === null) {
    log.add('unexpected_document', '', 'a page without stock code and day');
    return null;
  }
  if (page.total === null && page.rows.length === 0) {
    log.add('no_holdings', code, `nothing held on ${date}`);
    return null;
  }
  const holdings = page.rows.flatMap((row, at) => {
    const shares = digitsOf(row.get('col-shareholding') ?? '');
    const name = row.get('col-participant-name') ?? '';
    if (shares === null || name === '') {
      log.add('unreadable_row', `row ${at + 1}`, [...row.values()].join(' | '));
      return [];
    }
    const pct = (row.get('col-shareholding-percent') ?? '').replace(/\s*%$/, '');
    return [
      {
        participantId: row.get('col-participant-id') || null,
        name,
        address: row.get('col-address') || null,
        shares,
        pctOfIssued: /^\d+(?:\.\d+)?$/.test(pct) ? pct : null,
      },
    ];
  });
  const [totalShares, participants] = page.total ?? [];
  return {
    code,
    date,
    totalShares: digitsOf(totalShares ?? ''),
    issuedShares: digitsOf(page.issued ?? ''),
    participantsCount: digitsOf(participants ?? '') === null ? null : Number(digitsOf(participants ?? '')),
    holdings,
  };
}

/** `1,212,902,376` → `1212902376`; null if the text is not a whole number. */
function digitsOf(text: string): string | null {
  const plain = text.replaceAll(',', '').trim();
  return /^\d+$/.test(plain) ? plain : null;
}

interface Page {
  inputs: Map<string, string>;
  /** Cells of each row of participants, by the class of their column. */
  rows: Map<string, string>[];
  /** Values of the row of totals. */
  total: string[] | null;
  issued: string | null;
}

const COLUMN = /\bcol-(?:participant-id|participant-name|address|shareholding-percent|shareholding)\b/;

function readPage(html: string): Page {
  const page: Page = { inputs: new Map(), rows: [], total: null, issued: null };
  let row: Map<string, string> | null = null;
  let column: string | null = null;
  let text: string | null = null;
  let isTotal = false;
  const parser = new Parser({
    onopentag(name, { id, value, class: classes = '' }) {
      if (name === 'input' && id !== undefined) page.inputs.set(id, value ?? '');
      if (name === 'tr') row = new Map();
      if (name === 'td') column = COLUMN.exec(classes)?.[0] ?? null;
      if (classes.includes('ccass-search-datarow')) isTotal = classes.includes('ccass-search-total');
      if (/\b(?:mobile-list-body|value|summary-value)\b/.test(classes)) text = '';
    },
    ontext(part) {
      if (text !== null) text += part;
    },
    onclosetag(name) {
      if (name === 'tr') {
        if (row !== null && row.size > 0) page.rows.push(row);
        row = null;
      }
      if (name === 'td') column = null;
      if (name !== 'div' || text === null) return;
      const value = text.replace(/\s+/g, ' ').trim();
      text = null;
      if (row !== null && column !== null) row.set(column, value);
      else if (isTotal && (page.total?.length ?? 0) < 3) page.total = [...(page.total ?? []), value];
      else if (isTotal) page.issued ??= value;
    },
  });
  parser.end(html);
  return page;
}
