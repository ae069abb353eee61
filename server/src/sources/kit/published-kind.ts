import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Channel } from './channels.ts';
import { emptyDiscovery, fetchUrls, urlTask } from './discovery.ts';
import {
  type AddressedKind,
  type DocumentKindOptions,
  documentKind,
  type ExpectedCount,
  type MappedDocument,
} from './document-kind.ts';
import type { Discovery, RegistryClient, ResponseFault, Task } from './source.ts';

/** The source name of published files unless a kind states another, and the rank that it has then. */
export const FILES_PRECEDENCE = { files: 10 } as const;

export interface PublishedKindOptions<Values>
  extends Pick<
    DocumentKindOptions<Values, Buffer>,
    'address' | 'states' | 'isOnlyImported' | 'accepts' | 'identify' | 'task' | 'key'
  > {
  /** The source name; `files` if absent. */
  source?: string;
  /** Never throws: damage is an anomaly. */
  read(bytes: Buffer, document: MappedDocument<NoInfer<Values>>): PublishedRecords;
  validate(bytes: Buffer, log: AnomalyLog, values: Values): ResponseFault | null;
  /** Records of one document. A recording may hold an excerpt, but not an empty one. */
  expect: ExpectedCount | ((values: Values) => ExpectedCount);
}

/** A kind of documents that belong to no company: rates, prices, calendars, transcripts. Each has a task of its own. */
export function publishedKind<Values>(options: PublishedKindOptions<Values>): AddressedKind<Values, Buffer> {
  const { read, expect } = options;
  return documentKind({
    source: 'files',
    task: 'file',
    key: (_values, url) => url,
    ...options,
    read: bytes => bytes,
    map: (bytes, document) => ({ published: read(bytes, document) }),
    expect: values => ({ published: { recordedMin: 1, ...(typeof expect === 'function' ? expect(values) : expect) } }),
  });
}

/** A task that requests one file of a publisher. */
export function fileTask(url: string): Task {
  return urlTask('file', url, [url]);
}

/** A channel of files, each with a task of its own. Its position is the day of the last run with a result. */
export function files({
  urls,
  ...schedule
}: Omit<Channel, 'read' | 'readAll'> & {
  /** The files that hold what was published since a day; null = everything. */
  urls(since: IsoDate | null, today: IsoDate): string[];
}): Channel {
  const dayOf = (client: RegistryClient): IsoDate => client.now().toISOString().slice(0, 10);
  return {
    ...schedule,
    async read(client, position) {
      // Requested before the position moves, so that a failure does not lose a day. The task requests them conditionally.
      const documents = await fetchUrls(client, urls(position, dayOf(client)));
      const discovery = { ...emptyDiscovery(), tasks: documents.map(document => fileTask(document.url)) };
      return documents.length === 0 ? discovery : { ...discovery, position: dayOf(client) };
    },
    readAll: async (client, since) => ({ ...emptyDiscovery(), tasks: urls(since, dayOf(client)).map(fileTask) }),
  };
}

/** Discovers tasks by name. Names for which `tasksOf` returns no task are missing, with the reason. */
export function discoverByName(
  names: readonly string[],
  { kind, reason, tasksOf }: { kind: string; reason: string; tasksOf(name: string): Task[] },
): Discovery {
  const discovery = emptyDiscovery();
  for (const key of names) {
    const tasks = tasksOf(key);
    appendAll(discovery.tasks, tasks);
    if (tasks.length === 0) discovery.missing.push({ kind, key, reason });
  }
  return discovery;
}
