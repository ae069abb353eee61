import { AsfiledError } from '../../kernel/errors.ts';
import type { BulkFile, Discovery, RegistryClient } from './source.ts';

/**
 * The result of `ask`; null, and a missing entry, if a mirror recorded an invalid response: one bad file must not hide all
 * others. At the registry itself the error is thrown, so that the whole discovery is retried.
 */
export async function orMissing<T>(
  client: RegistryClient,
  discovery: Discovery,
  { registry, kind, key }: { registry: string; kind: string; key: string },
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (client.origin === 'registry' || !(error instanceof AsfiledError)) throw error;
    const detail = error.message;
    discovery.missing.push({ kind, key, reason: detail });
    const fault = typeof error.details.fault === 'string' ? error.details.fault : error.code;
    discovery.anomalies.push({ registry, source: key, locator: '', kind: fault, detail });
    return null;
  }
}

/**
 * A discovery with bulk files downloaded into the archive. Files that the registry lacks are left out; files that a mirror
 * recorded and cannot give are missing.
 */
export async function withBulkFiles(
  client: RegistryClient,
  discovery: Discovery,
  registry: string,
  urls: readonly string[],
): Promise<Discovery> {
  const bulk: BulkFile[] = [];
  for (const url of urls) {
    const place = { registry, kind: 'bulk', key: url };
    const file = await orMissing(client, discovery, place, () => client.download(url));
    if (file !== null) bulk.push(file);
  }
  return { ...discovery, bulk };
}
