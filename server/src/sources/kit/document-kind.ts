import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { type Anomaly, AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Address } from './address.ts';
import { archivedTask, urlTask } from './discovery.ts';
import { failed } from './http/response-form.ts';
import type {
  Expectation,
  ImportFile,
  ParsedDocuments,
  RegistryClient,
  ResponseFault,
  ShownDocument,
  SourceDocument,
  Task,
} from './source.ts';
import { kindName } from './tally/kind-name.ts';

/** One kind of document of a registry. `registry()` tries each kind in turn on a URL or a file. */
export interface DocumentKind {
  shown: Omit<ShownDocument, 'accepts'>;
  accepts?: ShownDocument['accepts'];
  /** Describes a document by its URL; null if it is of another kind. */
  open(url: string): OpenedAddress | null;
  /** The URL at which the registry publishes a file; null if it is of another kind. */
  identify?(file: ImportCandidate): string | null;
  /**
   * The documents of a file that a manifest describes; null if the file is of another kind. Throws AsfiledError
   * `bad_request` if a column is missing.
   */
  place?(file: ImportFile): { url: string; bytes: Buffer }[] | null;
  /** Replaces `place` if only the files of a filing together identify the filing. */
  placeTogether?(files: readonly ImportFile[]): { url: string; bytes: Buffer }[];
  /** Requests a document of this kind if that takes more than one request of its URL. */
  fetch?(client: RegistryClient, url: string): Promise<SourceDocument | null>;
}

/** The description of a document by its URL alone. */
export interface OpenedAddress {
  /** Null for documents that only discovery reads. */
  source: string | null;
  /** The canonical key of the issuer; null if the document states several, or the URL states no issuer. */
  issuer: string | null;
  /** The task of a recorded document; documents with one key share a task, those without have one each. */
  task: { kind: string; key: string | null };
  expect: ExpectedCounts;
  validate(bytes: Buffer, log: AnomalyLog): ResponseFault | null;
  /** Reads the documents of one source. */
  parse(documents: readonly SourceDocument[], context: ParseContext): Promise<ParsedDocuments>;
}

/** The data that a kind may use from the other documents of a task. Filings are read last. */
export interface ParseContext {
  registry: string;
  documents: readonly SourceDocument[];
  /** Filings that the other documents list. */
  listed: readonly Filing[];
}

/** A file of an import, with the properties that identify it. */
export interface ImportCandidate {
  /** Without folder and `.gz`. */
  name: string;
  bytes: Buffer;
  /** The first 64 KiB, without byte order mark. */
  start: string;
  /** SHA-256 of the bytes. */
  digest(): string;
}

/** Bounds of a count. A recording may be an excerpt: `recordedMin`, if present, replaces `min` there. */
export interface ExpectedCount extends Expectation {
  recordedMin?: number;
}

export type ExpectedCounts = Readonly<Partial<Record<'issuers' | 'filings' | 'facts' | 'published', ExpectedCount>>>;

/** The output of `map`: records of issuers, or records of several kinds. */
export type Mapped = IssuerRecords[] | Partial<Omit<ParsedDocuments, 'anomalies'>>;

/** The document that `map` reads. */
export interface MappedDocument<Values> {
  /** Its source name, which is stored with every record. */
  source: string;
  url: string;
  values: Values;
  log: AnomalyLog;
}

export interface DocumentKindOptions<Values, Content> {
  address: Address<Values>;
  /** The template of the source name, filled from `values` and `named`. Absent for documents that only discovery reads. */
  source?: string;
  /** Values of the source name that differ from those of the address: lower case, padded numbers … */
  named?(values: Values): Readonly<Record<string, string>>;
  /** One line for the documentation: `issuers: name, symbol, ISIN`. */
  states: string;
  isOnlyImported?: true;
  /** Null if the URL names no issuer. */
  issuer?(values: Values): string | null;
  /** The kind of its tasks; `list` if absent. */
  task?: string;
  /** The key that documents of one task share; absent if each has a task of its own, named after its source. */
  key?(values: Values, url: string): string;
  /** Null, with an anomaly, if the document is of another kind. Every anomaly states its place. Never throws. */
  read(bytes: Buffer, log: AnomalyLog, values: Values): Content | null;
  map?(content: Content, document: MappedDocument<NoInfer<Values>>): Mapped;
  /** Of several documents of one source only the last is read. */
  repeats?: 'newest';
  /** Finds the fault of a response; absent if `read` finds it. */
  validate?(bytes: Buffer, log: AnomalyLog, values: Values): ResponseFault | null;
  expect?: ExpectedCounts | ((values: Values) => ExpectedCounts);
  accepts?: string;
  /** The values of the URL at which the registry publishes a file; null if the file is of another kind. */
  identify?(file: ImportCandidate): NoInfer<Values> | null;
  fetch?(client: RegistryClient, url: string): Promise<SourceDocument | null>;
}

/** A kind with the functions that discovery needs. */
export interface AddressedKind<Values, Content> extends DocumentKind {
  url(values: Values): string;
  read(bytes: Buffer, log: AnomalyLog, values: Values): Content | null;
  /** A task that requests the document. */
  task(values: Values): Task;
  /** A task over a document that discovery requested already. */
  archived(document: SourceDocument): Task;
}

/** Defines a kind of document from its address, its parser and its expected counts. */
export function documentKind<Values, Content>(
  options: DocumentKindOptions<Values, Content>,
): AddressedKind<Values, Content> {
  const { address, read, identify, fetch, accepts } = options;
  const kind = options.task ?? 'list';
  const sourceOf = (values: Values): string | null => {
    if (options.source === undefined) return null;
    const named: Readonly<Record<string, unknown>> = { ...values, ...options.named?.(values) };
    return options.source.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name] ?? ''));
  };
  const keyOf = (values: Values, url: string): string => options.key?.(values, url) ?? sourceOf(values) ?? url;
  return {
    shown: {
      address: address.template,
      source: options.source ?? null,
      states: options.states,
      ...(options.isOnlyImported === undefined ? {} : { isOnlyImported: true }),
    },
    url: address.url,
    read,
    task: values => {
      const url = address.url(values);
      return urlTask(kind, keyOf(values, url), [url], options.issuer?.(values) ?? null);
    },
    archived: document => {
      const values = address.read(document.url);
      return archivedTask(kind, values === null ? document.url : keyOf(values, document.url), document);
    },
    open(url) {
      const values = address.read(url);
      if (values === null) return null;
      const source = sourceOf(values);
      return {
        source,
        issuer: options.issuer?.(values) ?? null,
        task: { kind, key: options.key?.(values, url) ?? null },
        expect: typeof options.expect === 'function' ? options.expect(values) : (options.expect ?? {}),
        validate: (bytes, log) =>
          options.validate === undefined
            ? faultIfUnread(read(bytes, log, values), log)
            : options.validate(bytes, log, values),
        parse: async (documents, { registry }) => {
          const some = options.repeats === 'newest' ? documents.slice(-1) : documents;
          return joinParsed(some.map(document => parseOne(options, document, source ?? '', registry)));
        },
      };
    },
    ...(accepts === undefined ? {} : { accepts }),
    ...(identify === undefined
      ? {}
      : {
          identify: file => {
            const values = identify(file);
            return values && address.url(values);
          },
        }),
    ...(fetch === undefined ? {} : { fetch }),
  };
}

function parseOne<Values, Content>(
  options: DocumentKindOptions<Values, Content>,
  { url, bytes }: SourceDocument,
  source: string,
  registry: string,
): ParsedDocuments {
  const { address, read: readContent, map } = options;
  const log = new AnomalyLog(registry, url);
  const values = address.read(url);
  const content = values === null ? null : readContent(bytes, log, values);
  const mapped =
    values === null || content === null || map === undefined ? [] : map(content, { source, url, values, log });
  const parsed = Array.isArray(mapped) ? { records: mapped } : { ...mapped, records: mapped.records ?? [] };
  const read = content === null ? 0 : entriesOf(content);
  const kind = kindName(options.source ?? options.address.template);
  const unread = Math.max(log.unreadEntries(), content === null ? 1 : 0);
  const line = { registry, source: url, kind, read, explained: log.leftOut(), unread };
  const isEmpty = read + unread === 0 && Object.keys(line.explained).length === 0;
  return { ...parsed, anomalies: log.list(), ...(isEmpty ? {} : { tallies: [line] }) };
}

/** How many entries a reader gave: the length of its list, or one for any other content. */
function entriesOf(content: unknown): number {
  if (Array.isArray(content)) return content.length;
  if (typeof content !== 'object' || content === null || ArrayBuffer.isView(content)) return 1;
  const lists = Object.values(content).filter(value => Array.isArray(value));
  return lists.length === 0 ? 1 : lists.reduce((sum, list) => sum + list.length, 0);
}

/** The fault of a response that could not be read at all: the first anomaly is the reason. */
export function faultIfUnread(content: unknown, log: { list(): Anomaly[] }): ResponseFault | null {
  if (content !== null) return null;
  const [first] = log.list();
  return failed(first?.kind ?? 'unexpected_document', first?.detail ?? '');
}

/** Merges several readings; a part is absent if no reading has it. */
export function joinParsed(parsed: readonly ParsedDocuments[]): ParsedDocuments {
  const standings = parsed.flatMap(documents => documents.standings ?? []);
  const published = parsed.flatMap(documents => documents.published ?? []);
  const tallies = parsed.flatMap(documents => documents.tallies ?? []);
  return {
    records: parsed.flatMap(documents => documents.records),
    ...(parsed.some(documents => documents.standings !== undefined) ? { standings } : {}),
    ...(published.length > 0 ? { published: joinPublished(published) } : {}),
    anomalies: parsed.flatMap(documents => documents.anomalies),
    ...(tallies.length > 0 ? { tallies } : {}),
  };
}

function joinPublished(all: readonly PublishedRecords[]): PublishedRecords {
  const joined: Record<string, unknown[]> = {};
  for (const [kind, some] of all.flatMap(records => Object.entries<unknown[]>({ ...records }))) {
    if (some.length > 0) joined[kind] = joined[kind]?.concat(some) ?? some;
  }
  return joined as PublishedRecords;
}
