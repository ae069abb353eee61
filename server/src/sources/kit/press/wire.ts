import { parseRss } from '../../../formats/rss/parse-rss.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type Instant, toInstant } from '../../../kernel/dates.ts';
import { matchingUrls } from '../address.ts';
import type { Channel } from '../channels.ts';
import { archivedTask, emptyDiscovery, fetchUrls } from '../discovery.ts';
import { discoverByName, publishedKind } from '../published-kind.ts';
import type { Registry } from '../registry.ts';
import type { Discovery, SourceDocument } from '../source.ts';
import { faultOfFeed, readChannel, readReleases, type WireFeed } from './press-feed.ts';

/** A newswire: press releases of companies, by the headlines of its feeds. */
export interface Wire extends Pick<Registry, 'id' | 'publisher' | 'url' | 'licence'> {
  host: string;
  /** The beginning of the URLs of feeds. */
  root: string;
  /** By name, with the URLs of their feeds. */
  channels: Readonly<Record<string, { cron: string; feeds: readonly string[] }>>;
  feed: WireFeed;
}

/** Feeds hold twenty releases. */
const MAX_RELEASES = 200;

/** The parts of a wire that `registry()` needs. It has no companies and no filings. */
export function wire({ host, root, channels, feed, ...described }: Wire): Registry {
  const configured = Object.values(channels).flatMap(channel => channel.feeds);
  const kind = publishedKind({
    address: matchingUrls(`${root}{feed}`, url => url.startsWith(root)),
    source: 'feeds',
    task: 'feed',
    states: 'press releases: headline, link, summary, listings',
    read: (bytes, { log }) => {
      const releases = readReleases(feed, readChannel(bytes, log), log);
      return { pressReleases: [...new Map(releases.map(release => [release.nativeId, release])).values()] };
    },
    validate: faultOfFeed,
    expect: { min: 1, max: MAX_RELEASES },
    accepts: 'its configured feeds, which state their URL in <atom:link rel="self">',
    identify: ({ bytes }) => {
      const { self } = parseRss(bytes.toString('utf8'));
      return self !== null && configured.includes(self) ? { url: self } : null;
    },
  });
  const tasks = (urls: readonly string[]): Discovery => ({
    ...emptyDiscovery(),
    tasks: urls.map(url => kind.task({ url })),
  });
  return {
    ...described,
    // No limit is published.
    requestsPerSecond: 0.5,
    hosts: [host],
    precedence: { feeds: 10 },
    documents: [kind],
    channels: Object.fromEntries(
      Object.entries(channels).map(([name, { cron, feeds }]): [string, Channel] => [
        name,
        {
          host,
          cron,
          timeZone: 'UTC',
          read: async (client, position) => {
            const place = { registry: described.id, source: `channel/${name}` };
            return readNewest(feed, place, await fetchUrls(client, feeds), position, toInstant(client.now().getTime()));
          },
          readAll: async () => tasks(feeds),
        },
      ]),
    ),
    named: async (_client, { names }) =>
      discoverByName(names, {
        kind: 'company',
        reason: `${described.id} publishes new releases of all companies: omit the names`,
        tasksOf: () => [],
      }),
    discoverRecorded: async (_client, urls) => tasks(configured.filter(url => urls.includes(url))),
  };
}

/**
 * The newest releases of a channel; the position is the instant of the newest. Feeds hold only the latest releases: if one
 * begins after the position, releases in between may be missing.
 */
function readNewest(
  feed: WireFeed,
  place: { registry: string; source: string },
  documents: readonly SourceDocument[],
  position: Instant | null,
  now: Instant,
): Discovery {
  const discovery = emptyDiscovery();
  let newest = position;
  for (const document of documents) {
    discovery.tasks.push(archivedTask('feed', document.url, document));
    const instants = instantsOf(feed, document, place.registry);
    const [first] = instants;
    if (position !== null && first !== undefined && first > position) {
      const detail = `the feed begins at ${first}, the previous run ended at ${position}: releases in between may be missing`;
      discovery.anomalies.push({ ...place, locator: document.url, kind: 'feed_gap', detail });
    }
    // Releases dated in the future do not move the position.
    const last = instants.findLast(instant => instant <= now);
    if (last !== undefined && (newest === null || last > newest)) newest = last;
  }
  return newest === null ? discovery : { ...discovery, position: newest };
}

/** The instants of publication, the earliest first. The task reports what is wrong with the releases. */
function instantsOf(feed: WireFeed, { url, bytes }: SourceDocument, registry: string): Instant[] {
  const log = new AnomalyLog(registry, url);
  return readReleases(feed, readChannel(bytes, log), log)
    .map(release => release.publishedAt)
    .sort();
}
