import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { type AnomalyLog, countUnreadEntries } from '../../kernel/anomaly-log.ts';
import { urlTask } from './discovery.ts';
import type { DocumentKind, ExpectedCounts, ParseContext } from './document-kind.ts';
import type { ParsedDocuments, ResponseFault, SourceDocument, Task } from './source.ts';
import { kindName } from './tally/kind-name.ts';

/** A kind whose documents are read together, one source at a time. */
export interface SourceKindOptions
  extends Pick<DocumentKind, 'accepts' | 'identify' | 'place' | 'placeTogether' | 'fetch'> {
  shown: DocumentKind['shown'];
  /** The source and the issuer of a document; null if the URL states none. Null for URLs of other kinds. */
  read(url: string): { source: string | null; issuer: string | null } | null;
  /**
   * Reads the documents of one source. Never throws: damage is an anomaly. Absent for documents that only discovery reads.
   */
  parse?(
    documents: readonly SourceDocument[],
    source: string,
    context: ParseContext,
  ): ParsedDocuments | Promise<ParsedDocuments>;
  /** Absent if nothing can be wrong that the parser does not report. */
  validate?(bytes: Buffer, url: string, log: AnomalyLog): ResponseFault | null;
  expect?: ExpectedCounts | ((url: string) => ExpectedCounts);
  /** The kind of its tasks; `list` if absent. */
  task?: string;
  /** False for documents whose files are counted instead of their entries. */
  isTallied?: boolean;
}

/** A kind of documents that are read together. */
export function sourceKind(options: SourceKindOptions): DocumentKind {
  const { shown, read, parse, validate, expect = {}, task = 'list', isTallied = true, ...imports } = options;
  return {
    ...imports,
    shown,
    open(url) {
      const found = read(url);
      if (found === null) return null;
      const { source, issuer } = found;
      return {
        source,
        issuer,
        task: { kind: task, key: source },
        expect: typeof expect === 'function' ? expect(url) : expect,
        validate: (bytes, log) => validate?.(bytes, url, log) ?? null,
        parse: async (documents, context) => {
          const parsed = (await parse?.(documents, source ?? '', context)) ?? { records: [], anomalies: [] };
          return isTallied ? withTally(parsed, documents, kindName(shown.source ?? shown.address), context) : parsed;
        },
      };
    },
  };
}

/** Counts the entries that the documents gave, unless the parser counted them itself. */
function withTally(
  parsed: ParsedDocuments,
  documents: readonly SourceDocument[],
  kind: string,
  { registry }: ParseContext,
): ParsedDocuments {
  const [first] = documents;
  if (first === undefined || parsed.tallies !== undefined) return parsed;
  const published = Object.values<readonly unknown[]>({ ...parsed.published });
  const read =
    parsed.records.reduce((sum, record) => sum + Math.max(entriesOf(record), 1), 0) +
    published.reduce((sum, list) => sum + list.length, 0);
  const unread = countUnreadEntries(parsed.anomalies);
  if (read + unread === 0) return parsed;
  return { ...parsed, tallies: [{ registry, source: first.url, kind, read, explained: {}, unread }] };
}

/** The filings of a record, or the concepts of its facts if it lists none. */
function entriesOf({ filings, facts }: IssuerRecords): number {
  return filings.length > 0 ? filings.length : facts.reduce((sum, set) => sum + set.series.length, 0);
}

/** How a registry publishes the documents of filings. */
export interface FilingKindOptions extends Omit<SourceKindOptions, 'shown' | 'read' | 'parse' | 'task' | 'isTallied'> {
  /** For the documentation: the address, and the content of the documents. */
  shown: string;
  states: string;
  /** The filing of a document, and its issuer; null if the URL names none. Null for URLs of other kinds. */
  read(url: string): { filing: string; issuer: string | null } | null;
  /** Opens one filing. Never throws: damage is an anomaly. */
  open(
    documents: readonly SourceDocument[],
    filing: string,
    context: ParseContext,
  ): ParsedDocuments | Promise<ParsedDocuments>;
}

/** A kind of filings, with the functions that discovery needs. */
export interface FilingKind extends DocumentKind {
  /** A task that requests documents of a filing. */
  task(filing: string, urls: readonly string[], issuer?: string | null): Task;
}

/** The kind of the documents of filings; their source is named after the filing. */
export function filingKind({ shown, states, read, open, ...options }: FilingKindOptions): FilingKind {
  const kind = sourceKind({
    ...options,
    shown: { address: shown, source: `${FILING_SOURCE}{number}`, states },
    isTallied: false,
    read(url) {
      const found = read(url);
      return found && { source: FILING_SOURCE + found.filing, issuer: found.issuer };
    },
    parse: (documents, source, context) => open(documents, source.slice(FILING_SOURCE.length), context),
  });
  return {
    ...kind,
    task: (filing, urls, issuer = null) => urlTask('filing', filing, [...urls], issuer),
    open(url) {
      const opened = kind.open(url);
      const filing = read(url)?.filing;
      return opened === null || filing === undefined ? null : { ...opened, task: { kind: 'filing', key: filing } };
    },
  };
}
