import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import type { DuplicateRule } from '../../domain/filings/filings/model/duplicate-filing.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { UnnumberedFilings } from '../../domain/filings/filings/model/unnumbered-filing.ts';
import type { KnownIssuer } from '../../domain/filings/issuers/model/issuer.ts';
import type { Anomaly, AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Instant, IsoDate } from '../../kernel/dates.ts';
import type { Tally } from '../../kernel/tally.ts';

export type { KnownIssuer };

/** How to send requests to a registry, and what the documentation shows; its markets are in `catalogue.json`. */
export interface SourceDescription {
  /** The registry id of its filings: `sec-edgar`. */
  registry: string;
  publisher: string;
  url: string;
  licence: string;
  /** The limit over all processes of an operator. */
  requestsPerSecond: number;
  /** Its hosts: no request goes to another. */
  hosts: readonly string[];
  /** What some hosts require in addition to the operator's contact; absent if none does. */
  access?: readonly HostAccess[];
}

/** What a host requires with each request. */
export interface HostAccess {
  host: string;
  /** Headers that are not secret. */
  headers?: Readonly<Record<string, string>>;
  /** The operator's secret; absent if none is needed. */
  key?: HostKey;
}

/** Where a host expects its key. It is added when a request is sent: no address, row, message or recording contains it. */
export interface HostKey {
  /** The environment variable that contains it (config.ts). */
  setting: string;
  /** A parameter of the query, a header, or the user name of HTTP Basic without a password. */
  place: { kind: 'query'; name: string } | { kind: 'header'; name: string } | { kind: 'basic' };
  /** Where an operator gets one. */
  from: string;
  /** Requests per second with the key, if the host also accepts requests without one. */
  raisesTo?: number;
}

/** The result of a parser, with its anomalies. Records are never dropped silently. */
export interface Parsed<T> {
  records: T;
  anomalies: Anomaly[];
}

/** The content of documents of a registry. */
export interface ParsedDocuments extends Parsed<IssuerRecords[]> {
  /** Status changes of filings of any filer: rows of withdrawn filings often name no filer. Absent = none. */
  standings?: FilingStanding[];
  /** Records that belong to no registrant: exchange rates … Their tasks have no issuer. Absent = none. */
  published?: PublishedRecords;
  /** What became of the entries of lists. Absent = none counted. */
  tallies?: Tally[];
}

/** A document with its decompressed bytes. */
export interface SourceDocument {
  url: string;
  sha256: string;
  bytes: Buffer;
}

/** One unit of work, small enough to repeat: usually the documents of one issuer. */
export interface Task {
  /** Named by the connector: `company`, `tickers` … */
  kind: string;
  /** Unique among tasks of its kind. */
  key: string;
  /** The issuer of the documents; null if they are about several. */
  issuerKey: string | null;
  /** Archived documents; null if {@link Source.fetch} has to request them. */
  documents: DocumentRef[] | null;
  /** Addresses that {@link Source.fetch} requests; null if it determines them. */
  urls: string[] | null;
  /** Filings before this day are not requested, if the registry supports it. */
  since: IsoDate | null;
}

/** A request to discover tasks. `issuers`: issuers of the store, for connectors that request data about them. */
export type DiscoveryRequest = {
  issuers?: readonly KnownIssuer[];
} /** Issuers by ticker or by the registry's own id. */ & (
  | { kind: 'named'; tickers: string[]; ids: string[]; since: IsoDate | null; forms?: RequestedForms }
  /** All that is there (a mirror), or all that filed since a day. */
  | { kind: 'everything'; since: IsoDate | null; forms?: RequestedForms }
  /** Discovers what is new in a channel of the registry since `position` (null at first). */
  | { kind: 'channel'; channel: string; position: string | null; forms?: RequestedForms }
);

/**
 * The forms whose documents are fetched in addition to the registry's lists and summaries, with their amendments; `all` = of
 * every filing. Absent from a request = the registry's {@link DefaultForms}. Filings of a mirror are read regardless of
 * their form.
 */
export type RequestedForms = readonly string[] | 'all';

/** The forms whose documents a registry's connector fetches if the operator names none. */
export interface DefaultForms {
  /** By channels. */
  scheduled: RequestedForms;
  /** By requests for issuers or for everything. */
  named: RequestedForms;
}

export interface Discovery {
  tasks: Task[];
  /** Requested names that were not found: an unknown ticker. The run counts these as failed. */
  missing: { kind: string; key: string; reason: string }[];
  anomalies: Anomaly[];
  /** Bulk files that were fetched: they are split into tasks like those of `--bulk`. */
  bulk?: BulkFile[];
  /** The position up to which the channel was read; absent if it has none. */
  position?: string;
}

/** A bulk file in the archive. */
export interface BulkFile {
  sha256: string;
  /** What the registry calls the file: `Accounts_Bulk_Data-2023-03-02.zip`. */
  name: string;
}

/** A form that is sent to a registry (POST, `application/x-www-form-urlencoded`, or JSON). */
export interface SentForm {
  /** Part of the address of the response. */
  fields: Readonly<Record<string, string>>;
  /** Hidden fields of the form's page, which change with each page: sent, but not part of the address. */
  hidden?: Readonly<Record<string, string>>;
  /** Sent as JSON instead of the fields, which then only form the address. */
  json?: unknown;
}

/** Why a response with status 200 is invalid. */
export interface ResponseFault {
  /** The kind of the anomaly: `html_instead_of_json`, `status_020` … */
  kind: string;
  detail: string;
  /**
   * `retry`: another attempt may succeed. `back_off`: another attempt may succeed after a pause of all workers.
   * `reject_key`: the key is refused, every attempt fails. `absent`: the address has no document.
   */
  action: 'retry' | 'back_off' | 'reject_key' | 'absent';
}

/**
 * A connector's access to its registry. Every response without a fault by {@link Source.validateResponse} is archived before
 * it is returned. Requests are throttled and conditional. Throws AsfiledError `upstream_error` if the registry refuses or
 * keeps failing, and an OperatorError if a host requires a key that the operator has not set.
 */
export interface RegistryClient {
  /** `replay` reads recorded responses. An unrecorded one is null, as after a 404. */
  origin: 'registry' | 'replay';
  now(): Date;
  /** Null if the registry responds with 404. */
  get(url: string): Promise<SourceDocument | null>;
  /**
   * Sends a form; the document's address is that of `formAddress` (kit/http/form-address.ts). Null if the registry responds
   * with 404.
   */
  post(url: string, form: SentForm): Promise<SourceDocument | null>;
  /**
   * The archived response of a URL, if it was requested on `notBefore` (UTC) or later: for documents that no longer change
   * then. Null if there is none. Absent for recordings.
   */
  kept?(url: string, notBefore: IsoDate): Promise<SourceDocument | null>;
  /** Streams a file of any size into the archive. Null if the registry responds with 404. */
  download(url: string): Promise<(BulkFile & { url: string }) | null>;
  /** Every address (of forms too) in a mirror; null for the registry itself. */
  list(): Promise<string[] | null>;
}

/** Bounds of a count that a document of a kind must give. */
export interface Expectation {
  min: number;
  max: number;
}

/** Bounds for the records of a task's documents: a response below `min` counts as empty, one above `max` as damaged. */
export interface Expectations {
  issuers?: Expectation;
  filings?: Expectation;
  facts?: Expectation;
  /** Records that belong to no registrant, of all kinds together. */
  published?: Expectation;
}

/** A part of a bulk file of tables that belongs to one issuer: lines of one table, header included in the first. */
export interface BulkPiece {
  issuerKey: string;
  /** How many rows of the table it has; 1 if absent. */
  rows?: number;
  /** The table's name; becomes the last part of the document's URL. */
  part: string;
  text: string;
}

/** A row of the table of documents in the documentation of a registry (`npm run docs:write`). */
export interface ShownDocument {
  address: string;
  /** Null for documents that only discovery reads. */
  source: string | null;
  /** What the documents state: `issuers: name, symbol, ISIN`. */
  states: string;
  /** True if the connector never fetches these documents: they come from imports, bulk files or mirrors. */
  isOnlyImported?: true;
  /** How messages name files of this kind that `asfiled import` accepts alone; absent if it accepts none. */
  accepts?: string;
}

/** A manifest's row about one loose file; empty if it has no row. */
export interface ManifestRow {
  /** Relative to the manifest. */
  path: string;
  form: string;
  cik: string;
  accession: string;
  filed: string;
  period: string;
}

/** An imported file with its row of a manifest. */
export interface ImportFile {
  row: ManifestRow;
  /** Plain (decompressed). */
  bytes: Buffer;
}

/** How a bulk file falls into tasks. */
export type BulkPlan =
  /**
   * Members are documents of their own; `name` and the member's path make their URLs. Members without a task are left out by
   * a rule (tally/left-out.tsv), or an anomaly.
   */
  | {
      kind: 'documents';
      name: string;
      tasks: { kind: string; key: string; issuerKey: string | null; members: string[] }[];
    }
  /** The whole file is one document, a package of one filing, of this URL. */
  | { kind: 'document'; url: string }
  /** Members are tables over many issuers. `name` and the table form the URL of an issuer's part. */
  | { kind: 'tables'; name: string };

/** Reads the members of a bulk file of any size in bounded memory. */
export interface BulkReader {
  members: readonly string[];
  /** The decoded bytes of a member, in chunks. */
  stream(member: string): AsyncIterable<Buffer>;
}

/**
 * A channel that stays open, with a line for each event. The lines are stored in segments: documents of the address at which
 * the registry repeats them.
 */
export interface StreamedChannel {
  channel: string;
  host: string;
  /** The address of the events after a position; null = only new events. */
  urlFrom(position: string | null): string;
  /** The position of a line; null if it is blank or damaged. */
  positionOf(line: string): string | null;
}

/** Issuers with a filing that changes what a document of the registry states, filed since the document was last requested. */
export interface ChangedIssuers {
  /** The channel that gets them. */
  channel: string;
  /** Forms of such filings. */
  forms: readonly string[];
  /** The kind of the tasks that request the document; their key is the number of the canonical key. */
  task: string;
  /** The URL of the document before and after that number. */
  url: readonly [before: string, after: string];
}

/**
 * A connector: one registry, from a wish to records. `discover` and `fetch` touch the network through {@link RegistryClient}
 * only; the rest is pure and runs in threads.
 */
export interface Source {
  description: SourceDescription;
  /**
   * The rank of each source name (or of its beginning, ending in `/`). If two sources state an issuer or a filing differently,
   * the lower rank wins; among names with one beginning, the greater name wins. Ranks are stored: a new source gets a number
   * between its neighbours, and no other number changes.
   */
  precedence: Readonly<Record<string, number>>;
  /** The schedule of the channels (cron expressions in a time zone), and the host that they use. */
  schedule: readonly {
    channel: string;
    host: string;
    cron: string;
    timeZone: string;
    /** Seconds between readings within a minute of the schedule, if the registry allows so many. */
    minSeconds?: number;
  }[];
  /**
   * Which issuers of the store discovery gets: with their ISINs those without a known listing, if the registry has no list of
   * companies; or those that filed a change. Absent if it needs none.
   */
  asksAboutIssuers?: 'unlisted' | ChangedIssuers;
  /** Channels on which the registry sends events as they happen; absent if it has none. */
  streams?: readonly StreamedChannel[];
  /** The documents that it reads, for the documentation. */
  shownDocuments?: readonly ShownDocument[];
  /** Absent if forms do not determine which documents are fetched. */
  defaultForms?: DefaultForms;
  /** Finds filings of one issuer that the registry publishes twice; absent if it publishes none twice. */
  duplicateRule?: DuplicateRule;
  /** Finds the listed filings of imported files that state no id of the registry; absent if all state it. */
  unnumbered?: UnnumberedFilings;
  /**
   * True if the URL of a document states what its bytes do not, such as the day of publication: a copy at another URL is then
   * read with the others.
   */
  readsEachCopy?: true;
  /** When a filing that the registry dates by the day alone counts as known to the public. */
  knownAtOfDay(date: IsoDate): Instant;
  /**
   * The fault of a response with status 200, by its bytes (for a bulk file by its first bytes); null if it is valid. Damage
   * in the middle of a response is reported by `parse`.
   */
  validateResponse(url: string, bytes: Buffer): ResponseFault | null;
  /** Which source a document of this URL is part of; null for documents that only discovery reads. */
  sourceOf(url: string): string | null;
  /** The issuer of a document by its URL; null if the document is about many, or the URL names none. */
  issuerOf(url: string): string | null;
  /**
   * The URL at which the registry publishes a loose document, identified by its file name and content. Throws AsfiledError
   * `bad_request` for unrecognised files.
   */
  identifyImport(name: string, bytes: Buffer): string;
  /**
   * The documents of loose files that belong to one filing: each with the URL at which the registry publishes it, and the
   * manifest's row. Throws AsfiledError `bad_request` if the files belong to no filing.
   */
  placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[];
  discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery>;
  /** Requests every document of a task. Empty if the registry has none. */
  fetch(client: RegistryClient, task: Task): Promise<SourceDocument[]>;
  /** Finds a fact in a summary, for proofs. Null if the document does not state it; absent if summaries are no JSON texts. */
  locateFact?: LocateFact;
  /** Never throws on damaged bytes: unreadable content is an anomaly, and damage is noted on the records. */
  parse(documents: readonly SourceDocument[]): Promise<ParsedDocuments>;
  expectations(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations;
  /**
   * The kind of a bulk file by its members; null if unrecognised. `name` is the name of the file: it may state more (its
   * day) or be arbitrary.
   */
  planBulk(reader: BulkReader, name: string): Promise<BulkPlan | null>;
  /**
   * Splits the tables of a bulk file by issuer. The text of a part may arrive in several chunks, in order. Rows of no issuer
   * are anomalies.
   */
  splitBulk(reader: BulkReader, log: AnomalyLog): AsyncIterable<BulkPiece[]>;
  /** Maximum unpacked size of the tables of one bulk file: several times the largest known. 4 GiB if absent. */
  maxTableBytes?: number;
}

/** A fact that a document states. */
export interface StatedFact {
  concept: string;
  unit: string;
  /** Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  value: string;
  accession: string;
}

/** Where a document without tagged elements states a fact: a path or row, and UTF-16 offsets in its text, end exclusive. */
export interface LocatedFact {
  elementId: string;
  start: number;
  end: number;
}

export type LocateFact = (document: SourceDocument, fact: StatedFact) => LocatedFact | null;

/** The rank of a source without one: every other rank is lower. */
export const MIN_TRUSTED = 1_000;

/** The rank of a source name at a connector: the lower, the more trusted. */
export function precedenceOf(source: Source, name: string): number {
  const ranked = Object.entries(source.precedence).find(([known]) => isNamedBy(known, name));
  return ranked?.[1] ?? MIN_TRUSTED;
}

function isNamedBy(known: string, name: string): boolean {
  return known.endsWith('/') ? name.startsWith(known) : name === known;
}
