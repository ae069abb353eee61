import { readFormAddress } from './http/form-address.ts';
import type { Discovery, RegistryClient, RequestedForms, SourceDocument, Task } from './source.ts';

/** A discovery without results. */
export function emptyDiscovery(): Discovery {
  return { tasks: [], missing: [], anomalies: [] };
}

/** A task that requests documents at these addresses. `issuerKey`: the issuer of all of them. */
export function urlTask(kind: string, key: string, urls: string[], issuerKey: string | null = null): Task {
  return { kind, key, issuerKey, documents: null, urls, since: null };
}

/** A task over a document that discovery read: it is archived and need not be requested again. */
export function archivedTask(kind: string, key: string, { url, sha256 }: SourceDocument): Task {
  const documents = [{ url, sha256, bulk: null, member: null }];
  return { kind, key, issuerKey: null, documents, urls: null, since: null };
}

/** A task for each URL that has a document now; those without one are empty, not failed. */
export async function tasksForExisting(client: RegistryClient, kind: string, urls: readonly string[]): Promise<Task[]> {
  const documents = await fetchUrls(client, urls);
  return documents.map(document => archivedTask(kind, document.url, document));
}

/** The documents at some addresses, requested one after the other; missing ones are skipped. */
export async function fetchUrls(client: RegistryClient, urls: readonly string[]): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of urls) {
    const document = await client.get(url);
    if (document !== null) documents.push(document);
  }
  return documents;
}

/** Why a name cannot be found, in words. */
export interface NotFound {
  notFound: string;
}

/**
 * Looks names up in sequence. `find` adds its results to the discovery; names that are not found are reported as missing.
 */
export async function discoverEach(
  names: readonly string[],
  discovery: Discovery,
  kind: string,
  find: (name: string, discovery: Discovery) => Promise<NotFound | null>,
): Promise<Discovery> {
  for (const name of names) {
    const failed = await find(name, discovery);
    if (failed !== null) discovery.missing.push({ kind, key: name, reason: failed.notFound });
  }
  return discovery;
}

/** Requests a URL or sends the form of an address. A fragment is not sent but kept: it names the filing of a document. */
export async function fetchAddress(client: RegistryClient, url: string): Promise<SourceDocument | null> {
  const form = readFormAddress(url);
  if (form !== null) return client.post(form.url, { fields: form.fields });
  const document = await client.get(url.replace(/#.*$/, ''));
  return document && { ...document, url };
}

/** In addition to forms, operators request tagged reports of any form by this name: XBRL, inline XBRL, ESEF and XBRL-CSV. */
export const TAGGED_REPORTS = 'XBRL';

/** True if the documents of every filing with tagged data are requested. */
export function requestsTaggedReports(forms: RequestedForms): boolean {
  return forms === 'all' || forms.includes(TAGGED_REPORTS);
}

/** True if the documents of a filing are requested: by its form, its category or one of its item codes, in any case. */
export function isRequested(
  { formType, category, itemCodes }: { formType: string; category: string; itemCodes: readonly string[] },
  forms: RequestedForms,
): boolean {
  if (forms === 'all') return true;
  const names = new Set([formType, category, ...itemCodes].map(name => name.toUpperCase()));
  return forms.some(form => names.has(form.toUpperCase()));
}
