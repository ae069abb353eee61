import type { WireRelease } from '../../../domain/disclosures/press/model.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import { parseRss, parseRssDate, type RssChannel, type RssItem, textsOf } from '../../../formats/rss/parse-rss.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { isIsin } from '../../../kernel/identifiers/check-digits.ts';
import { appendAll } from '../../../kernel/lists.ts';
import { truncate } from '../../../kernel/text/surrogate-pairs.ts';
import { failed, formOfResponse, startOf, wrongForm } from '../http/response-form.ts';
import type { ResponseFault } from '../source.ts';

/** How a wire writes its feeds. */
export interface WireFeed {
  /** Links of releases lead to this host or a subdomain. */
  domain: string;
  /** The wire's own id of a release; null if neither its item nor its link states one. */
  nativeIdOf(item: RssItem, link: string): string | null;
  /** The tags of a release, as stated. */
  tagsOf(item: RssItem): { subjects: string[]; listings: string[]; isins: string[] };
}

/** The licence of the wires allows a headline, a link and a short summary: longer texts are cut. */
const TITLE_CHARS = 500;
const SUMMARY_CHARS = 400;
/** Characters of a lead that are read. */
const LEAD_CHARS = 20_000;
const MAX_WORDS = 50;
const WORD_CHARS = 120;
const URL_CHARS = 2_000;

/** The fault of a page, of an empty channel, and of a feed that is truncated before its first item ends. */
export function faultOfFeed(bytes: Buffer): ResponseFault | null {
  const wrong = wrongForm(bytes, ['markup']);
  if (wrong !== null) return wrong;
  if (/^(?:<!doctype\s+html|<html)/i.test(startOf(bytes)))
    return failed('html_instead_of_feed', startOf(bytes).slice(0, 200));
  const { title, description, items, faults } = parseRss(decode(bytes));
  if (items.length > 0) return null;
  const isCut = faults.some(fault => fault.kind === 'truncated');
  if (isCut) return failed('truncated_feed', 'the feed ends before its first item does');
  if (title === null) return failed('unexpected_document', startOf(bytes).slice(0, 200));
  // A closed or misspelt channel is an empty feed with a current date.
  return failed('empty_feed', `no items in "${title}": ${description ?? ''}`.slice(0, 300));
}

/** The channel of a feed, with an anomaly for each fault of its markup. */
export function readChannel(bytes: Buffer, log: AnomalyLog): RssChannel {
  const channel = parseRss(decode(bytes));
  if (formOfResponse(bytes) !== 'markup') log.add('unexpected_document', '', startOf(bytes).slice(0, 200));
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

/** Wires write UTF-8 regardless of the declared encoding, some with a byte order mark. */
function decode(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The release of an item, or the name of a missing field. */
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

/** The URL of a link to the wire's own pages; null for other links. */
function releaseUrl(link: string, domain: string): string | null {
  if (link.length > URL_CHARS || !URL.canParse(link)) return null;
  const { protocol, hostname, username, port, href } = new URL(link);
  const isOwn = hostname === domain || hostname.endsWith(`.${domain}`);
  return (protocol === 'https:' || protocol === 'http:') && isOwn && username === '' && port === '' ? href : null;
}

/** The text of a lead, often HTML, on one line. */
function plain(markup: string): string {
  const source = truncate(markup, LEAD_CHARS);
  const text = /[<&]/.test(source) ? renderText(parseHtml(source), 0, source.length) : source;
  return text.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().toWellFormed();
}

/** The text cut between words, with an ellipsis. */
function shortened(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const cut = truncate(text, chars - 1);
  const blank = cut.lastIndexOf(' ');
  return `${(blank > chars / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

function words(stated: readonly string[]): string[] {
  const clean = stated.map(word => word.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().toWellFormed());
  return [...new Set(clean)].filter(word => word !== '' && word.length <= WORD_CHARS).slice(0, MAX_WORDS);
}

function languageOf(stated: string | undefined): string | null {
  const tag = stated?.trim().toLowerCase().replaceAll('_', '-') ?? '';
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/.test(tag) ? tag : null;
}

/** The listings in brackets in a text, as `exchange:ticker`: `(NYSE: DOCN)`, `(Nasdaq: GOOG, GOOGL)`, `(Nasdaq, NYSE Texas: DJT)`. */
export function mentionsOf(text: string): string[] {
  return [...text.matchAll(IN_BRACKETS)].flatMap(([, inner = '']) => (inner.includes(':') ? listingsIn(inner) : []));
}

const IN_BRACKETS = /[([]([^()[\]]{3,160})[)\]]/g;
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,9}$/;

/** A word without a colon is another exchange before the first colon, and another ticker after it. */
function listingsIn(inner: string): string[] {
  const listings: string[] = [];
  let waiting: string[] = [];
  let exchanges: string[] = [];
  for (const piece of inner.split(/[;,|]|\band\b/)) {
    const colon = piece.lastIndexOf(':');
    const ticker = piece.slice(colon + 1).trim();
    if (colon >= 0) {
      exchanges = [...waiting, ...piece.slice(0, colon).split('/')].map(word => word.trim());
      waiting = [];
    } else if (exchanges.length === 0 || !TICKER.test(ticker)) {
      waiting.push(piece);
      continue;
    }
    if (TICKER.test(ticker))
      appendAll(
        listings,
        exchanges.map(exchange => `${exchange}:${ticker}`),
      );
  }
  return listings;
}
