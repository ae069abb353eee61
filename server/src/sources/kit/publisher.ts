import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { emptyDiscovery, fetchUrls, urlTask } from './discovery.ts';
import type {
  Discovery,
  DiscoveryRequest,
  Expectation,
  ParsedDocuments,
  RegistryClient,
  ResponseFault,
  Source,
  SourceDescription,
} from './source.ts';

/** A registry of files that are about no company: rates, outlooks. What is not said here is the same for all of them. */
export interface Publisher {
  description: SourceDescription;
  schedule: Source['schedule'];
  /** The name of its files as a source; an address that is none of them has none. */
  isFile(url: string): boolean;
  validateResponse(url: string, bytes: Buffer): ResponseFault | null;
  /** The files that hold what is wanted from a day on; null = all there is. */
  urlsSince(since: IsoDate | null, today: IsoDate): string[];
  /** Files of things that can be asked for by name; null = it can't be asked so. */
  urlsOf?(name: string): string[] | null;
  /** The address of a loose file, null where it is none of the publisher's. */
  identifyImport(name: string, bytes: Buffer): string | null;
  /** Reads one file. Never throws: damage is told. */
  parse(url: string, bytes: Buffer, log: AnomalyLog): PublishedRecords;
  /** Records that a file of the publisher's own has. */
  expectation(url: string): Expectation;
  /** What a name that it does not know is told. */
  namedReason: string;
}

/** The one source that the files of a publisher are. */
const FILES_SOURCE = 'files';

/** A connector of a publisher of files that are about no company. */
export function publisherSource(publisher: Publisher): Source {
  const { description, schedule, isFile, validateResponse, parse } = publisher;
  const { registry } = description;
  const identifyImport = (name: string, bytes: Buffer): string => {
    const url = publisher.identifyImport(name.slice(name.lastIndexOf('/') + 1), bytes);
    if (url !== null) return url;
    throw new AsfiledError('bad_request', `${name}: no file of ${description.publisher} that is read.`);
  };
  return {
    description,
    precedence: { [FILES_SOURCE]: 10 },
    schedule,
    knownAtOfDay: endOfDay,
    validateResponse,
    sourceOf: url => (isFile(url) ? FILES_SOURCE : null),
    issuerOf: () => null,
    identifyImport,
    placeImport: files => files.map(({ row, bytes }) => ({ url: identifyImport(row.path, bytes), bytes })),
    discover: (client, request) => discover(publisher, client, request),
    fetch: (client, task) => fetchUrls(client, task.urls ?? []),
    async parse(documents): Promise<ParsedDocuments> {
      const anomalies: Anomaly[] = [];
      const published: PublishedRecords[] = [];
      for (const { url, bytes } of documents) {
        const log = new AnomalyLog(registry, url);
        published.push(parse(url, bytes, log));
        anomalies.push(...log.list());
      }
      return { records: [], anomalies, published: joined(published) };
    },
    expectations: (documents, origin) => ({ published: expected(publisher, documents, origin) }),
    planBulk: async () => null,
    async *splitBulk() {},
  };
}

/** Publishers date by the day: by its end what they say of it is known. */
function endOfDay(date: IsoDate): Instant {
  return `${date}T23:59:59Z`;
}

async function discover(publisher: Publisher, client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const today = client.now().toISOString().slice(0, 10);
  const discovery = emptyDiscovery();
  if (request.kind === 'named') {
    for (const key of [...request.tickers, ...request.ids]) {
      const urls = publisher.urlsOf?.(key) ?? null;
      if (urls === null) discovery.missing.push({ kind: 'file', key, reason: publisher.namedReason });
      else discovery.tasks.push(...urls.map(fileTask));
    }
    return discovery;
  }
  if (request.kind === 'everything') {
    const recorded = await client.list();
    const urls = recorded?.filter(publisher.isFile) ?? publisher.urlsSince(request.since, today);
    return { ...discovery, tasks: urls.map(fileTask) };
  }
  if (!publisher.schedule.some(one => one.channel === request.channel)) {
    throw new RangeError(`${publisher.description.registry} has no channel ${request.channel}`);
  }
  // Asked for here, so that the channel moves on only where all of it was had; the task asks once more, conditionally.
  const documents = await fetchUrls(client, publisher.urlsSince(request.position, today));
  discovery.tasks.push(...documents.map(one => fileTask(one.url)));
  return documents.length === 0 ? discovery : { ...discovery, position: today };
}

function fileTask(url: string): Discovery['tasks'][number] {
  return urlTask('file', url, [url]);
}

/** A mirror may hold an excerpt; one without any record is empty all the same. */
function expected(
  { expectation }: Publisher,
  documents: readonly { url: string }[],
  origin: RegistryClient['origin'],
): Expectation {
  const bounds = documents.map(one => expectation(one.url));
  const max = bounds.reduce((sum, one) => sum + one.max, 0);
  return { min: origin === 'replay' ? 1 : bounds.reduce((sum, one) => sum + one.min, 0), max };
}

function joined(published: readonly PublishedRecords[]): PublishedRecords {
  const macroRates = published.flatMap(one => one.macroRates ?? []);
  const weoSeries = published.flatMap(one => one.weoSeries ?? []);
  const climateTargets = published.flatMap(one => one.climateTargets ?? []);
  const priceSeries = published.flatMap(one => one.priceSeries ?? []);
  const quotes = published.flatMap(one => one.quotes ?? []);
  const calendarEntries = published.flatMap(one => one.calendarEntries ?? []);
  const streetSnapshots = published.flatMap(one => one.streetSnapshots ?? []);
  return {
    ...(macroRates.length > 0 ? { macroRates } : {}),
    ...(weoSeries.length > 0 ? { weoSeries } : {}),
    ...(climateTargets.length > 0 ? { climateTargets } : {}),
    ...(priceSeries.length > 0 ? { priceSeries } : {}),
    ...(quotes.length > 0 ? { quotes } : {}),
    ...(calendarEntries.length > 0 ? { calendarEntries } : {}),
    ...(streetSnapshots.length > 0 ? { streetSnapshots } : {}),
  };
}
