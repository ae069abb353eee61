import { createHash } from 'node:crypto';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { isReportPackage } from '../../formats/report-package.ts';
import { isXbrlJson } from '../../formats/xbrl/parse-xbrl-json.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { unpackedName } from '../kit/manifest.ts';
import type { ImportFile, ManifestRow } from '../kit/source.ts';
import { namesOf } from '../kit/xbrl/report-names.ts';
import { toReportedFacts } from '../kit/xbrl/to-reported-facts.ts';
import { nameOfFiler, periodEndOf } from './describe-report.ts';
import { entityOfReport } from './entities.ts';
import { isIndexUrl, looseUrl, publishedUrl } from './filing-address.ts';
import { type NamedBytes, readReport } from './read-report.ts';
import { encodeStated, STATED_NAME } from './stated.ts';

const LOOKED_AT_BYTES = 1 << 16;

/**
 * The address of a loose report (package, inline document or xBRL-JSON), made of the entity and period that it names, or
 * of a page of the index, which names its own. Throws AsfiledError `bad_request` for anything else.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const start = decodeDocument(bytes.subarray(0, LOOKED_AT_BYTES));
  const page = indexPageUrl(start, bytes);
  if (page !== null) return page;
  if (!isReport(name, start, bytes)) {
    throw new AsfiledError(
      'bad_request',
      `${name} is no document that esef knows: a report package (.zip, .xbri, .xbr), an inline report, xBRL-JSON, or a page of filings.xbrl.org's index.`,
    );
  }
  return urlOfReport(unpackedName(name), bytes);
}

/** Loose files with their rows of a manifest, whose `accession` is the registry's own id where it is known. */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.flatMap(({ row, bytes }) => {
    const name = unpackedName(row.path);
    const url = publishedUrl(row.accession, name) ?? identifyImport(name, bytes);
    if (isIndexUrl(url)) return [{ url, bytes }];
    return [{ url, bytes }, ...statedBeside(url, row)];
  });
}

function statedBeside(url: string, { form, filed, period }: ManifestRow): { url: string; bytes: Buffer }[] {
  if (form === '' && filed === '' && period === '') return [];
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  return [{ url: folder + STATED_NAME, bytes: encodeStated({ form, filed, period }) }];
}

function isReport(name: string, start: string, bytes: Buffer): boolean {
  if (isXbrlJson(bytes) || isReportPackage(bytes)) return true;
  return (
    /\.(?:xhtml|html|htm)$/i.test(unpackedName(name)) && /http:\/\/www\.xbrl\.org\/20(?:08|13)\/inlineXBRL/.test(start)
  );
}

/** A page of the index says under `links` what it answers. */
function indexPageUrl(start: string, bytes: Buffer): string | null {
  if (!/^\s*\{/.test(start) || !bytes.includes('"jsonapi"')) return null;
  const self = /"links"\s*:\s*\{\s*"self"\s*:\s*"(https:\/\/filings\.xbrl\.org\/api\/filings\?[^"\\]+)"/.exec(
    bytes.toString('utf8'),
  )?.[1];
  return self ?? null;
}

function urlOfReport(name: string, bytes: Buffer): string {
  return looseUrlOf([{ name, bytes }], name);
}

/** The address of documents that make up one report. Throws AsfiledError `bad_request` where they don't say whose it is. */
export function looseUrlOf(documents: readonly NamedBytes[], name: string): string {
  const log = new AnomalyLog('esef', name);
  const { report, damage } = readReport(documents, null, log);
  const { facts } = report === null ? { facts: [] } : toReportedFacts(report.facts, namesOf(report.facts));
  const periodEnd = periodEndOf(facts);
  if (report?.entity == null || periodEnd === null) {
    const told = log.list()[0];
    const why = told === undefined ? (damage ?? 'no facts') : `${told.kind}: ${told.detail}`;
    throw new AsfiledError('bad_request', `${name} states no fact of an entity and a period (${why})`);
  }
  const entity = entityOfReport(report.entity, nameOfFiler(facts));
  if (entity === null) {
    const { scheme, identifier } = report.entity;
    throw new AsfiledError(
      'bad_request',
      `${name} is about ${identifier} of ${scheme}, which is no identifier, and gives no name`,
    );
  }
  const digest = createHash('sha256');
  for (const { bytes } of documents) digest.update(bytes);
  return looseUrl(entity.canonicalKey, periodEnd, digest.digest('hex'), name);
}
