import { AsfiledError } from '../../kernel/errors.ts';
import type { Anomaly } from '../../model/anomaly.ts';
import { AnomalyLog } from '../../model/anomaly-log.ts';
import type { Issuer } from '../../model/issuer.ts';
import type { Discovery, Outside, SourceDocument, Task, Wanted } from '../source.ts';
import { ANNOUNCEMENTS, executivesUrl, introductionUrl, STOCK_LISTS } from './endpoints.ts';
import { parseStocks } from './parse-stocks.ts';
import { canonicalKeyOfCode, securityCode } from './security-codes.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** Finds out which lists and companies there are to read. */
export async function discover(outside: Outside, wanted: Wanted): Promise<Discovery> {
  if (wanted.kind === 'named') return discoverNamed(outside, [...wanted.tickers, ...wanted.ids]);
  if (wanted.kind === 'everything') return discoverEverything(outside);
  if (wanted.channel === 'stocks') return { tasks: listTasks(), missing: [], anomalies: [] };
  throw new RangeError(`cninfo has no channel ${wanted.channel}`);
}

/** Whoever names a company expects its announcements: that they are not there must not look like there being none. */
const NOT_ASKED: Anomaly = {
  registry: 'cninfo',
  source: ANNOUNCEMENTS,
  locator: '',
  kind: 'not_asked_for',
  detail: 'Announcements are asked for by a POST, which connectors can not send: import answers of it instead.',
};

/** Asks for the documents of a task. */
export async function fetchTask(outside: Outside, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const document = await outside.get(url.replace(/#.*$/, ''));
    // The part after `#` says whose filing it is: the registry's answer does not.
    if (document !== null) documents.push({ ...document, url });
  }
  return documents;
}

async function discoverNamed(outside: Outside, names: readonly string[]): Promise<Discovery> {
  const { issuers, lists } = await readLists(outside);
  const discovery: Discovery = {
    tasks: lists,
    missing: [],
    anomalies: outside.origin === 'registry' ? [NOT_ASKED] : [],
  };
  for (const name of names) {
    const code = securityCode(name.replace(/^cninfo:/i, ''));
    if (code === null) {
      discovery.missing.push({ kind: 'company', key: name, reason: `${name} is no code of a share (six digits)` });
    } else if (issuers.has(canonicalKeyOfCode(code))) {
      discovery.tasks.push(companyTask(code));
    } else {
      const reason = `unknown code ${code}: the registry's lists do not have it`;
      discovery.missing.push({ kind: 'company', key: name, reason });
    }
  }
  return discovery;
}

/** Every code that the registry lists. Throws AsfiledError `upstream_error` where no list can be read. */
async function readLists(outside: Outside): Promise<{ issuers: Map<string, Issuer>; lists: Task[] }> {
  const issuers = new Map<string, Issuer>();
  const lists: Task[] = [];
  for (const task of listTasks()) {
    const [document] = await fetchTask(outside, task);
    if (document === undefined) continue;
    const log = new AnomalyLog('cninfo', document.url);
    for (const issuer of parseStocks(document.bytes, log)) issuers.set(issuer.canonicalKey, issuer);
    lists.push(task);
  }
  if (issuers.size > 0) return { issuers, lists };
  throw new AsfiledError('upstream_error', 'cninfo gave no list of codes (szse_stock.json, bj_stock.json)');
}

/** What a mirror has recorded; of the registry itself, the lists: companies are asked for by their codes. */
async function discoverEverything(outside: Outside): Promise<Discovery> {
  const urls = await outside.list();
  if (urls === null) return { tasks: listTasks(), missing: [], anomalies: [] };
  const lists = listTasks().filter(task => urls.includes(task.key));
  const known = urls.filter(url => sourceNameOf(url) !== null && issuerOf(url) !== null);
  const companies = [...Map.groupBy(known, issuerOf)].flatMap(([key, own]) =>
    key === null ? [] : [{ ...companyTask(key.slice('cninfo:'.length)), urls: own }],
  );
  return { tasks: [...lists, ...companies], missing: [], anomalies: [] };
}

function listTasks(): Task[] {
  return Object.values(STOCK_LISTS).map(url => ({
    kind: 'list',
    key: url,
    issuerKey: null,
    documents: null,
    urls: [url],
    since: null,
  }));
}

function companyTask(code: string): Task {
  const urls = [introductionUrl(code), executivesUrl(code)];
  return { kind: 'company', key: code, issuerKey: canonicalKeyOfCode(code), documents: null, urls, since: null };
}
