import type { z } from 'zod';
import type { filingAtom } from '../../domain/filings/filings/operations/get-filing-atom.ts';
import { uuidV5 } from '../../kernel/ids.ts';

type FilingAtom = z.output<typeof filingAtom>;
type Item = FilingAtom['items'][number];

/** The address at which a feed was requested. */
export interface FeedPlace {
  /** `https://filings.example` */
  origin: string;
  /** Path and query: `/api/v1/feeds/filings.xml?ticker=AAPL` */
  address: string;
}

/**
 * Renders filings as an Atom document (RFC 4287), one page of a paged feed (RFC 5005 §3). The ids of the feed and its
 * entries are UUIDs derived from the query and the filings, so they are stable across pages and hosts.
 */
export function renderFilingAtom(feed: FilingAtom, { origin, address }: FeedPlace): string {
  const { items, data_as_of, previous_offset, next_offset } = feed;
  const [path = '', query = ''] = address.split('?', 2);
  const pageLink = (relation: string, offset: number | null) =>
    offset === null ? [] : [link(relation, `${origin}${path}${pageQuery(query, offset)}`, 'application/atom+xml')];
  const suffix = query === '' ? '' : `?${query}`;
  const jsonAddress = `${origin}${path.replace(/\.xml$/, '')}${suffix}`;
  const unique = [...new Map(items.map(item => [item.filing_id, item])).values()];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `urn:uuid:${uuidV5(`feed ${path}?${canonicalQuery(query)}`)}`),
    element('title', 'Filings'),
    element('updated', data_as_of ?? EPOCH),
    element('generator', 'asfiled'),
    link('self', `${origin}${path}${suffix}`, 'application/atom+xml'),
    link('alternate', jsonAddress, 'application/json'),
    ...pageLink('first', 0),
    ...pageLink('previous', previous_offset),
    ...pageLink('next', next_offset),
    ...unique.map(item => entry(item, origin)),
    '</feed>',
    '',
  ].join('\n');
}

/** The timestamp of a feed without filings. */
const EPOCH = '1970-01-01T00:00:00Z';

/** Queries that differ only in parameter order or offset are the same feed. */
function canonicalQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  parameters.sort();
  return parameters.toString();
}

/** The query of another page, with its leading `?`; empty if it has no parameters. */
function pageQuery(query: string, offset: number): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  if (offset > 0) parameters.set('offset', String(offset));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function entry(item: Item, origin: string): string {
  const { filing_id, filed_at, company_name, market_id } = item;
  return [
    '<entry>',
    element('id', `urn:uuid:${uuidV5(filing_id)}`),
    element('title', titleOf(item)),
    element('updated', filed_at),
    element('published', filed_at),
    `<author>${element('name', company_name)}</author>`,
    link('alternate', item.url),
    link('related', resolveAddress(item, origin), 'application/json'),
    category('form', item.form_type),
    category('category', item.category),
    ...(market_id === null ? [] : [category('market', market_id)]),
    element('summary', summaryOf(item)),
    '</entry>',
  ].join('\n');
}

/** `AAPL 10-K 2024-09-28 – Apple Inc.` */
function titleOf({ ticker, form_type, period_end, filing_date, company_name }: Item): string {
  const named = ticker === null ? '' : `${ticker} `;
  return `${named}${form_type} ${period_end ?? filing_date} – ${company_name}`;
}

function summaryOf({ form_type, title, item_codes, filing_date, registry, status }: Item): string {
  const parts = [
    title ?? form_type,
    ...(item_codes.length === 0 ? [] : [`items ${item_codes.join(', ')}`]),
    `filed ${filing_date}`,
    registry,
    ...(status === 'current' ? [] : [status]),
  ];
  return parts.join(' · ');
}

/** The API address of a filing; its sections if the company has no listing to resolve. */
function resolveAddress({ ticker, market_id, filing_id }: Item, origin: string): string {
  if (ticker === null) return `${origin}/api/v1/filings/${encodeURIComponent(filing_id)}/sections`;
  const query = new URLSearchParams({ ticker, ...(market_id === null ? {} : { market_id }), filing_id });
  return `${origin}/api/v1/filings/resolve?${query}`;
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function link(rel: string, href: string, type?: string): string {
  const typed = type === undefined ? '' : ` type="${type}"`;
  return `<link rel="${rel}" href="${escaped(href)}"${typed}/>`;
}

function category(scheme: string, term: string): string {
  return `<category scheme="${scheme}" term="${escaped(term)}"/>`;
}

/** Characters that XML 1.0 cannot represent, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
