import type { Channel } from '../kit/channels.ts';
import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, KnownIssuer, RegistryClient, Task } from '../kit/source.ts';
import { mapping } from './mapping.ts';
import { API_HOST, addressOf, questionsOf } from './question.ts';

/** An issuer of bonds and certificates has thousands of securities, of which one or two are shares: it is skipped. */
const MAX_ISINS = 100;

const unlisted: Channel = {
  host: API_HOST,
  cron: '0 6 * * 6',
  timeZone: 'UTC',
  read: (client, _position, _forms, issuers) => discoverIssuers(client, issuers),
  readAll: (client, _since, _forms, issuers) => discoverIssuers(client, issuers),
};

/** OpenFIGI: the tickers of securities at exchanges. It has no list of companies and no filings. */
export const openFigi = registry({
  id: 'openfigi',
  publisher: 'OpenFIGI (Bloomberg L.P., for the Object Management Group)',
  url: 'https://www.openfigi.com',
  licence: 'Free of charge, without material impediments on use; https://www.openfigi.com/docs/terms-of-service',
  // 25 a minute without a key.
  requestsPerSecond: 0.4,
  hosts: [API_HOST],
  access: [
    {
      host: API_HOST,
      key: {
        setting: 'ASFILED_OPENFIGI_KEY',
        place: { kind: 'header', name: 'x-openfigi-apikey' },
        from: 'free, from https://www.openfigi.com/api',
        // 25 in six seconds.
        raisesTo: 4,
      },
    },
  ],
  precedence: { mapping: 10 },
  asksAboutIssuers: 'unlisted',
  documents: [mapping],
  channels: { unlisted },
  named: discoverNamed,
  discoverRecorded: (client, _, { issuers }) => discoverIssuers(client, issuers),
});

async function discoverIssuers(client: RegistryClient, issuers: readonly KnownIssuer[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const issuer of issuers) {
    if (whySkipped(issuer) !== null) continue;
    const task = toTask(issuer);
    if (client.origin === 'registry' || (await isRecorded(client, task))) discovery.tasks.push(task);
  }
  return discovery;
}

async function discoverNamed(client: RegistryClient, { tickers, ids, issuers }: NamedRequest): Promise<Discovery> {
  const discovery = await discoverIssuers(client, issuers);
  for (const issuer of issuers) {
    const reason = whySkipped(issuer);
    if (reason !== null) discovery.missing.push({ kind: 'issuer', key: issuer.canonicalKey, reason });
  }
  const known = new Set(
    issuers.flatMap(issuer => [issuer.canonicalKey, issuer.canonicalKey.replace(/^lei:/, ''), ...issuer.isins]),
  );
  for (const key of [...tickers, ...ids.filter(id => !known.has(id.trim()))]) {
    const reason = `${key} names no issuer of the store that has an ISIN; name issuers by canonical key, LEI or ISIN`;
    discovery.missing.push({ kind: 'issuer', key, reason });
  }
  return discovery;
}

/** Why no request is made about an issuer; null if one is made. */
function whySkipped(issuer: KnownIssuer): string | null {
  if (issuer.isins.length > MAX_ISINS) return `more than ${MAX_ISINS} ISINs: which of them are shares is not known`;
  return questionsOf(issuer).length === 0
    ? 'the catalogue has no exchange in the country of the issuer or its ISINs'
    : null;
}

function toTask(issuer: KnownIssuer): Task {
  const { canonicalKey } = issuer;
  return urlTask('issuer', canonicalKey, questionsOf(issuer).map(addressOf), canonicalKey);
}

/** Recordings are named by a digest of the request and cannot be listed. */
async function isRecorded(client: RegistryClient, task: Task): Promise<boolean> {
  for (const url of task.urls ?? []) {
    if ((await mapping.fetch?.(client, url)) != null) return true;
  }
  return false;
}
