import { Parser } from 'htmlparser2';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { statedDate } from '../kit/pdf/published-documents.ts';
import { stockCode } from './stock-codes.ts';

/** A participant of the clearing system: a custodian, never the owner. */
export interface ClearingHolding {
  /** `C00019`; null for investors who consent to be named. */
  participantId: string | null;
  name: string;
  address: string | null;
  /** Whole shares, as digits. */
  shares: string;
  /** Of all issued shares, as printed: `17.05`; null where none is. */
  pctOfIssued: string | null;
}

/** Who holds a stock in the clearing system at the end of a day (`searchsdw.aspx`). */
export interface ClearingHoldings {
  code: string;
  date: IsoDate;
  /** Shares of all participants, those too that are not named; null where the page has no summary. */
  totalShares: string | null;
  issuedShares: string | null;
  participantsCount: number | null;
  holdings: ClearingHolding[];
}

/**
 * Reads the page of a stock's holdings in the clearing system, of the layouts of 2019 and 2026. Null, with an anomaly,
 * where it is no such page, and `no_holdings` where the registry has none of that stock.
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

/** `1,212,902,376` → `1212902376`; null where the text is no whole number. */
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
