import type { Anomaly } from '../kernel/anomaly.ts';
import { AnomalyLog } from '../kernel/anomaly-log.ts';
import type { Instant, IsoDate } from '../kernel/dates.ts';
import { AsfiledError } from '../kernel/errors.ts';
import { emptyDiscovery, fetchUrls, urlTask } from './discovery.ts';
import type { PublishedRecords } from './kit/published-records.ts';
import type {
  AnswerFault,
  Discovery,
  Expectation,
  Outside,
  ParsedDocuments,
  Source,
  SourceDescription,
  Wanted,
} from './source.ts';

/** A registry of files that are about no company: rates, outlooks. What is not said here is the same for all of them. */
export interface Publisher {
  description: SourceDescription;
  schedule: Source['schedule'];
  /** The name of its files as a source; an address that is none of them has none. */
  isFile(url: string): boolean;
  faultOf(url: string, bytes: Buffer): AnswerFault | null;
  /** The files that hold what is wanted from a day on; null = all there is. */
  urlsSince(since: IsoDate | null, today: IsoDate): string[];
  /** Files of things that can be asked for by name; null = it can't be asked so. */
  urlsOf?(name: string): string[] | null;
  /** The address of a loose file, null where it is none of the publisher's. */
  urlOfLoose(name: string, bytes: Buffer): string | null;
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
  const { description, schedule, isFile, faultOf, parse } = publisher;
  const { registry } = description;
  const urlOfLoose = (name: string, bytes: Buffer): string => {
    const url = publisher.urlOfLoose(name.slice(name.lastIndexOf('/') + 1), bytes);
    if (url !== null) return url;
    throw new AsfiledError('bad_request', `${name}: no file of ${description.publisher} that is read.`);
  };
  return {
    description,
    precedence: [FILES_SOURCE],
    schedule,
    knownAtOfDay: endOfDay,
    faultOf,
    sourceOf: url => (isFile(url) ? FILES_SOURCE : null),
    issuerOf: () => null,
    urlOfLoose,
    fileLoose: files => files.map(({ row, bytes }) => ({ url: urlOfLoose(row.path, bytes), bytes })),
    discover: (outside, wanted) => discover(publisher, outside, wanted),
    fetch: (outside, task) => fetchUrls(outside, task.urls ?? []),
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

async function discover(publisher: Publisher, outside: Outside, wanted: Wanted): Promise<Discovery> {
  const today = outside.now().toISOString().slice(0, 10);
  const discovery = emptyDiscovery();
  if (wanted.kind === 'named') {
    for (const key of [...wanted.tickers, ...wanted.ids]) {
      const urls = publisher.urlsOf?.(key) ?? null;
      if (urls === null) discovery.missing.push({ kind: 'file', key, reason: publisher.namedReason });
      else discovery.tasks.push(...urls.map(fileTask));
    }
    return discovery;
  }
  if (wanted.kind === 'everything') {
    const recorded = await outside.list();
    const urls = recorded?.filter(publisher.isFile) ?? publisher.urlsSince(wanted.since, today);
    return { ...discovery, tasks: urls.map(fileTask) };
  }
  if (!publisher.schedule.some(one => one.channel === wanted.channel)) {
    throw new RangeError(`${publisher.description.registry} has no channel ${wanted.channel}`);
  }
  // Asked for here, so that the channel moves on only where all of it was had; the task asks once more, conditionally.
  const documents = await fetchUrls(outside, publisher.urlsSince(wanted.position, today));
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
  origin: Outside['origin'],
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
