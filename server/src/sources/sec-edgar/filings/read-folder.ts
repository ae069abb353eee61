import { emptyHeader } from '../../../formats/sgml/parse-header.ts';
import type { SubmissionHeader } from '../../../formats/sgml/submission.ts';
import { xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { appendAll } from '../../../kernel/lists.ts';
import type { SourceDocument } from '../../kit/source.ts';
import { filingAddressOf } from '../filing-address.ts';
import { rawName } from './choose-primary.ts';
import {
  type FilingIndex,
  isFilingIndexName,
  isHeadersPage,
  type ListedFile,
  parseFilingIndex,
} from './parse-filing-index.ts';
import { type FilingContainer, type LooseDocument, takeApart, toContainer } from './read-submission.ts';

/** What is known of a filing in addition to its documents (a list of filings, a manifest); null or empty if unknown. */
export interface StatedOfFiling {
  form: string | null;
  filed: IsoDate | null;
  period: IsoDate | null;
  primaryDocument: string | null;
  /** Types of exhibits by file name; absent if none is stated. */
  exhibits?: ReadonlyMap<string, string>;
}

const NOTHING_STATED: StatedOfFiling = { form: null, filed: null, period: null, primaryDocument: null };

/**
 * Reads loose documents of one filing's folder (`…/Archives/edgar/data/{cik}/{accession}/…`) as a filing with its files.
 * Each may be the full submission, a page about the folder, the primary document, an exhibit or an XBRL file. `stated` fills
 * the gaps of the filing's header (`header` is null then, though `filing` is not). Documents that are in the full submission
 * too count once. Never throws.
 */
export function readFolder(
  documents: readonly SourceDocument[],
  stated: StatedOfFiling = NOTHING_STATED,
): FilingContainer {
  const url = documents[0]?.url ?? '';
  const log = new AnomalyLog('sec-edgar', url);
  const parts = sortOut(documents, stated.exhibits ?? new Map(), log);
  const header = parts.header ?? statedHeader(url, stated);
  const known = { form: stated.form, primaryDocument: stated.primaryDocument };
  const container = toContainer({ url, header, documents: parts.documents, known, log });
  return { ...container, header: parts.header };
}

interface FolderParts {
  header: SubmissionHeader | null;
  documents: LooseDocument[];
}

function sortOut(
  documents: readonly SourceDocument[],
  exhibits: ReadonlyMap<string, string>,
  log: AnomalyLog,
): FolderParts {
  const indexes: FilingIndex[] = [];
  const loose: LooseDocument[] = [];
  const submitted: LooseDocument[] = [];
  let header: SubmissionHeader | null = null;
  for (const { url, bytes } of documents) {
    const name = filingAddressOf(url)?.name ?? baseName(url);
    if (isFilingIndexName(name) || isHeadersPage(bytes)) {
      const { records, anomalies } = parseFilingIndex({ source: url, bytes });
      indexes.push(records);
      for (const { kind, locator, detail } of anomalies) log.add(kind, locator || name, detail);
      continue;
    }
    if (!startsLikeSubmission(bytes)) {
      const nativeType = exhibits.get(name) ?? '';
      loose.push({ fileName: name, nativeType, sequence: null, title: null, bytes, isTagged: false, url });
      continue;
    }
    const inside = takeApart(bytes, log);
    if (inside.header !== null) {
      // One submission is in the folder of each of its filers.
      if (submitted.length > 0) continue;
      header = inside.header;
      appendAll(submitted, inside.documents);
    } else
      appendAll(
        loose,
        inside.documents.map(document => ({ ...document, fileName: document.fileName || name, url })),
      );
  }
  const listed = indexes.flatMap(index => index.files);
  const headers = indexes.flatMap(index => index.header ?? []);
  header ??= headers.find(header => header.entities.length > 0) ?? headers[0] ?? null;
  return { header, documents: merge(submitted, loose, listed) };
}

/** A whole submission, or a single document in its wrapper. */
function startsLikeSubmission(bytes: Buffer): boolean {
  return /^\s*(?:<(?:SEC-DOCUMENT|IMS-DOCUMENT|SEC-HEADER|ACCEPTANCE-DATETIME|SUBMISSION|DOCUMENT)>|-----BEGIN PRIVACY-ENHANCED MESSAGE-----)/.test(
    bytes.toString('latin1', 0, 256),
  );
}

function merge(
  submitted: readonly LooseDocument[],
  loose: readonly LooseDocument[],
  listed: readonly ListedFile[],
): LooseDocument[] {
  const names = new Set(submitted.map(document => document.fileName));
  const others: LooseDocument[] = [];
  const raw = new Set([...names, ...loose.map(document => document.fileName)]);
  for (const one of loose) {
    const isRepeated =
      names.has(one.fileName) || (rawName(one.fileName) !== one.fileName && raw.has(rawName(one.fileName)));
    if (isRepeated) continue;
    names.add(one.fileName);
    others.push(described(one, listed));
  }
  others.sort((a, b) => (a.sequence ?? Number.POSITIVE_INFINITY) - (b.sequence ?? Number.POSITIVE_INFINITY) || 0);
  return [...submitted, ...others];
}

/** Type, sequence and title of a document by the pages about its folder, else by its own text. */
function described(document: LooseDocument, listed: readonly ListedFile[]): LooseDocument {
  const entries = listed.filter(file => file.name !== '' && file.name === document.fileName);
  return {
    ...document,
    nativeType:
      document.nativeType || (entries.find(entry => entry.nativeType !== '')?.nativeType ?? typeByContent(document)),
    sequence: document.sequence ?? entries.find(entry => entry.sequence !== null)?.sequence ?? null,
    title: document.title ?? entries.find(entry => entry.title !== null)?.title ?? null,
  };
}

/** The registry's types of XBRL files and of its own renderings, recognised by their names and root elements. */
const TYPES: readonly [RegExp, string][] = [
  [/\.xsd$/i, 'EX-101.SCH'],
  [/_cal\.xml$/i, 'EX-101.CAL'],
  [/_def\.xml$/i, 'EX-101.DEF'],
  [/_lab\.xml$/i, 'EX-101.LAB'],
  [/_pre\.xml$/i, 'EX-101.PRE'],
  [/_htm\.xml$|^R\d+\.(?:htm|xml)$|^(?:FilingSummary\.xml|Show\.js|report\.css)$/, 'XML'],
  [/^MetaLinks\.json$/, 'JSON'],
  [/^Financial_Report\.xlsx?$/, 'EXCEL'],
  [/-xbrl\.zip$/, 'ZIP'],
  [/\.(?:jpe?g|gif|png)$/i, 'GRAPHIC'],
];

function typeByContent({ fileName, bytes }: LooseDocument): string {
  const named = TYPES.find(([name]) => name.test(fileName))?.[1];
  if (named !== undefined) return named;
  const form = xbrlFormOf(bytes);
  if (form === 'instance') return 'EX-101.INS';
  // The type of a linkbase is in its name alone; it is read by its content.
  if (form === 'schema' || form === 'linkbase') return 'EX-101.SCH';
  if (/\.html?$/i.test(fileName)) return coverType(bytes);
  const start = bytes.toString('latin1', 0, 16_384);
  const submission = /<(?:\w+:)?(?:submissionType|documentType)>\s*([^<]{1,20}?)\s*</.exec(start)?.[1];
  return /\.xml$/i.test(fileName) && submission !== undefined ? submission : '';
}

/** The form that the tagged cover page of an inline document names. */
function coverType(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const at = text.search(/:DocumentType["']/);
  const element = at < 0 ? '' : text.slice(at, at + 2048);
  return /^[^>]*>(?:\s*<[^>]*>)*\s*([^<>]{1,20}?)\s*</.exec(element)?.[1] ?? '';
}

/** A header of the stated values, so that imported documents of a known form and date are a filing too. */
function statedHeader(url: string, stated: StatedOfFiling): SubmissionHeader | null {
  const address = filingAddressOf(url);
  if (address === null || stated.form === null || stated.form === '' || stated.filed === null) return null;
  if (parseDay(stated.filed) === null) return null;
  return {
    ...emptyHeader(),
    accession: address.accession,
    form: stated.form,
    periodOfReport: stated.period,
    filedAsOf: stated.filed,
  };
}
