import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import type { Discovery, DiscoveryRequest, KnownIssuer, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { addressOf, MAPPING_URL, questionAt, questionsOf, sentFor } from './question.ts';

/** An issuer of bonds and certificates has thousands of securities, of which one or two are shares: it is not asked about. */
const MOST_ISINS = 100;

/** Which issuers there is something to ask about: the store's own, as the service has no list of companies. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const issuer of request.issuers ?? []) {
    const reason = reasonAgainst(issuer);
    const isNamed = request.kind === 'named';
    if (reason === null) {
      const task = toTask(issuer);
      if (client.origin === 'registry' || (await isRecorded(client, task))) discovery.tasks.push(task);
    } else if (isNamed) discovery.missing.push({ kind: 'issuer', key: issuer.canonicalKey, reason });
  }
  if (request.kind === 'named') {
    for (const key of unknownOf(request)) {
      const reason = `${key} is no issuer of the store with an ISIN: name it by canonical key, LEI or ISIN`;
      discovery.missing.push({ kind: 'issuer', key, reason });
    }
  }
  return discovery;
}

/** Why nothing can be asked about an issuer; null where something can. */
function reasonAgainst(issuer: KnownIssuer): string | null {
  if (issuer.isins.length > MOST_ISINS) return `more than ${MOST_ISINS} ISINs: which of them are shares is not known`;
  return questionsOf(issuer).length === 0 ? 'no exchange of its country or its securities is in the catalogue' : null;
}

function unknownOf({ tickers, ids, issuers = [] }: DiscoveryRequest & { kind: 'named' }): string[] {
  const known = new Set(
    issuers.flatMap(one => [one.canonicalKey, one.canonicalKey.replace(/^lei:/, ''), ...one.isins]),
  );
  return [...tickers, ...ids.filter(id => !known.has(id.trim()))];
}

function toTask(issuer: KnownIssuer): Task {
  const { canonicalKey } = issuer;
  const urls = questionsOf(issuer).map(addressOf);
  return urlTask('issuer', canonicalKey, urls, canonicalKey);
}

/** Recordings go by a digest of what was sent, and can't be listed: they are looked for. */
async function isRecorded(client: RegistryClient, task: Task): Promise<boolean> {
  return (await fetchTask(client, task)).length > 0;
}

/** The answers to all questions about an issuer. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const question = questionAt(url);
    const document = question === null ? null : await client.post(MAPPING_URL, sentFor(question));
    if (document !== null) documents.push(document);
  }
  return documents;
}
