import type { WireRelease } from '../../../domain/disclosures/press/model.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import { parseRss, type RssChannel, type RssItem, textsOf } from '../../../formats/rss/parse-rss.ts';
import { parseRssDate } from '../../../formats/rss/rss-date.ts';
import type { Anomaly } from '../../../kernel/anomaly.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { isIsin } from '../../../kernel/identifiers/check-digits.ts';
import { truncate } from '../../../kernel/text/surrogate-pairs.ts';
import { failed, formOfAnswer, startOf, wrongForm } from '../http/answer-form.ts';
import type { ParsedDocuments, ResponseFault, SourceDocument } from '../source.ts';
import { mentionsOf } from './listing-mentions.ts';

/** How a wire writes its feeds. */
export interface WireFeed {
  registry: string;
  /** Links of releases lead here, or to a host under it. */
  domain: string;
  /** The wire's own id of a release, by its item and link; null where neither says. */
  nativeIdOf(item: RssItem, link: string): string | null;
  /** What the wire tags a release with, as stated. */
  tagsOf(item: RssItem): { subjects: string[]; listings: string[]; isins: string[] };
}

/** Longest parts of a release that are kept; the wires' licence allows headline, link and a short summary. */
const TITLE_CHARS = 500;
const SUMMARY_CHARS = 400;
/** Of a lead so much is looked at. */
const LEAD_CHARS = 20_000;
const MOST_WORDS = 50;
const WORD_CHARS = 120;
const URL_CHARS = 2_000;

/** The releases of feeds of a wire. Never throws: what can't be read is an anomaly. */
export async function parseFeeds(feed: WireFeed, documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const anomalies: Anomaly[] = [];
  const releases = new Map<string, WireRelease>();
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog(feed.registry, url);
    for (const release of readReleases(feed, readChannel(bytes, log), log)) releases.set(release.nativeId, release);
    anomalies.push(...log.list());
  }
  return { records: [], anomalies, published: { pressReleases: [...releases.values()] } };
}

/** The fault of an answer that is no feed: a page, an empty channel, one cut off before its first item. */
export function faultOfFeed(_url: string, bytes: Buffer): ResponseFault | null {
  const wrong = wrongForm(bytes, ['markup']);
  if (wrong !== null) return wrong;
  if (/^(?:<!doctype\s+html|<html)/i.test(startOf(bytes)))
    return failed('html_instead_of_feed', startOf(bytes).slice(0, 200));
  const { title, description, items, faults } = parseRss(decode(bytes));
  if (items.length > 0) return null;
  const isCut = faults.some(one => one.kind === 'truncated');
  if (isCut) return failed('truncated_feed', 'the feed ends before its first item does');
  if (title === null) return failed('unexpected_document', startOf(bytes).slice(0, 200));
  // A channel that was closed or misspelt answers so, with a fresh date.
  return failed('empty_feed', `no items in "${title}": ${description ?? ''}`.slice(0, 300));
}

/** The channel that an answer is, with an anomaly for all that is wrong with its markup. */
export function readChannel(bytes: Buffer, log: AnomalyLog): RssChannel {
  const channel = parseRss(decode(bytes));
  if (formOfAnswer(bytes) !== 'markup') log.add('unexpected_document', '', startOf(bytes).slice(0, 200));
  for (const { kind, locator, detail } of channel.faults) log.add(kind, locator, detail);
  if (channel.unread > 0) log.add('too_many_items', '', `${channel.unread} more items are not read`);
  return channel;
}

/** The releases of a channel, in its order. */
export function readReleases(feed: WireFeed, channel: RssChannel, log: AnomalyLog): WireRelease[] {
  return channel.items.flatMap(item => {
    const release = readRelease(feed, item);
    if (typeof release !== 'string') return [release];
    const title = textsOf(item, 'title')[0] ?? 'no title';
    log.add('bad_item', `item ${item.position}`, `${release}: ${title}`);
    return [];
  });
}

/** Wires write UTF-8, some with a byte order mark, whatever they declare. */
function decode(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The release of an item, or what it lacks. */
function readRelease(feed: WireFeed, item: RssItem): WireRelease | string {
  const title = plain(textsOf(item, 'title')[0] ?? '');
  const link = releaseUrl(textsOf(item, 'link')[0] ?? '', feed.domain);
  const publishedAt = parseRssDate(textsOf(item, 'pubDate')[0] ?? '');
  if (title === '') return 'no headline';
  if (link === null) return `no link to ${feed.domain}`;
  if (publishedAt === null) return 'no date with a zone';
  const nativeId = feed.nativeIdOf(item, link);
  if (nativeId === null) return 'no id';
  const lead = plain(textsOf(item, 'description')[0] ?? '');
  const { subjects, listings, isins } = feed.tagsOf(item);
  return {
    nativeId,
    url: link,
    title: shortened(title, TITLE_CHARS),
    summary: lead === '' ? null : shortened(lead, SUMMARY_CHARS),
    publishedAt,
    language: languageOf(textsOf(item, 'dc:language')[0]),
    contributor: words(textsOf(item, 'dc:contributor'))[0] ?? null,
    subjects: words(subjects),
    listings: words(listings),
    isins: [...new Set(words(isins).map(isin => isin.toUpperCase()))].filter(isIsin),
    mentions: words(mentionsOf(`${title}\n${lead}`)),
  };
}

/** An address of the wire itself: a feed that leads elsewhere, or to no page at all, is not the wire's. */
function releaseUrl(link: string, domain: string): string | null {
  if (link.length > URL_CHARS || !URL.canParse(link)) return null;
  const { protocol, hostname, username, port, href } = new URL(link);
  const isOwn = hostname === domain || hostname.endsWith(`.${domain}`);
  return (protocol === 'https:' || protocol === 'http:') && isOwn && username === '' && port === '' ? href : null;
}

/** Text of a lead that is markup more often than not, on one line. */
function plain(markup: string): string {
  const source = truncate(markup, LEAD_CHARS);
  const text = /[<&]/.test(source) ? renderText(parseHtml(source), 0, source.length) : source;
  return text.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().toWellFormed();
}

/** Cut between words, with an ellipsis. */
function shortened(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const cut = truncate(text, chars - 1);
  const blank = cut.lastIndexOf(' ');
  return `${(blank > chars / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

function words(stated: readonly string[]): string[] {
  const clean = stated.map(word => word.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().toWellFormed());
  return [...new Set(clean)].filter(word => word !== '' && word.length <= WORD_CHARS).slice(0, MOST_WORDS);
}

function languageOf(stated: string | undefined): string | null {
  const tag = stated?.trim().toLowerCase().replaceAll('_', '-') ?? '';
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/.test(tag) ? tag : null;
}
