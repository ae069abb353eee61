import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { ask } from './ask.ts';
import { corpCodesUrl, documentUrl, ofCompany, xbrlUrl } from './endpoints.ts';
import { FIRST_DAY, fetchCompany, fetchList, type ListedFiling } from './fetch-company.ts';
import { canonicalKeyOfCorp, corpCode, todayInSeoul } from './identifiers.ts';
import { parseCorpCodes } from './parse-corp-codes.ts';
import { readReportName, reportCodeOfListed } from './report-types.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

const DAYS_AT_FIRST = 7;
/** The registry takes three months at most where no company is named; a day at a time is read here. */
const MOST_DAYS = 90;
const DECEMBER = 12;

/** Finds out which companies, and which filings of wanted forms, there is something to fetch of. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return discoverNamed(client, request);
  if (request.kind === 'everything') return discoverEverything(client, request.since, request.forms ?? []);
  if (request.channel === 'corp-codes') return { ...emptyDiscovery(), tasks: [codesTask()] };
  if (request.channel === 'list') {
    return discoverDays(
      client,
      request.position ?? addDays(todayInSeoul(client.now()), -DAYS_AT_FIRST),
      request.forms ?? [],
    );
  }
  throw new RangeError(`opendart has no channel ${request.channel}`);
}

/** Asks for all documents of a task. What the registry calls missing is kept, since that is an answer too. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  if (task.kind === 'company' && task.urls === null) return fetchCompany(client, task.key, task.since);
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const asked = await ask(client, url);
    if (asked === null || (task.kind === 'filing' && asked.answer.state === 'none')) continue;
    documents.push(asked.document);
  }
  return documents;
}

function codesTask(): Task {
  const urls = [corpCodesUrl()];
  return urlTask('corp-codes', 'corp-codes', urls, null);
}

function companyTask(code: string, since: IsoDate | null, urls: string[] | null): Task {
  return { kind: 'company', key: code, issuerKey: canonicalKeyOfCorp(code), documents: null, urls, since };
}

async function discoverNamed(
  client: RegistryClient,
  request: DiscoveryRequest & { kind: 'named' },
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const codes = new Set<string>();
  for (const id of request.ids) {
    const code = corpCode(id);
    if (code !== null) codes.add(code);
    else discovery.missing.push({ kind: 'company', key: id, reason: `${id} is no corp code (eight digits)` });
  }
  if (request.tickers.length > 0) {
    const byTicker = await readTickers(client, discovery.anomalies);
    for (const ticker of request.tickers) {
      const code = byTicker.get(tickerKey(ticker));
      if (code !== undefined) codes.add(code);
      else {
        const reason = `unknown ticker ${ticker}: the code list of the registry does not have it`;
        discovery.missing.push({ kind: 'ticker', key: ticker, reason });
      }
    }
    if (byTicker.size > 0) discovery.tasks.push(codesTask());
  }
  const recorded = await client.list();
  for (const code of [...codes].sort()) {
    const urls = recorded === null ? null : ownUrls(recorded, code);
    discovery.tasks.push(companyTask(code, request.since, urls));
    discovery.tasks.push(...(await namedFilings(client, code, request)));
  }
  return discovery;
}

async function namedFilings(
  client: RegistryClient,
  code: string,
  request: DiscoveryRequest & { kind: 'named' },
): Promise<Task[]> {
  const forms = request.forms ?? [];
  if (forms.length === 0) return [];
  const { filings } = await fetchList(client, code, request.since ?? FIRST_DAY, todayInSeoul(client.now()));
  return filings.filter(one => isWantedForm(one.filing, forms)).map(filingTask);
}

async function readTickers(client: RegistryClient, anomalies: Anomaly[]): Promise<Map<string, string>> {
  const byTicker = new Map<string, string>();
  const list = await ask(client, corpCodesUrl());
  if (list === null) return byTicker;
  const log = new AnomalyLog('opendart', corpCodesUrl());
  for (const issuer of parseCorpCodes(list.document.bytes, log).issuers) {
    for (const { ticker } of issuer.listings)
      byTicker.set(tickerKey(ticker), issuer.canonicalKey.slice('dart:'.length));
  }
  anomalies.push(...log.list());
  return byTicker;
}

async function discoverEverything(
  client: RegistryClient,
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const urls = await client.list();
  if (urls === null) {
    if (since !== null) return discoverDays(client, addDays(since, -1), forms);
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name companies (--ticker, --id), or give --since.',
    );
  }
  return { ...emptyDiscovery(), tasks: recordedTasks(urls) };
}

/** What a mirror has: the code list, companies with all that it has of them, pages of lists, and documents of filings. */
function recordedTasks(urls: readonly string[]): Task[] {
  const known = urls.filter(url => sourceNameOf(url) !== null);
  const codes = new Set(known.flatMap(url => issuerOf(url) ?? []));
  const companies = [...codes].sort().map(key => {
    const code = key.slice('dart:'.length);
    return companyTask(code, null, ownUrls(known, code));
  });
  const filings = Map.groupBy(
    known.filter(url => sourceNameOf(url)?.startsWith(FILING_SOURCE) === true),
    url => sourceNameOf(url) ?? '',
  );
  const opened = [...filings].sort().map(([name, some]): Task => {
    const key = name.slice(FILING_SOURCE.length);
    return urlTask('filing', key, some);
  });
  const lists = known.filter(
    url => issuerOf(url) === null && /^(?:list|main-accounts)\//.test(sourceNameOf(url) ?? ''),
  );
  const shared = lists.map((url): Task => {
    return urlTask('list', sourceNameOf(url) ?? url, [url]);
  });
  const codeList = known.includes(corpCodesUrl()) ? [codesTask()] : [];
  return [...codeList, ...companies, ...shared, ...opened];
}

function ownUrls(urls: readonly string[], code: string): string[] {
  const key = canonicalKeyOfCorp(code);
  return urls.filter(url => issuerOf(url) === key && sourceNameOf(url) !== null);
}

/** The filings of all days after `position`, the companies whose periodic reports are among them, and wanted documents. */
async function discoverDays(client: RegistryClient, position: IsoDate, forms: RequestedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const until = todayInSeoul(client.now());
  const codes = new Set<string>();
  let readTo = position;
  // Today's list grows until it ends: its position stays the day before, so that it is read again.
  for (let day = addDays(position, 1), count = 0; day <= until && count < MOST_DAYS; day = addDays(day, 1), count++) {
    const { documents, filings } = await fetchList(client, null, day, day);
    for (const one of filings) if (one.filing.hasXbrl) codes.add(one.corpCode);
    for (const { url } of documents) {
      const key = sourceNameOf(url) ?? url;
      discovery.tasks.push(urlTask('list', key, [url]));
    }
    discovery.tasks.push(...filings.filter(one => isWantedForm(one.filing, forms)).map(filingTask));
    if (day < until) readTo = day;
  }
  const since = addDays(position, -DAYS_AT_FIRST);
  discovery.tasks.push(...[...codes].sort().map(code => companyTask(code, since, null)));
  return { ...discovery, position: readTo };
}

/** True where the documents of a filing are wanted: its form by name, or by the kind of a periodic report (`A001`). */
function isWantedForm(filing: Filing, forms: RequestedForms): boolean {
  if (forms === 'all') return true;
  const kind = { 사업보고서: 'A001', 반기보고서: 'A002', 분기보고서: 'A003' }[filing.formType];
  return forms.some(one => one === filing.formType || (kind !== undefined && one === kind));
}

function filingTask({ filing, corpCode: company }: ListedFiling): Task {
  const code = reportCodeOfListed(readReportName(filing.title ?? ''), DECEMBER);
  const urls = [documentUrl(filing.nativeId), ...(code === null ? [] : [xbrlUrl(filing.nativeId, code)])];
  const own = urls.map(url => ofCompany(url, company));
  return urlTask('filing', filing.nativeId, own, canonicalKeyOfCorp(company));
}
