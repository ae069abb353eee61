import { parseRss } from '../../../formats/rss/parse-rss.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type Instant, toInstant } from '../../../kernel/dates.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { archivedTask, emptyDiscovery, fetchUrls, urlTask } from '../discovery.ts';
import type { Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../source.ts';
import { readChannel, readReleases, type WireFeed } from './press-feed.ts';

/** A wire's feeds by the channel in which they are looked at. */
export type WireChannels = Readonly<Record<string, readonly string[]>>;

/** Finds out which feeds there are to read. A wire can't be asked for one company. */
export async function discoverFeeds(
  feed: WireFeed,
  channels: WireChannels,
  client: RegistryClient,
  request: DiscoveryRequest,
): Promise<Discovery> {
  if (request.kind === 'channel') return discoverChannel(feed, channels, client, request);
  if (request.kind === 'everything') return discoverAll(channels, client);
  const reason = `${feed.registry} gives what is new, whoever published it: a company can't be asked for`;
  const missing = [...request.tickers, ...request.ids].map(key => ({ kind: 'company', key, reason }));
  return { ...emptyDiscovery(), missing };
}

/** Asks for the feeds of a task. */
export function fetchFeeds(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  return fetchUrls(client, task.urls ?? []);
}

/** The address of a loose feed, as it states it itself. Throws AsfiledError `bad_request` where it states none of the wire's. */
export function urlOfLooseFeed(channels: WireChannels, name: string, bytes: Buffer): string {
  const { self } = parseRss(bytes.toString('utf8'));
  if (self !== null && Object.values(channels).some(urls => urls.includes(self))) return self;
  const detail = 'no feed of this wire: one names itself by <atom:link rel="self">, and is one of those that are read';
  throw new AsfiledError('bad_request', `${name}: ${detail}.`);
}

async function discoverAll(channels: WireChannels, client: RegistryClient): Promise<Discovery> {
  const urls = Object.values(channels).flat();
  const recorded = await client.list();
  const there = recorded === null ? urls : urls.filter(url => recorded.includes(url));
  return { ...emptyDiscovery(), tasks: there.map(url => urlTask('feed', url, [url])) };
}

/**
 * The feeds of a channel as they are now. A feed holds the newest releases alone: one that begins after the newest of the
 * last look may have dropped some in between, which is told.
 */
async function discoverChannel(
  feed: WireFeed,
  channels: WireChannels,
  client: RegistryClient,
  { channel, position }: DiscoveryRequest & { kind: 'channel' },
): Promise<Discovery> {
  const urls = channels[channel];
  if (urls === undefined) throw new RangeError(`${feed.registry} has no channel ${channel}`);
  const discovery = emptyDiscovery();
  const now = toInstant(client.now().getTime());
  let newest: Instant | null = position;
  for (const document of await fetchUrls(client, urls)) {
    discovery.tasks.push(archivedTask('feed', document.url, document));
    const instants = instantsOf(feed, document);
    const [first] = instants;
    // A release that is dated ahead of time says nothing of what was seen.
    const last = instants.findLast(one => one <= now);
    if (position !== null && first !== undefined && first > position) {
      const detail = `the feed begins at ${first}, the last look ended at ${position}: releases in between may be missing`;
      const place = { registry: feed.registry, source: `channel/${channel}`, locator: document.url };
      discovery.anomalies.push({ ...place, kind: 'feed_gap', detail });
    }
    if (last !== undefined && (newest === null || last > newest)) newest = last;
  }
  return newest === null ? discovery : { ...discovery, position: newest };
}

/** When its releases were published, the oldest first. What is wrong with them is told by whoever reads the document. */
function instantsOf(feed: WireFeed, { url, bytes }: SourceDocument): Instant[] {
  const log = new AnomalyLog(feed.registry, url);
  return readReleases(feed, readChannel(bytes, log), log)
    .map(one => one.publishedAt)
    .sort();
}
