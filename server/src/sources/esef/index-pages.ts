import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { documentKind, type MappedDocument } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed, formOfResponse, wrongForm } from '../kit/http/response-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { entityOfAddress } from './entities.ts';
import { isIndexUrl, ORIGIN } from './filing-address.ts';
import { toFiling, toRowIssuer } from './map-filing.ts';
import { type IndexPage, type IndexRow, parseIndexPage } from './parse-index-page.ts';

/** A page of the index. */
export const indexPages = documentKind({
  address: {
    template: `${ORIGIN}/api/filings?{query}`,
    url: ({ url }: { url: string }): string => url,
    read: (url: string) => (isIndexUrl(url) && URL.canParse(url) ? { url } : null),
  },
  source: 'index/{query}',
  named: ({ url }) => ({ query: queryOf(url) }),
  states: 'filings, and the entities that filed them',
  task: 'index',
  read: parseIndexPage,
  map: mapPage,
  validate: wrongIndexPage,
  // A page was seen to hold up to a thousand rows.
  expect: { filings: { min: 1, max: 10_000 } },
  accepts: "pages of filings.xbrl.org's index",
  identify({ start, bytes }) {
    if (!/^\s*\{/.test(start) || !bytes.includes('"jsonapi"')) return null;
    // A page states its own URL under `links`.
    const url = /"links"\s*:\s*\{\s*"self"\s*:\s*"(https:\/\/filings\.xbrl\.org\/api\/filings\?[^"\\]+)"/.exec(
      bytes.toString('utf8'),
    )?.[1];
    return url === undefined ? null : { url };
  },
});

/** The parameters of a page sorted by name; its path if it has none. */
function queryOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`);
  return query.length > 0 ? query.join('&') : pathname;
}

/** The fault of a response that is neither a page of the index nor the row of a filing. */
export function wrongIndexPage(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  if (formOfResponse(bytes) === 'empty') return wrongForm(bytes, ['json']);
  const { damage } = parseIndexPage(bytes, log);
  return damage === null ? null : failed(damage, log.list()[0]?.detail ?? '');
}

function mapPage({ rows, damage }: IndexPage, { source, log }: MappedDocument<unknown>): IssuerRecords[] {
  const byIssuer = new Map<string, IndexRow[]>();
  for (const row of rows) {
    const key = entityOfAddress(row.entity)?.canonicalKey;
    if (key === undefined) log.add('unknown_entity', row.nativeId, 'the id begins with no known identifier');
    else byIssuer.set(key, [...(byIssuer.get(key) ?? []), row]);
  }
  return [...byIssuer].map(([canonicalKey, own]) => {
    const named = own.find(row => row.entityName !== null);
    const issuer = named === undefined ? null : toRowIssuer(named);
    return { ...emptyRecords(canonicalKey, source), issuer, filings: own.map(toFiling), damage };
  });
}
