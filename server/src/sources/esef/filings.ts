import { createHash } from 'node:crypto';
import { isReportPackage } from '../../formats/report-package.ts';
import { isXbrlJson } from '../../formats/xbrl/parse-xbrl-json.ts';
import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { ExpectedCounts } from '../kit/document-kind.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import { unpackedName } from '../kit/manifest.ts';
import type { ManifestRow, ResponseFault } from '../kit/source.ts';
import { filingKind } from '../kit/source-kind.ts';
import { namesOf } from '../kit/xbrl/report-names.ts';
import { toReportedFacts } from '../kit/xbrl/to-reported-facts.ts';
import { nameOfFiler, periodEndOf } from './describe-report.ts';
import { entityOfReport } from './entities.ts';
import { filingAddressOf, importedUrl, isIndexUrl, ORIGIN, publishedUrl } from './filing-address.ts';
import { wrongIndexPage } from './index-pages.ts';
import { openFiling } from './open-filing.ts';
import { type NamedBytes, readReport } from './read-report.ts';
import { encodeStated, STATED_NAME } from './stated.ts';

/** The documents of a filing: its row of the index, its report as package, page or xBRL-JSON. */
export const filings = filingKind({
  shown: `${ORIGIN}/{entity}/{period}/{system}/{country}/{number}/{file}`,
  states:
    'row of the index and xBRL-JSON, always fetched: facts; report package: facts with positions, statements, text, labels',
  read(url) {
    const address = filingAddressOf(url);
    return address && { filing: address.nativeId, issuer: address.canonicalKey };
  },
  open: openFiling,
  validate: (bytes, url, log) => (isIndexUrl(url) ? wrongIndexPage(bytes, log) : wrongReport(bytes, url)),
  expect: expectedOf,
  accepts: 'report packages (.zip, .xbri, .xbr), inline reports, XBRL instances, xBRL-JSON',
  identify({ name, bytes }) {
    return isReport(bytes) ? importedUrlOf([{ name, bytes }], name) : null;
  },
  /** `accession` is the registry's own id, if known. */
  place({ row, bytes }) {
    const name = unpackedName(row.path);
    const published = publishedUrl(row.accession, name);
    if (published !== null) return [{ url: published, bytes }, ...statedBeside(published, row)];
    if (!isReport(bytes)) return null;
    const url = importedUrlOf([{ name, bytes }], name);
    return [{ url, bytes }, ...statedBeside(url, row)];
  },
});

/** A row lists its filing; a report states facts. Reports of the largest groups tag some ten thousand, notes included. */
function expectedOf(url: string): ExpectedCounts {
  if (isIndexUrl(url)) return { filings: { min: 1, max: 10_000 } };
  return filingAddressOf(url)?.name === STATED_NAME ? {} : { facts: { min: 1, max: 500_000 } };
}

function wrongReport(bytes: Buffer, url: string): ResponseFault | null {
  const name = filingAddressOf(url)?.name ?? '';
  if (/\.(?:zip|xbri|xbr)$/i.test(name)) return wrongForm(bytes, ['zip']);
  if (/\.json$/i.test(name)) return wrongXbrlJson(bytes);
  return /\.x?html?$/i.test(name) ? wrongForm(bytes, ['markup']) : null;
}

function wrongXbrlJson(bytes: Buffer): ResponseFault | null {
  const form = wrongForm(bytes, ['json']);
  if (form !== null) return form;
  const isReport = /"documentInfo"|"facts"/.test(bytes.toString('latin1'));
  return isReport ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}

function isReport(bytes: Buffer): boolean {
  const form = xbrlFormOf(bytes);
  return form === 'inline' || form === 'instance' || isXbrlJson(bytes) || isReportPackage(bytes);
}

function statedBeside(url: string, { form, filed, period }: ManifestRow): { url: string; bytes: Buffer }[] {
  if (form === '' && filed === '' && period === '') return [];
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  return [{ url: folder + STATED_NAME, bytes: encodeStated({ form, filed, period }) }];
}

/** The URL of the documents of one report. Throws AsfiledError `bad_request` if they do not state their entity. */
export function importedUrlOf(documents: readonly NamedBytes[], name: string): string {
  const log = new AnomalyLog('esef', name);
  const { report, damage } = readReport(documents, null, log);
  const { facts } = report === null ? { facts: [] } : toReportedFacts(report.facts, namesOf(report.facts));
  const periodEnd = periodEndOf(facts);
  if (report?.entity == null || periodEnd === null) {
    const [anomaly] = log.list();
    const why = anomaly === undefined ? (damage ?? 'no facts') : `${anomaly.kind}: ${anomaly.detail}`;
    throw new AsfiledError('bad_request', `${name} states no fact of an entity and a period (${why})`);
  }
  const entity = entityOfReport(report.entity, nameOfFiler(facts));
  if (entity === null) {
    const { scheme, identifier } = report.entity;
    throw new AsfiledError(
      'bad_request',
      `${name} is about ${identifier} of ${scheme}, which is not a valid identifier, and states no name`,
    );
  }
  const digest = createHash('sha256');
  for (const { bytes } of documents) digest.update(bytes);
  return importedUrl(entity.canonicalKey, periodEnd, digest.digest('hex'), name);
}
