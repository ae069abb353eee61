import type { Archive } from '../archive/archive.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Instant } from '../kernel/dates.ts';
import type { PackedFinancials } from './figures/financials/rules/financials.ts';
import type { DuplicateRule } from './filings/filings/model/duplicate-filing.ts';
import type { FilingContents } from './filings/filings/model/filing-contents.ts';
import type { FilingStanding } from './filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from './filings/filings/model/issuer-records.ts';
import type { PublishedRecords } from './filings/filings/model/published-records.ts';
import type { Filing } from './filings/issuers/model/issuer.ts';
import type { ModelReading, ProposalQuestion, SecondReader } from './filings/proposals/model.ts';
import type { ExportedTable } from './kit/store/exported-table.ts';
import type { FilingKey } from './kit/store/filing-keys.ts';
import type { TextReadings } from './kit/store/readings.ts';

/**
 * One kind of data as the pipeline sees it: a subject's `part.ts` exports one, and the pipeline walks all of them in the order
 * of the areas. `read…` run in worker threads and return values that structured clone takes; the others run in the
 * transaction that stores a batch. A value is kept under the part's name.
 */
export interface Part<Opened = unknown, Stated = unknown, Written = unknown> {
  /** Unique among parts. */
  name: string;
  /** Names of parts of the same area that come before it. */
  after?: readonly string[];
  /** The tables that it writes, for the export. */
  tables?: readonly ExportedTable[];
  /** Its readings of the text of filings: `asfiled reprocess --from text` opens those again that other rules read. */
  textReadings?: TextReadings;
  /** How it asks a model for proposals, which its `readFiling` checks. */
  proposes?: ProposalQuestion;
  /** Reads one opened filing and encodes the result for the store. */
  readFiling?(contents: FilingContents, filing: FilingKey, reading: FilingReading): Opened | Promise<Opened>;
  /** Reads what the documents of a batch state about one issuer. */
  readIssuer?(issuer: IssuerReading): Stated;
  /** Reads an issuer's newly computed figures; runs only if they changed. */
  readFigures?(figures: Figures, issuerId: string): Stated;
  /** Version of the rules of `readFigures`: figures are computed again when it changes. */
  figuresVersion?: string;
  /** The packed rows in a value. They are transferred between threads without a copy and released once stored. */
  openedRows?(opened: Opened): Uint8Array[];
  statedRows?(stated: Stated): Uint8Array[];
  /** Writes a batch, idempotently by natural key. Later parts can read its result (`Batch.writtenBy`). */
  persist?(tx: Transaction, batch: Batch): Promise<Written>;
  /** Queues events about records that became known after `batch.announcesSince`. Runs after every part has persisted. */
  announce?(tx: Transaction, batch: Batch): Promise<void>;
  /** Writes records that belong to no registrant. Returns the number of new or changed rows. */
  publish?(tx: Transaction, records: PublishedRecords, publication: Publication): Promise<number>;
  /** Hooks around the grouping of issuers into companies. */
  grouping?: GroupingHooks;
  /** Follow-up work on stored data; runs outside of batches, in one process at a time. */
  background?: readonly BackgroundTask[];
}

/** Context that parts share while one filing is read. */
export interface FilingReading {
  archive: Archive;
  /** The model that passages are queued for; null if none is configured. */
  secondReader: SecondReader | null;
  /** What models answered about the filing, in the order of its passages' digests. */
  modelReadings: readonly ModelReading[];
  /** The result of a reader for this filing, computed once for all parts that need it. */
  once<Result>(read: (contents: FilingContents, reading: FilingReading) => Result): Result;
}

/** One issuer of a batch, in a worker thread. */
export interface IssuerReading {
  issuerId: string;
  registry: string;
  /** Whether the store already has filings of the issuer. */
  hasFilings: boolean;
  records: readonly IssuerRecords[];
  /** Each filing once, as the most trusted source states it. */
  filings: readonly Filing[];
}

export type Figures = Pick<PackedFinancials, 'years' | 'companyType'>;

/** One issuer of a batch with the values of its parts. */
export interface BatchIssuer {
  issuerId: string;
  canonicalKey: string;
  filingsCount: number;
  factsCount: number;
  /** When the newest of its filings became known; null if it has none. */
  newestFilingAt: Instant | null;
  parts: Record<string, unknown>;
  /** Its opened filings. */
  opened: BatchFiling[];
}

/** An opened filing with the values of its parts. */
export interface BatchFiling extends FilingKey {
  parts: Record<string, unknown>;
}

/** The content of one transaction: the issuers of some tasks, each once, and their opened filings. */
export class Batch {
  readonly registry: string;
  readonly issuers: readonly BatchIssuer[];
  readonly standings: readonly FilingStanding[];
  /** Filings that became known after this instant are announced. */
  readonly announcesSince: Instant;
  /** How duplicates among the filings of the registry are found; undefined if it publishes none. */
  readonly duplicateRule: DuplicateRule | undefined;
  #opened: readonly BatchFiling[];
  readonly #written = new Map<string, unknown>();

  constructor(batch: Pick<Batch, 'registry' | 'issuers' | 'standings' | 'announcesSince' | 'duplicateRule'>) {
    this.registry = batch.registry;
    this.issuers = batch.issuers;
    this.standings = batch.standings;
    this.announcesSince = batch.announcesSince;
    this.duplicateRule = batch.duplicateRule;
    this.#opened = batch.issuers.flatMap(issuer => issuer.opened);
  }

  /** Opened filings. The filings part drops those that neither a list nor a header names. */
  get opened(): readonly BatchFiling[] {
    return this.#opened;
  }

  dropOpened(nativeIds: ReadonlySet<string>): void {
    this.#opened = this.#opened.filter(filing => !nativeIds.has(filing.nativeId));
  }

  get issuerIds(): string[] {
    return this.issuers.map(issuer => issuer.issuerId);
  }

  /** Ids of issuers with filings in this batch. */
  get issuersWithFilings(): string[] {
    return this.issuers.filter(issuer => issuer.filingsCount > 0).map(issuer => issuer.issuerId);
  }

  /** Ids of issuers with a filing to announce. */
  get issuersToAnnounce(): string[] {
    const sinceMs = Date.parse(this.announcesSince);
    const isNew = ({ newestFilingAt }: BatchIssuer) => newestFilingAt !== null && Date.parse(newestFilingAt) > sinceMs;
    return this.issuers.filter(issuer => issuer.filingsCount > 0 && isNew(issuer)).map(issuer => issuer.issuerId);
  }

  /** The values that a part read from opened filings. */
  openedBy<Opened>(part: Part<Opened>): (FilingKey & { value: Opened })[] {
    return this.#opened.map(({ issuerId, registry, nativeId, parts }) => ({
      ...{ issuerId, registry, nativeId },
      value: parts[part.name] as Opened,
    }));
  }

  /** The values that a part read for issuers; issuers without a value are omitted. */
  statedBy<Stated>(part: Part<unknown, Stated>): { issuerId: string; value: Stated }[] {
    return this.issuers.flatMap(({ issuerId, parts }) =>
      parts[part.name] === undefined ? [] : [{ issuerId, value: parts[part.name] as Stated }],
    );
  }

  /** The value that an earlier part returned from `persist`. */
  writtenBy<Written>(part: Part<unknown, unknown, Written>): Written {
    if (!this.#written.has(part.name)) throw new Error(`Part ${part.name} is not persisted yet; list it in "after".`);
    return this.#written.get(part.name) as Written;
  }

  /** Persists every part in order. */
  async persist(tx: Transaction, parts: readonly Part[]): Promise<void> {
    for (const part of parts) this.#written.set(part.name, await part.persist?.(tx, this));
  }
}

/** The context in which a publisher's records are written. */
export interface Publication {
  registry: string;
  /** When the documents were first read. */
  readAt: Instant;
  /** When the publisher delivered the newest document. */
  givenAt: Instant;
  /** Records published after this instant are announced. */
  announcesSince: Instant;
  /** Ids that earlier parts changed, by part name. */
  changed: Map<string, readonly string[]>;
}

/** Called in the transaction that groups issuers into companies. */
export interface GroupingHooks {
  /** Before entities are written, with the issuers that changed. */
  before?(tx: Transaction, issuerIds: readonly string[]): Promise<void>;
  /** Immediately before and after entities are written, with the issuers whose entity changes. */
  around?(tx: Transaction, issuerIds: readonly string[]): Promise<void>;
  /** After entities are written. */
  after?(tx: Transaction, grouped: GroupedIssuers): Promise<unknown>;
}

/** The issuers that a grouping examined. */
export interface GroupedIssuers {
  issuerIds: readonly string[];
  /** Issuers whose entity or listings changed. */
  regroupedIds: readonly string[];
  /** Ids that earlier parts changed, by part name. */
  changed: Map<string, readonly string[]>;
}

export interface BackgroundOptions {
  now: Date;
  /** What became known after this instant is announced. */
  announcesSince: Instant;
  signal?: AbortSignal | undefined;
}

export interface BackgroundTask {
  name: string;
  run(db: Database, options: BackgroundOptions): Promise<void>;
  /** Whether an ingest waits for it before it reports; a function decides by how much there is to do. */
  completesIngest: boolean | ((db: Database) => Promise<boolean>);
  /** Maximum share of time, 0 to 1; unlimited if absent. */
  maxShareOfTime?: number;
}
