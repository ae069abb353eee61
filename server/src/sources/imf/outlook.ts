import type { WeoSeries } from '../../domain/markets/macro/model/world-outlook.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { matchingUrls } from '../kit/address.ts';
import type { ImportCandidate } from '../kit/document-kind.ts';
import { failed, startOf } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';
import type { ResponseFault } from '../kit/source.ts';
import { readMessage, readObservations } from './read-observations.ts';
import { readReport } from './read-report.ts';
import { fullFileUrl, IMF_HOST, PORTAL, portalUrl, reportUrl, vintageAt, vintageOfWords } from './vintages.ts';

/** Records of a file of all countries. */
const WHOLE = { min: 1_000, max: 100_000 };
const PART = { min: 1, max: 100_000 };

const COMMON = {
  read: (bytes: Buffer, { url, log }: { url: string; log: AnomalyLog }) => ({
    weoSeries: parseOutlook(url, bytes, log),
  }),
  states: 'macroeconomic series of a vintage, by country and year',
};

/** Messages of the portal, which has the newest vintage only. */
export const messages = publishedKind({
  ...COMMON,
  address: matchingUrls(portalUrl('{area}'), url => url.startsWith(PORTAL)),
  validate: bytes => {
    const start = beginningOf(bytes);
    return faultOfForm(start, /<(?:\w+:)?StructureSpecificData[\s>]/.test(start));
  },
  expect: ({ url }) => (url === portalUrl('*') ? WHOLE : PART),
  accepts: 'messages of the portal (SDMX-ML)',
  identify: ({ bytes }) => {
    const text = decode(bytes);
    if (!/StructureSpecificData/.test(text.slice(0, 2_000)) || !text.includes('IMF.RES:WEO')) return null;
    const countries = new Set([...text.matchAll(/<Series\b[^>]*?\bCOUNTRY="([^"]*)"/g)].map(match => match[1] ?? ''));
    const [country = ''] = countries;
    return { url: portalUrl(countries.size === 1 && /^[A-Z]{3}$/.test(country) ? country : '*') };
  },
});

/** Files of a vintage: whole databases, and reports by country. */
export const reports = publishedKind({
  ...COMMON,
  address: matchingUrls(
    `${fullFileUrl('2020-10')}, ${reportUrl('2020-10')}`,
    url => url.startsWith(`https://${IMF_HOST}/`) && vintageAt(url) !== null,
  ),
  validate: bytes => {
    const start = beginningOf(bytes);
    return faultOfForm(start, /\bCountry\b.*\bUnits\b/.test(start.split('\n')[0] ?? '') || isObservations(start));
  },
  expect: ({ url }) => (url === fullFileUrl(vintageAt(url) ?? '') ? WHOLE : PART),
  accepts: 'database files and reports that end with their vintage, observations named data_<YYMM>.csv',
  identify: file => {
    const url = urlOfReport(file);
    return url === null ? null : { url };
  },
});

/** A report states its vintage in its last line, observations in their file name: `data_2404.csv`. */
function urlOfReport({ name, bytes }: ImportCandidate): string | null {
  const text = decode(bytes);
  const [, year, month] = /^data_(\d\d)(\d\d)\.csv$/.exec(name) ?? [];
  if (year !== undefined && isObservations(text)) return reportUrl(`20${year}-${month}`, name);
  const footer = /World Economic Outlook Database, ([A-Z][a-z]+) (\d{4})/.exec(text);
  const vintage = footer === null ? null : vintageOfWords(footer[1] ?? '', footer[2] ?? '');
  return vintage === null ? null : reportUrl(vintage);
}

function beginningOf(bytes: Buffer): string {
  return startOf(Buffer.from(decode(bytes.subarray(0, 8_192))));
}

/** A wrong path gives a page, with status 200. */
function faultOfForm(start: string, isExpected: boolean): ResponseFault | null {
  if (start === '') return failed('empty_answer', 'no bytes');
  if (/^<!doctype html|^<html/i.test(start)) return failed('html_instead_of_data', start.slice(0, 200));
  return isExpected ? null : failed('unexpected_document', start.slice(0, 200));
}

/** The series of a message, of observations or of a report. */
export function parseOutlook(url: string, bytes: Buffer, log: AnomalyLog): WeoSeries[] {
  const text = decode(bytes);
  const start = text.trimStart();
  if (start === '') log.add('empty_answer', '', 'no bytes');
  if (start === '') return [];
  if (start.startsWith('<')) return readMessage(text, log);
  return isObservations(start) ? readObservations(text, url, log) : readReport(text, url, log);
}

/** Files named .xls are text: UTF-16 without a byte order mark, UTF-8, or Latin-1. */
function decode(bytes: Buffer): string {
  const start = bytes.subarray(0, 400);
  const isUtf16 = start.filter((byte, at) => at % 2 === 1 && byte === 0).length > start.length / 4;
  if (isUtf16) return bytes.toString('utf16le').replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function isObservations(start: string): boolean {
  const header = (start.split('\n')[0] ?? '').trim().split(',');
  return ['concept', 'ref_area', 'year', 'value'].every(name => header.includes(name));
}
