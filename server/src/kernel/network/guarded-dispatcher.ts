import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher } from 'undici';

export interface GuardOptions {
  /** For development alone: any address, any port, and http. */
  mayBePrivate: boolean;
  /** The addresses of a name; DNS unless told otherwise. */
  resolve?: ResolveName;
}

export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Why an address of somebody else's choice is not called. The message may be shown to them. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'address_not_public';
}

/** An answer beyond this is cut off: `UND_ERR_RES_EXCEEDED_MAX_SIZE`. */
const LONGEST_ANSWER_BYTES = 65_536;
const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;
const KEPT_OPEN_MS = 4_000;
const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;
const PORTS = ['', '443', '8443'];

/**
 * Carries requests to addresses that others chose (webhooks, metadata documents) without reaching into the network that
 * we stand in: only https, only ports 443 and 8443, no credentials, and only public addresses, looked at in the moment
 * of connecting, so that a name cannot change its answer in between. It follows no redirects, reads 64 KiB of an answer
 * at most and waits ten seconds for each part of it; how long all may take is the caller's `signal`. A request that it
 * refuses fails with {@link AddressRefused}, and nothing is sent.
 */
export function createGuardedDispatcher(options: GuardOptions): Dispatcher {
  // undici asks no lookup for addresses that stand in the URL themselves, so the connector looks at these.
  const connect = buildConnector({
    timeout: CONNECT_WITHIN_MS,
    lookup: guardedLookup(options),
    autoSelectFamily: true,
  });
  return new Agent({
    connect(target, callback) {
      const refusal = hostRefusal(target.protocol, target.hostname, target.port, options);
      if (refusal === null) connect(target, callback);
      else callback(new AddressRefused(refusal), null);
    },
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
    maxResponseSize: LONGEST_ANSWER_BYTES,
    keepAliveTimeout: KEPT_OPEN_MS,
    keepAliveMaxTimeout: KEPT_OPEN_MS,
  });
}

/**
 * Why a URL can never be called, as far as it says so itself; null where it may be. What its name leads to is seen when
 * the connection is made.
 */
export function refusalOfUrl(text: string, options: Pick<GuardOptions, 'mayBePrivate'>): string | null {
  if (!URL.canParse(text)) return 'is no absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'may not carry a user name or password';
  if (url.hash !== '') return 'may not carry a fragment (#…)';
  return hostRefusal(url.protocol, url.hostname, url.port, options);
}

function hostRefusal(
  protocol: string,
  hostname: string,
  port: string,
  { mayBePrivate }: Pick<GuardOptions, 'mayBePrivate'>,
): string | null {
  if (mayBePrivate) return protocol === 'https:' || protocol === 'http:' ? null : 'must be https';
  if (protocol !== 'https:') return 'must be https';
  if (!PORTS.includes(port)) return 'must use port 443 or 8443';
  // URL has turned decimal, octal, hexadecimal and short forms into plain ones by now.
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : `names ${host}, which is no public address`;
  return LOCAL_NAME.test(host) ? `names ${host}, which is no public host` : null;
}

/** Names that mean this machine or its network by their standard (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

function guardedLookup({ mayBePrivate, resolve = resolveName }: GuardOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      addresses => {
        const hidden = mayBePrivate ? undefined : addresses.find(address => !isPublicAddress(address));
        const [first] = addresses;
        if (hidden !== undefined) {
          callback(new AddressRefused(`${hostname} leads to ${hidden}, which is no public address`), '', 0);
        } else if (first === undefined) callback(notFound(hostname), '', 0);
        else if (all) callback(null, addresses.map(toLookupAddress));
        else callback(null, first, isIP(first));
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

function toLookupAddress(address: string): { address: string; family: number } {
  return { address, family: isIP(address) };
}

/**
 * By DNS alone, not by the system's own lookup: that one has four threads for the whole process, so a few names whose
 * servers do not answer would hold up every other.
 */
async function resolveName(hostname: string): Promise<string[]> {
  if (/^localhost\.?$/i.test(hostname)) return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [ipv4, ipv6].flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return found;
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}

/**
 * Whether an IP address is one that anybody on the internet may call: global unicast, and none of the special ranges of
 * IANA (RFC 6890 and its registries). An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4, Teredo, compatible) is
 * not: it names a host in two ways, of which only one would be looked at. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || PLATFORM_ADDRESSES.has(address.toString())) return false;
  // The rest of IPv6 is not given out to anybody, and holds the IPv4-compatible forms (::127.0.0.1).
  return address.kind() === 'ipv4' || isGlobal(address.toByteArray());
}

/** 2000::/3. */
function isGlobal([first = 0]: readonly number[]): boolean {
  return first >> 5 === 1;
}

/** Looks public and is not: where Azure's machines find what runs them. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);
