import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { decodeText } from '../../../formats/sgml/decode-text.ts';
import { parseHeader } from '../../../formats/sgml/parse-header.ts';
import { splitSubmission } from '../../../formats/sgml/split-submission.ts';
import type { HeaderEntity, SubmissionHeader } from '../../../formats/sgml/submission.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import { appendAll } from '../../../kernel/lists.ts';
import type { Parsed } from '../../kit/source.ts';
import { filingAddressOf } from '../filing-address.ts';
import { parseFolder } from '../lists/indexes.ts';
import type { NamedBytes } from '../lists/submissions.ts';
import { rawName } from './choose-primary.ts';

/** The content of a page about a filing's folder: its header, possibly partial, and its files. */
export interface FilingIndex {
  /** Null in `index.json`, which lists files alone. */
  header: SubmissionHeader | null;
  files: ListedFile[];
}

/** One file on a folder's page; null and empty if the page has no such column. */
export interface ListedFile {
  /** Empty for the documents of early filings, which are in the full submission only. */
  name: string;
  nativeType: string;
  sequence: number | null;
  title: string | null;
  byteSize: number | null;
}

/**
 * A page about a filing's folder: `index.json`, `{accession}-index.html`, `{accession}-index-headers.html` or
 * `{accession}.hdr.sgml`, identified by content. All have the same record. Never throws.
 */
export function parseFilingIndex({ source, bytes }: NamedBytes): Parsed<FilingIndex> {
  const start = bytes.toString('latin1', 0, 4096);
  if (/^\s*\{/.test(start)) return parseFolderList({ source, bytes });
  if (/<SEC-HEADER>|<IMS-HEADER>|&lt;SEC-HEADER&gt;/.test(start)) return parseHeadersPage({ source, bytes });
  return parseIndexPage({ source, bytes });
}

/** True for the name of a page about a filing's folder. */
export function isFilingIndexName(name: string): boolean {
  return /^(?:index\.json|\d{10}-\d{2}-\d{6}(?:-index\.html?|-index-headers\.html?|\.hdr\.sgml))$/.test(name);
}

/** True for the registry's page with the header of a submission, which a saved copy may name otherwise. */
export function isHeadersPage(bytes: Buffer): boolean {
  return /^\s*<html>\s*<head>\s*<title>SEC EDGAR Submission \d{10}-/i.test(bytes.toString('latin1', 0, 256));
}

function parseFolderList(named: NamedBytes): Parsed<FilingIndex> {
  const { records, anomalies } = parseFolder(named);
  const files = records.map(({ name, byteSize }) => ({ name, nativeType: '', sequence: null, title: null, byteSize }));
  return { records: { header: null, files }, anomalies };
}

/** The header with tags is in a comment; the page repeats it indented, with the heads of documents as text. */
function parseHeadersPage({ source, bytes }: NamedBytes): Parsed<FilingIndex> {
  const log = new AnomalyLog('sec-edgar', source);
  const text = decodeText(bytes);
  const comment = /<!--\s*(<(?:SEC|IMS)-HEADER>[\s\S]*?)-->/.exec(text);
  const listing = comment === null ? text : text.slice((comment.index ?? 0) + comment[0].length);
  const page = splitSubmission(Buffer.from(/<PRE>/i.test(listing) ? plainListing(listing) : listing));
  const tagged = comment === null ? null : parseHeader((comment[1] ?? '').split(/\r?\n/)).header;
  const header = tagged ?? page.header;
  if (header === null) log.add('unexpected_document', '', text.trim().slice(0, 200));
  const files = page.documents.map(({ fileName, type, sequence, description }) => {
    return { name: fileName ?? '', nativeType: type, sequence, title: description, byteSize: null };
  });
  return { records: { header, files }, anomalies: log.list() };
}

/** The page's text with its links left out and its signs decoded: a submission whose documents are empty. */
function plainListing(html: string): string {
  const listing = html.replace(/^[\s\S]*?<PRE>/i, '').replace(/<\/PRE>[\s\S]*$/i, '');
  return decodeHTML(listing.replace(/<a href=[^>]*>[^<]*<\/a>(?:<br>)?/gi, ''));
}

const ROLES: Readonly<Record<string, string>> = {
  filer: 'FILER',
  subject: 'SUBJECT-COMPANY',
  'filed by': 'FILED-BY',
  'filed for': 'FILED-FOR',
  issuer: 'ISSUER',
  reporting: 'REPORTING-OWNER',
  depositor: 'DEPOSITOR',
  securitizer: 'SECURITIZER',
};

/** The page for people, by the classes of its elements. */
function parseIndexPage({ source, bytes }: NamedBytes): Parsed<FilingIndex> {
  const log = new AnomalyLog('sec-edgar', source);
  const page = readPage(decodeText(bytes));
  const accession = /\d{10}-\d{2}-\d{6}/.exec(page.number)?.[0] ?? '';
  const form = /^Form\s+(\S.*)$/i.exec(page.form)?.[1]?.trim() ?? '';
  if (accession === '' || form === '') {
    log.add('unexpected_document', '', page.form || 'no page of a filing');
    return { records: { header: null, files: [] }, anomalies: log.list() };
  }
  const info = (title: string) => page.info.get(title) ?? '';
  const lines = [
    `ACCESSION NUMBER: ${accession}`,
    `CONFORMED SUBMISSION TYPE: ${form}`,
    `PUBLIC DOCUMENT COUNT: ${info('Documents')}`,
    `FILED AS OF DATE: ${digitsOf(info('Filing Date'))}`,
    `CONFORMED PERIOD OF REPORT: ${digitsOf(info('Period of Report'))}`,
    ...(info('Accepted') === '' ? [] : [`<ACCEPTANCE-DATETIME>${digitsOf(info('Accepted'))}`]),
    ...info('Items')
      .split('\n')
      .filter(item => item.trim() !== '')
      .map(item => `ITEM INFORMATION: ${item.trim()}`),
  ];
  const { header, anomalies } = parseHeader(lines);
  for (const { kind, locator, detail } of anomalies) log.add(kind, locator, detail);
  if (header) appendAll(header.entities, page.companies.flatMap(toEntity));
  const files = page.rows.flatMap(row => toListedFile(row));
  return { records: { header, files }, anomalies: log.list() };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** `NVIDIA CORP (Filer) CIK: 0001045810 (see all company filings)` */
function toEntity(text: string): HeaderEntity[] {
  const match = /^(.*?)\s*\(([^()]*)\)\s*CIK\s*:\s*(\d{1,10})/s.exec(text);
  if (match === null) return [];
  const [, name = '', role = '', cik = ''] = match;
  const header = parseHeader([
    `${ROLES[role.toLowerCase()] ?? 'FILER'}:`,
    `COMPANY CONFORMED NAME: ${name.trim()}`,
    `CENTRAL INDEX KEY: ${cik}`,
  ]);
  return header.header?.entities ?? [];
}

function toListedFile({ cells, href }: PageRow): ListedFile[] {
  const [sequence = '', title = '', , type = '', size = ''] = cells;
  const name = href === '' ? '' : nameInFolder(href);
  const isSubmission = /^\d{10}-\d{2}-\d{6}\.txt$/.test(name);
  if (cells.length < 5 || isSubmission || name !== rawName(name)) return [];
  return [
    {
      name,
      nativeType: type,
      sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : null,
      title: title === '' ? null : title,
      byteSize: /^\d{1,15}$/.test(size) ? Number(size) : null,
    },
  ];
}

/** `/ix?doc=/Archives/edgar/data/1045810/000104581026000024/nvda-20260302.htm` → `nvda-20260302.htm` */
function nameInFolder(href: string): string {
  const path = href.replace(/^\/ix\?doc=/, '');
  return filingAddressOf(path)?.name ?? baseName(path);
}

interface PageRow {
  cells: string[];
  href: string;
}

interface Page {
  form: string;
  number: string;
  info: Map<string, string>;
  companies: string[];
  rows: PageRow[];
}

type Field = 'form' | 'number' | 'infoHead' | 'info' | 'company' | 'cell';

/** More fields and rows than any page of the registry has. */
const MAX_ROWS = 50_000;

function readPage(html: string): Page {
  const page: Page = { form: '', number: '', info: new Map(), companies: [], rows: [] };
  let field: { name: Field; tag: string; depth: number; text: string } | null = null;
  let row: PageRow | null = null;
  let isInFiles = false;
  let infoHead = '';
  const finish = (name: Field, text: string): void => {
    const plain = foldBlanks(text);
    if (name === 'form') page.form ||= plain;
    else if (name === 'number') page.number ||= plain;
    else if (name === 'infoHead') infoHead = plain;
    else if (name === 'info') page.info.set(infoHead, plain);
    else if (name === 'company' && page.companies.length < MAX_ROWS) page.companies.push(plain.replace(/\n/g, ' '));
    else if (name === 'cell') row?.cells.push(plain);
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'table') isInFiles = /\btableFile\b/.test(attributes.class ?? '');
      if (tag === 'tr' && isInFiles) row = { cells: [], href: '' };
      if (tag === 'a' && field?.name === 'cell' && row !== null) row.href ||= attributes.href ?? '';
      if (tag === 'br' && field !== null) field.text += '\n';
      if (field !== null) {
        if (tag === field.tag) field.depth++;
        return;
      }
      const name = fieldOf(tag, attributes, row !== null);
      if (name !== null) field = { name, tag, depth: 0, text: '' };
    },
    ontext(text) {
      if (field !== null) field.text += text;
    },
    onclosetag(tag) {
      if (field?.tag === tag && field.depth-- === 0) {
        finish(field.name, field.text);
        field = null;
      }
      if (tag === 'tr' && row !== null) {
        if (row.cells.length > 0 && page.rows.length < MAX_ROWS) page.rows.push(row);
        row = null;
      }
      if (tag === 'table') isInFiles = false;
    },
  });
  parser.write(html);
  parser.end();
  return page;
}

function fieldOf(tag: string, attributes: Record<string, string>, isInRow: boolean): Field | null {
  if (isInRow) return tag === 'td' ? 'cell' : null;
  const { id, class: kind } = attributes;
  if (tag === 'strong') return 'form';
  if (id === 'secNum') return 'number';
  if (kind === 'infoHead' || kind === 'info') return kind;
  return kind === 'companyName' ? 'company' : null;
}

function foldBlanks(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
