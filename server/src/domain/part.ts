import type { Archive } from '../archive/archive.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Instant } from '../kernel/dates.ts';
import type { PackedFinancials } from './figures/financials/rules/financials.ts';
import type { FilingContents } from './filings/filings/model/filing-contents.ts';
import type { FilingStanding } from './filings/filings/model/filing-standing.ts';
import type { TwinRule } from './filings/filings/model/filing-twin.ts';
import type { IssuerRecords } from './filings/filings/model/issuer-records.ts';
import type { PublishedRecords } from './filings/filings/model/published-records.ts';
import type { Filing } from './filings/issuers/model/issuer.ts';
import type { ExportedTable } from './kit/exported-table.ts';
import type { FilingKey } from './kit/filing-keys.ts';

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
  /** Reads one opened filing and encodes the result for the store. */
  readFiling?(contents: FilingContents, filing: FilingKey, reading: FilingReading): Opened | Promise<Opened>;
  /** Reads what the documents of a batch state about one issuer. */
  readIssuer?(issuer: IssuerReading): Stated;
  /** Reads an issuer's newly computed figures; runs only if they changed. */
  readFigures?(figures: Figures, issuerId: string): Stated;
  /** Version of the rules of `readFigures`: figures are computed again when it changes. */
  figuresVersion?: string;
  /** The packed rows inside a value: they change threads without a copy and are released once stored. */
  openedRows?(opened: Opened): Uint8Array[];
  statedRows?(stated: Stated): Uint8Array[];
  /** Writes a batch, idempotently by natural key. What it returns, later parts can ask for (`Batch.writtenBy`). */
  persist?(tx: Transaction, batch: Batch): Promise<Written>;
  /** Queues events about what became known after `batch.announcesSince`. Runs after every part has persisted. */
  announce?(tx: Transaction, batch: Batch): Promise<void>;
  /** Writes records that belong to no registrant. Returns the number of new or changed rows. */
  publish?(tx: Transaction, records: PublishedRecords, publication: Publication): Promise<number>;
  /** Hooks around the grouping of issuers into companies. */
  grouping?: GroupingHooks;
  /** Work that follows what was stored; runs outside of batches, one process at a time. */
  background?: readonly BackgroundTask[];
}

/** What parts share while one filing is read. */
export interface FilingReading {
  archive: Archive;
  /** The result of a reader for this filing, computed once for all parts that need it. */
  once<Result>(read: (contents: FilingContents, reading: FilingReading) => Result): Result;
}

/** One issuer of a batch, in a worker thread. */
export interface IssuerReading {
  issuerId: string;
  registry: string;
  /** Whether the store had filings of the issuer before. */
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

/** What one transaction stores: the issuers of some tasks, each once, and their opened filings. */
export class Batch {
  readonly registry: string;
  readonly issuers: readonly BatchIssuer[];
  readonly standings: readonly FilingStanding[];
  /** Filings that became known later are announced. */
  readonly announcesSince: Instant;
  /** How duplicates among the filings of the registry are found; undefined if it publishes none. */
  readonly twinRule: TwinRule | undefined;
  #opened: readonly BatchFiling[];
  readonly #written = new Map<string, unknown>();

  constructor(batch: Pick<Batch, 'registry' | 'issuers' | 'standings' | 'announcesSince' | 'twinRule'>) {
    this.registry = batch.registry;
    this.issuers = batch.issuers;
    this.standings = batch.standings;
    this.announcesSince = batch.announcesSince;
    this.twinRule = batch.twinRule;
    this.#opened = batch.issuers.flatMap(issuer => issuer.opened);
  }

  /** Opened filings; those that no list and no header has named are dropped by the part of filings. */
  get opened(): readonly BatchFiling[] {
    return this.#opened;
  }

  dropOpened(nativeIds: ReadonlySet<string>): void {
    this.#opened = this.#opened.filter(filing => !nativeIds.has(filing.nativeId));
  }

  get issuerIds(): string[] {
    return this.issuers.map(issuer => issuer.issuerId);
  }

  /** Ids of the issuers that this batch has filings of. */
  get issuersWithFilings(): string[] {
    return this.issuers.filter(issuer => issuer.filingsCount > 0).map(issuer => issuer.issuerId);
  }

  /** Ids of the issuers that have a filing to announce. */
  get issuersToAnnounce(): string[] {
    const sinceMs = Date.parse(this.announcesSince);
    const isNew = ({ newestFilingAt }: BatchIssuer) => newestFilingAt !== null && Date.parse(newestFilingAt) > sinceMs;
    return this.issuers.filter(issuer => issuer.filingsCount > 0 && isNew(issuer)).map(issuer => issuer.issuerId);
  }

  /** What a part read of opened filings. */
  openedBy<Opened>(part: Part<Opened>): (FilingKey & { value: Opened })[] {
    return this.#opened.map(({ issuerId, registry, nativeId, parts }) => ({
      ...{ issuerId, registry, nativeId },
      value: parts[part.name] as Opened,
    }));
  }

  /** What a part read of issuers; those without a value are left out. */
  statedBy<Stated>(part: Part<unknown, Stated>): { issuerId: string; value: Stated }[] {
    return this.issuers.flatMap(({ issuerId, parts }) =>
      parts[part.name] === undefined ? [] : [{ issuerId, value: parts[part.name] as Stated }],
    );
  }

  /** What an earlier part returned from `persist`. */
  writtenBy<Written>(part: Part<unknown, unknown, Written>): Written {
    if (!this.#written.has(part.name)) throw new Error(`The part ${part.name} has not been persisted yet.`);
    return this.#written.get(part.name) as Written;
  }

  /** Persists every part in order. */
  async persist(tx: Transaction, parts: readonly Part[]): Promise<void> {
    for (const part of parts) this.#written.set(part.name, await part.persist?.(tx, this));
  }
}

/** A document of a publisher while its records are written. */
export interface Publication {
  registry: string;
  /** When the documents were read first. */
  readAt: Instant;
  /** When the publisher gave the newest of them. */
  givenAt: Instant;
  /** What was published later is announced. */
  announcesSince: Instant;
  /** What parts to the left changed, by their names. */
  changed: Map<string, readonly string[]>;
}

/** Called in the transaction that groups issuers. */
export interface GroupingHooks {
  /** Before entities are written, with the issuers that changed. */
  before?(tx: Transaction, issuerIds: readonly string[]): Promise<void>;
  /** Right before and right after entities are written, with the issuers whose entity changes. */
  around?(tx: Transaction, issuerIds: readonly string[]): Promise<void>;
  /** After entities were written. */
  after?(tx: Transaction, grouped: GroupedIssuers): Promise<unknown>;
}

/** What a grouping looked at. */
export interface GroupedIssuers {
  issuerIds: readonly string[];
  /** Those whose entity or listings changed. */
  regroupedIds: readonly string[];
  /** Ids of what earlier parts changed, by their names. */
  changed: Map<string, readonly string[]>;
}

export interface BackgroundTask {
  name: string;
  run(db: Database, options: { now: Date; signal?: AbortSignal | undefined }): Promise<void>;
  /** Whether an ingest waits for it before it reports. */
  completesIngest: boolean;
  /** Largest share of time that it may take, 0 to 1; unlimited if absent. */
  maxShareOfTime?: number;
}
