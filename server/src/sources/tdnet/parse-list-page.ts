import { Parser } from 'htmlparser2';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { pageOf } from './addresses.ts';

/** A row of a day's list. */
export interface Disclosure {
  /** `20:30`, Japan. */
  time: string;
  /** Five characters. */
  securitiesCode: string;
  name: string;
  title: string;
  /** Names of the linked documents; null where there is none. */
  pdf: string | null;
  xbrl: string | null;
  /** Letters of exchanges: `東`, `東名`. */
  places: string;
  /** `更新`, `削除`; empty as a rule. */
  history: string;
}

/** A page of a day's list with what it says of the whole. */
export interface ListPage {
  rows: Disclosure[];
  /** Rows of the day; null where the page doesn't say. */
  total: number | null;
  pages: number;
}

const CELLS = ['kjTime', 'kjCode', 'kjName', 'kjTitle', 'kjXbrl', 'kjPlace', 'kjHistroy'] as const;
type Cell = (typeof CELLS)[number];
const MOST_ROWS = 1_000;

/** Reads a page of a day's list by the classes of its cells. Rows that lack a cell, or a code or time in it, are told. */
export function parseListPage(bytes: Buffer, url: string, log: AnomalyLog): ListPage {
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
  const own = pageOf(url)?.page ?? 1;
  if (rows.length === 0 && total === undefined) log.add('not_a_list', '', html.slice(0, 100));
  return { rows, total: total === undefined ? null : Number(total), pages: Math.max(own, ...pages) };
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
    const cell = CELLS.find(one => className.split(/\s+/).includes(one)) ?? null;
    if (cell === 'kjTime' && this.rows.length < MOST_ROWS) this.rows.push({ texts: new Map(), links: new Map() });
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

/** Links are names beside the list; others lead elsewhere and are not followed. */
function nameOf(href: string | undefined): string | null {
  return href !== undefined && /^[0-9A-Za-z_-]+\.(?:pdf|zip)$/.test(href) ? href : null;
}
