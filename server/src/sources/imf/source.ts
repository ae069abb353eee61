import type { WeoSeries } from '../../domain/markets/macro/model/world-outlook.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, startOf } from '../kit/http/answer-form.ts';
import { publisherSource } from '../kit/publisher.ts';
import type { ResponseFault, Source } from '../kit/source.ts';
import { readMessage, readObservations } from './read-observations.ts';
import { readReport } from './read-report.ts';
import {
  fullFileUrl,
  IMF_HOST,
  isOutlook,
  PORTAL_HOST,
  portalUrl,
  reportUrl,
  urlsOf,
  urlsSince,
  vintageAt,
  vintageOfWords,
} from './vintages.ts';

/** The World Economic Outlook database of the International Monetary Fund. */
export const imf: Source = publisherSource({
  description: {
    registry: 'imf',
    publisher: 'International Monetary Fund',
    url: 'https://www.imf.org/en/Publications/SPROLLs/world-economic-outlook-databases',
    licence:
      '© International Monetary Fund: use with attribution, commercial use by its terms; https://www.imf.org/external/terms.htm',
    requestsPerSecond: 0.5,
    hosts: [IMF_HOST, PORTAL_HOST],
    access: [{ host: PORTAL_HOST, headers: { accept: 'application/vnd.sdmx.structurespecificdata+xml;version=2.1' } }],
  },
  // Out in April and October; corrected in between.
  schedule: [{ channel: 'outlook', host: PORTAL_HOST, cron: '30 15 * * 3', timeZone: 'America/New_York' }],
  isFile: isOutlook,
  validateResponse,
  urlsSince,
  urlsOf,
  identifyImport,
  parse: (url, bytes, log) => ({ weoSeries: parseOutlook(url, bytes, log) }),
  expectation: url => ({
    min: url === portalUrl('*') || url === fullFileUrl(vintageAt(url) ?? '') ? 1_000 : 1,
    max: 100_000,
  }),
  namedReason: 'asked for by name are vintages (--id 2023-10) and countries of the newest one (--id SVK)',
});

/** The series of a file, whichever of the forms it has. */
export function parseOutlook(url: string, bytes: Buffer, log: AnomalyLog): WeoSeries[] {
  const text = decode(bytes);
  const start = text.trimStart();
  if (start === '') log.add('empty_answer', '', 'no bytes');
  if (start === '') return [];
  if (start.startsWith('<')) return readMessage(text, log);
  return isObservations(start) ? readObservations(text, url, log) : readReport(text, url, log);
}

/** Files called .xls are text: UTF-16 without a mark, UTF-8, or Latin-1. */
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

/** A page comes where a path is wrong, with status 200. */
function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const start = startOf(Buffer.from(decode(bytes.subarray(0, 8_192))));
  if (start === '') return failed('empty_answer', 'no bytes');
  const isPage = /^<!doctype html|^<html/i.test(start);
  if (isPage) return failed('html_instead_of_data', start.slice(0, 200));
  if (url.startsWith(`https://${PORTAL_HOST}/`)) {
    return /<(?:\w+:)?StructureSpecificData[\s>]/.test(start)
      ? null
      : failed('unexpected_document', start.slice(0, 200));
  }
  return /\bCountry\b.*\bUnits\b/.test(start.split('\n')[0] ?? '') || isObservations(start)
    ? null
    : failed('unexpected_document', start.slice(0, 200));
}

/** Reports name their vintage in the last line, decoded vintages in their name (`data_2404.csv`), messages their flow. */
function identifyImport(name: string, bytes: Buffer): string | null {
  const text = decode(bytes);
  if (/StructureSpecificData/.test(text.slice(0, 2_000)) && text.includes('IMF.RES:WEO')) {
    const countries = new Set([...text.matchAll(/<Series\b[^>]*?\bCOUNTRY="([^"]*)"/g)].map(match => match[1] ?? ''));
    const [country = ''] = countries;
    return portalUrl(countries.size === 1 && /^[A-Z]{3}$/.test(country) ? country : '*');
  }
  const [, year, month] = /^data_(\d\d)(\d\d)\.csv$/.exec(name) ?? [];
  if (year !== undefined && isObservations(text)) return reportUrl(`20${year}-${month}`, name);
  const footer = /World Economic Outlook Database, ([A-Z][a-z]+) (\d{4})/.exec(text);
  const vintage = footer === null ? null : vintageOfWords(footer[1] ?? '', footer[2] ?? '');
  return vintage === null ? null : reportUrl(vintage);
}
