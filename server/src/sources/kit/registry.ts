import { createHash } from 'node:crypto';
import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Channel } from './channels.ts';
import { type Clock, utcClock } from './clock-ahead.ts';
import { fetchAddress, urlTask } from './discovery.ts';
import {
  type DocumentKind,
  type ExpectedCounts,
  type ImportCandidate,
  joinParsed,
  type OpenedAddress,
} from './document-kind.ts';
import type {
  Discovery,
  DiscoveryRequest,
  Expectations,
  ImportFile,
  KnownIssuer,
  ParsedDocuments,
  RegistryClient,
  RequestedForms,
  Source,
  SourceDescription,
  SourceDocument,
  Task,
} from './source.ts';

/** The definition of a registry. `registry()` makes a {@link Source} from it. */
export interface Registry
  extends Omit<SourceDescription, 'registry'>,
    Pick<Source, 'precedence'>,
    Partial<
      Pick<
        Source,
        | 'asksAboutIssuers'
        | 'defaultForms'
        | 'streams'
        | 'duplicateRule'
        | 'unnumbered'
        | 'readsEachCopy'
        | 'locateFact'
        | 'planBulk'
        | 'splitBulk'
        | 'maxTableBytes'
      >
    > {
  /** The registry id of its filings: `sec-edgar`. */
  id: string;
  /** The clock by which the registry dates; UTC if absent. */
  clock?: Clock;
  /** The time of day by which a filing that is dated by the day alone is known; the end of the day if absent. */
  knownBy?: string;
  /** Replaces `clock` and `knownBy` for zones with daylight saving time. */
  knownAtOfDay?: Source['knownAtOfDay'];
  /** The first kind that knows a URL or a file has it. */
  documents: readonly DocumentKind[];
  /** By name. Lists go first: a run over everything reads the channels in this order. */
  channels: Readonly<Record<string, Channel>>;
  /** Discovers issuers by ticker or id. */
  named(client: RegistryClient, request: NamedRequest): Promise<Discovery>;
  /** Adds documents of a mirror that their URLs do not identify. */
  recorded?(client: RegistryClient, urls: readonly string[], discovery: Discovery): Promise<void>;
  /** Discovers everything in a mirror, where URLs alone do not identify its documents; `recorded` is not used then. */
  discoverRecorded?(client: RegistryClient, urls: readonly string[], request: RecordedRequest): Promise<Discovery>;
  /** How tasks of a kind are fetched whose URLs do not name every document. */
  fetchers?: Readonly<Record<string, (client: RegistryClient, task: Task) => Promise<SourceDocument[]>>>;
  /** True if a request of everything without a first day is too large. */
  needsSince?: true;
  /** Set if a request of everything is always too large: what operators can do instead, as a sentence. */
  tooLarge?: string;
  /** Discovers everything at a registry that has no channels. */
  readAll?: Channel['readAll'];
}

/** A request for everything, of a mirror or of the registry. */
export interface RecordedRequest {
  since: IsoDate | null;
  forms: RequestedForms;
  /** Issuers of the store, where {@link Source.asksAboutIssuers}. */
  issuers: readonly KnownIssuer[];
}

/** A request for issuers by name. */
export interface NamedRequest {
  tickers: readonly string[];
  ids: readonly string[];
  /** Tickers and ids. */
  names: readonly string[];
  since: IsoDate | null;
  forms: RequestedForms;
  /** Issuers of the store, where {@link Source.asksAboutIssuers}. */
  issuers: readonly KnownIssuer[];
}

/** The connector of a registry. */
export function registry(registry: Registry): Source {
  const { id, clock = utcClock, knownBy = '23:59:59', documents: kinds, channels } = registry;
  const open = (url: string): OpenedAddress | null => firstOf(kinds, kind => kind.open(url));
  const identify = (name: string, bytes: Buffer): string => {
    const file = candidate(baseName(name).replace(/\.gz$/i, ''), bytes);
    const url = firstOf(kinds, kind => kind.identify?.(file) ?? null);
    if (url === null) throw unrecognised(registry, name);
    return url;
  };
  const place = (file: ImportFile): { url: string; bytes: Buffer }[] => {
    const placed = firstOf(kinds, kind => kind.place?.(file) ?? null);
    return placed ?? [{ url: identify(file.row.path, file.bytes), bytes: file.bytes }];
  };
  const together = kinds.find(kind => kind.placeTogether !== undefined);
  return {
    ...optionalParts(registry),
    description: descriptionOf(registry),
    shownDocuments: kinds.map(({ shown, accepts }) => (accepts === undefined ? shown : { ...shown, accepts })),
    precedence: registry.precedence,
    schedule: Object.entries(channels).map(([channel, { host, cron, timeZone, minSeconds }]) => ({
      channel,
      host,
      cron,
      timeZone,
      ...(minSeconds === undefined ? {} : { minSeconds }),
    })),
    knownAtOfDay: registry.knownAtOfDay ?? (date => clock.instant(date, knownBy)),
    validateResponse: (url, bytes) => open(url)?.validate(bytes, new AnomalyLog(id, url)) ?? null,
    sourceOf: url => open(url)?.source ?? null,
    issuerOf: url => open(url)?.issuer ?? null,
    identifyImport: identify,
    placeImport: files => together?.placeTogether?.(files) ?? files.flatMap(place),
    discover: (client, request) => discover(registry, open, client, request),
    fetch: (client, task) => fetchTask(registry, client, task),
    parse: documents => parse(id, open, documents),
    expectations: (documents, origin) => expectations(kinds, documents, origin),
    planBulk: registry.planBulk ?? (async () => null),
    splitBulk: registry.splitBulk ?? async function* () {},
  };
}

function optionalParts({
  asksAboutIssuers,
  defaultForms,
  streams,
  duplicateRule,
  unnumbered,
  readsEachCopy,
  locateFact,
  maxTableBytes,
}: Registry): Pick<
  Source,
  | 'asksAboutIssuers'
  | 'defaultForms'
  | 'streams'
  | 'duplicateRule'
  | 'unnumbered'
  | 'readsEachCopy'
  | 'locateFact'
  | 'maxTableBytes'
> {
  return {
    ...(asksAboutIssuers === undefined ? {} : { asksAboutIssuers }),
    ...(defaultForms === undefined ? {} : { defaultForms }),
    ...(streams === undefined ? {} : { streams }),
    ...(duplicateRule === undefined ? {} : { duplicateRule }),
    ...(unnumbered === undefined ? {} : { unnumbered }),
    ...(readsEachCopy === undefined ? {} : { readsEachCopy }),
    ...(locateFact === undefined ? {} : { locateFact }),
    ...(maxTableBytes === undefined ? {} : { maxTableBytes }),
  };
}

function descriptionOf({ id, publisher, url, licence, requestsPerSecond, hosts, access }: Registry): SourceDescription {
  const description = { registry: id, publisher, url, licence, requestsPerSecond, hosts };
  return access === undefined ? description : { ...description, access };
}

async function discover(
  registry: Registry,
  open: (url: string) => OpenedAddress | null,
  client: RegistryClient,
  request: DiscoveryRequest,
): Promise<Discovery> {
  const forms = request.forms ?? defaultFormsOf(registry, request);
  const { issuers = [] } = request;
  switch (request.kind) {
    case 'named': {
      const { tickers, ids, since } = request;
      return registry.named(client, { tickers, ids, names: [...tickers, ...ids], since, forms, issuers });
    }
    case 'channel': {
      const channel = registry.channels[request.channel];
      if (channel === undefined) throw new RangeError(`${registry.id} has no channel ${request.channel}`);
      return channel.read(client, request.position, forms, issuers);
    }
    case 'everything': {
      const urls = await client.list();
      const { since } = request;
      if (urls === null) return discoverAll(registry, client, { since, forms, issuers });
      if (registry.discoverRecorded !== undefined) {
        return registry.discoverRecorded(client, urls, { since, forms, issuers });
      }
      const discovery: Discovery = { tasks: recordedTasks(open, urls), missing: [], anomalies: [] };
      await registry.recorded?.(client, urls, discovery);
      return discovery;
    }
  }
}

function defaultFormsOf({ defaultForms }: Registry, { kind }: DiscoveryRequest): RequestedForms {
  if (defaultForms === undefined) return [];
  return kind === 'channel' ? defaultForms.scheduled : defaultForms.named;
}

async function discoverAll(
  { id, channels, needsSince, tooLarge, readAll }: Registry,
  client: RegistryClient,
  { since, forms, issuers }: RecordedRequest,
): Promise<Discovery> {
  if (tooLarge !== undefined) throw new AsfiledError('bad_request', `${id} is too large to read whole. ${tooLarge}`);
  if (needsSince === true && since === null) {
    throw new AsfiledError(
      'bad_request',
      `${id} is too large to read whole. Name issuers (--ticker, --id) or give --since.`,
    );
  }
  const found: Discovery[] = [];
  for (const channel of [{ readAll }, ...Object.values(channels)]) {
    if (channel.readAll !== undefined) found.push(await channel.readAll(client, since, forms, issuers));
  }
  const position = found.findLast(item => item.position !== undefined)?.position;
  const bulk = found.flatMap(item => item.bulk ?? []);
  return {
    tasks: found.flatMap(item => item.tasks),
    missing: found.flatMap(item => item.missing),
    anomalies: found.flatMap(item => item.anomalies),
    ...(bulk.length === 0 ? {} : { bulk }),
    ...(position === undefined ? {} : { position }),
  };
}

/** The documents of a mirror by their URLs. The document of a filing is omitted if its URL does not name the issuer. */
function recordedTasks(open: (url: string) => OpenedAddress | null, urls: readonly string[]): Task[] {
  const tasks = new Map<string, Task>();
  for (const url of urls) {
    const opened = open(url);
    if (opened === null || opened.source === null) continue;
    if (opened.source.startsWith(FILING_SOURCE) && opened.issuer === null) continue;
    const { kind, key } = opened.task;
    const at = key === null ? url : `${kind} ${key}`;
    const known = tasks.get(at);
    const urlsOfTask = [...(known?.urls ?? []), url];
    tasks.set(at, urlTask(kind, key ?? opened.source, urlsOfTask, opened.issuer));
  }
  return [...tasks.values()];
}

async function fetchTask(registry: Registry, client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const fetcher = registry.fetchers?.[task.kind];
  return fetcher === undefined ? fetchUrlsOf(registry, client, task.urls ?? []) : fetcher(client, task);
}

async function fetchUrlsOf(
  registry: Registry,
  client: RegistryClient,
  urls: readonly string[],
): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of urls) {
    const kind = registry.documents.find(document => document.open(url) !== null);
    const document = await (kind?.fetch?.(client, url) ?? fetchAddress(client, url));
    if (document !== null) documents.push(document);
  }
  return documents;
}

/** Reads documents source by source, filings last: they use what the lists of the same task state. */
async function parse(
  registry: string,
  open: (url: string) => OpenedAddress | null,
  documents: readonly SourceDocument[],
): Promise<ParsedDocuments> {
  const groups = Map.groupBy(documents, document => open(document.url)?.source ?? null);
  const isFiling = (name: string | null): boolean => name?.startsWith(FILING_SOURCE) === true;
  const parsed: ParsedDocuments[] = [];
  for (const [name, some] of [...groups].sort(([a], [b]) => Number(isFiling(a)) - Number(isFiling(b)))) {
    const opened = open(some[0]?.url ?? '');
    if (name === null || opened === null)
      appendAll(
        parsed,
        some.map(document => unknownDocument(registry, document)),
      );
    else {
      const listed = isFiling(name)
        ? parsed.flatMap(parsedDocuments => parsedDocuments.records.flatMap(({ filings }) => filings))
        : [];
      parsed.push(await opened.parse(some, { registry, documents, listed }));
    }
  }
  return joinParsed(parsed);
}

function unknownDocument(id: string, { url }: SourceDocument): ParsedDocuments {
  const log = new AnomalyLog(id, url);
  log.add('unknown_document', '', `no document of ${id} has this URL`);
  return { records: [], anomalies: log.list() };
}

/** Published records of several documents add up. Any other count is bounded by the first kind, in the registry's order. */
function expectations(
  kinds: readonly DocumentKind[],
  documents: readonly { url: string }[],
  origin: RegistryClient['origin'],
): Expectations {
  const owned = documents.map(({ url }) => kinds.findIndex(kind => kind.open(url) !== null));
  const expected: Expectations = {};
  for (const [at, kind] of kinds.entries()) {
    for (const { url } of documents.filter((_, document) => owned[document] === at)) {
      addExpectations(expected, kind.open(url)?.expect ?? {}, origin);
    }
  }
  return expected;
}

function addExpectations(expected: Expectations, counts: ExpectedCounts, origin: RegistryClient['origin']): void {
  for (const counted of ['issuers', 'filings', 'facts', 'published'] as const) {
    const count = counts[counted];
    if (count === undefined) continue;
    const min = origin === 'registry' ? count.min : (count.recordedMin ?? count.min);
    const known = expected[counted];
    if (known === undefined) expected[counted] = { min, max: count.max };
    else if (counted === 'published') expected[counted] = { min: known.min + min, max: known.max + count.max };
  }
}

const LOOKED_AT_BYTES = 1 << 16;

function candidate(name: string, bytes: Buffer): ImportCandidate {
  return {
    name,
    bytes,
    start: bytes.toString('utf8', 0, LOOKED_AT_BYTES).replace(/^\uFEFF/, ''),
    digest: () => createHash('sha256').update(bytes).digest('hex'),
  };
}

function unrecognised({ id, documents }: Registry, name: string): AsfiledError {
  const accepted = [...new Set(documents.flatMap(kind => kind.accepts ?? []))].join(', ');
  const manifest = documents.some(kind => kind.place !== undefined || kind.placeTogether !== undefined)
    ? '; documents of filings need a --manifest'
    : '';
  const what = accepted === '' ? 'no imported files' : accepted;
  return new AsfiledError('bad_request', `Unrecognised file ${name}. ${id} accepts ${what}${manifest}.`);
}

function firstOf<T>(kinds: readonly DocumentKind[], ask: (kind: DocumentKind) => T | null): T | null {
  for (const kind of kinds) {
    const found = ask(kind);
    if (found !== null) return found;
  }
  return null;
}
