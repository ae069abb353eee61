import { createHash } from 'node:crypto';
import { AsfiledError } from '../../src/kernel/errors.ts';
import { formAddress } from '../../src/sources/kit/http/form-address.ts';
import type { RegistryClient, Source, SourceDocument } from '../../src/sources/kit/source.ts';

/** Responses that a test provides; any other request finds nothing. */
export type FakeResponses = Partial<Omit<RegistryClient, 'get' | 'post'>> & {
  /** By address, also for form requests. */
  get(address: string): Promise<SourceDocument | null>;
};

/** A registry client for tests without a store. It validates responses as the pipeline does. */
export function fakeClient(source: Pick<Source, 'validateResponse'>, { get, ...more }: FakeResponses): RegistryClient {
  const ask = async (address: string): Promise<SourceDocument | null> => {
    const document = await get(address);
    const fault = document === null ? null : source.validateResponse(address, document.bytes);
    if (fault === null || fault.action === 'absent') return fault === null ? document : null;
    throw new AsfiledError('upstream_error', `no data at ${address}: ${fault.kind}: ${fault.detail}`, {
      fault: fault.kind,
    });
  };
  return {
    origin: 'registry',
    now: () => new Date(),
    list: async () => null,
    download: async url => {
      const document = await ask(url);
      return document && { url, sha256: document.sha256, name: url.slice(url.lastIndexOf('/') + 1) };
    },
    ...more,
    get: ask,
    post: (url, { fields }) => ask(formAddress(url, fields)),
  };
}

/**
 * A client of a registry or, with the origin `replay`, of a store that has these responses by address; any other address is
 * missing. `requested` lists the requested addresses.
 */
export function clientWith(
  source: Pick<Source, 'validateResponse'>,
  responses: Readonly<Record<string, string | Buffer>>,
  more: Partial<Omit<RegistryClient, 'get' | 'post'>> = {},
): RegistryClient & { requested: string[] } {
  const requested: string[] = [];
  const client = fakeClient(source, {
    list: async () => (more.origin === 'replay' ? Object.keys(responses) : null),
    ...more,
    async get(url) {
      requested.push(url);
      const response = responses[url];
      if (response === undefined) return null;
      const bytes = Buffer.from(response);
      return { url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
  });
  return { ...client, requested };
}
